/** Stands in for `next/navigation` where the framework is not. */
export const useRouter = () => ({ push: (path: string) => window.location.assign(path) });
