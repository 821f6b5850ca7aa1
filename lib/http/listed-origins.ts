import { env } from "../env";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** An origin, and where it is this machine's its other names too: which one a client uses says nothing. */
function withAliases(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin);
  if (!LOOPBACK.includes(hostname)) return [new URL(origin).origin];
  return LOOPBACK.map((name) => new URL(`${protocol}//${name}${port === "" ? "" : `:${port}`}`).origin);
}

/** The service's own origins, under each name that it is known by. */
function ownOrigins(): string[] {
  const { PUBLIC_ORIGIN, VERCEL_URL, VERCEL_PROJECT_PRODUCTION_URL } = env();
  const platform = [VERCEL_URL, VERCEL_PROJECT_PRODUCTION_URL].filter((host) => host !== undefined);
  return [...withAliases(PUBLIC_ORIGIN), ...platform.map((host) => `https://${host}`)];
}

/** The names, without ports, by which a client may address the service. */
export const ownHostnames = (): string[] => ownOrigins().map((origin) => new URL(origin).hostname);

/**
 * Whether a page of this origin may call a route of listed origins. Scheme, host and port must match: another port of
 * the same host is another program. No Origin at all is no web page.
 */
export function isListed(origin: string | null): boolean {
  if (origin === null) return true;
  return ownOrigins().includes(origin) || env().MCP_ALLOWED_ORIGINS.includes(origin);
}

/** CORS headers of a route with listed origins: the asking origin itself where it is listed, and never `*`. */
export function originHeaders({ headers }: Request): Record<string, string> {
  const origin = headers.get("origin");
  return {
    vary: "Origin",
    ...(origin !== null && isListed(origin) ? { "access-control-allow-origin": origin } : {}),
  };
}

/** The response with those headers in place of every origin's. */
export function withListedOrigins(response: Response, request: Request): Response {
  response.headers.delete("access-control-allow-origin");
  for (const [name, value] of Object.entries(originHeaders(request))) response.headers.set(name, value);
  return response;
}
