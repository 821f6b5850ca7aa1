/** A call that shows a 402, for a terminal. */
export const unpaidCommand = (origin: string, path: string): string => `curl -i -X POST ${origin}${path}`;
