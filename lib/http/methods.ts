/** The method whose route a request asks for: HEAD is GET without the body, which the platform leaves out. */
export const routeMethod = (method: string): string => (method === "HEAD" ? "GET" : method);

/** The methods that a path takes, as `Allow` and a preflight name them. */
export const withImplied = (methods: readonly string[]): string[] => [
  ...methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])),
  "OPTIONS",
];
