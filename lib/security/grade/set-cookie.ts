/** One `Set-Cookie` line as a browser reads it (RFC 6265bis §5.6). Names keep their case. */
export interface Cookie {
  name: string;
  domain: string | null;
  path: string | null;
  secure: boolean;
  httpOnly: boolean;
  /** The value of SameSite in lower case, empty when it has none; null when the attribute is not there. */
  sameSite: string | null;
}

/** Every value that a line gives for SameSite, in lower case, be the line a cookie or not. */
export const sameSites = (line: string): readonly string[] =>
  line
    .split(";")
    .slice(1)
    .map(readAttribute)
    .flatMap(([name, value]) => (name === "samesite" ? [value.toLowerCase()] : []));

/** Null for a line that is no cookie: without `=`, or without a name. */
function parseSetCookie(line: string): Cookie | null {
  const [pair = "", ...rest] = line.split(";");
  const equals = pair.indexOf("=");
  const name = pair.slice(0, Math.max(equals, 0)).trim();
  if (name === "") return null;
  const attributes = new Map(rest.map(readAttribute));
  return {
    name,
    domain: attributes.get("domain")?.toLowerCase().replace(/^\./, "") || null,
    path: attributes.get("path") ?? null,
    secure: attributes.has("secure"),
    httpOnly: attributes.has("httponly"),
    sameSite: attributes.get("samesite")?.toLowerCase() ?? null,
  };
}

function readAttribute(attribute: string): [string, string] {
  const equals = attribute.indexOf("=");
  if (equals === -1) return [attribute.trim().toLowerCase(), ""];
  return [attribute.slice(0, equals).trim().toLowerCase(), attribute.slice(equals + 1).trim()];
}

/** Where a cookie without a path of its own belongs (RFC 6265 §5.1.4). */
const defaultPath = ({ pathname }: URL): string => pathname.slice(0, Math.max(pathname.lastIndexOf("/"), 1));

/** Whether a name's prefix promises what its cookie doesn't keep, for which browsers refuse it (RFC 6265bis §5.7). */
function breaksPrefix({ name, secure, domain, path }: Cookie): boolean {
  if (name.startsWith("__Secure-")) return !secure;
  return name.startsWith("__Host-") && (!secure || domain !== null || path !== "/");
}

/**
 * The cookies that a browser would store of a page: those for others' domains and for whole public suffixes refused,
 * as are broken prefixes; later lines over earlier ones.
 */
export function storedCookies(
  lines: readonly string[],
  url: URL,
  registrableDomain: (host: string) => string | null,
): readonly Cookie[] {
  const host = url.hostname;
  const jar = new Map<string, Cookie>();
  for (const line of lines) {
    const cookie = parseSetCookie(line);
    if (cookie === null) continue;
    const { domain } = cookie;
    if (domain !== null && domain !== host && !host.endsWith(`.${domain}`)) continue;
    if (domain !== null && domain !== host && registrableDomain(domain) === null) continue;
    const path = cookie.path?.startsWith("/") ? cookie.path : defaultPath(url);
    if (breaksPrefix({ ...cookie, path })) continue;
    jar.set(JSON.stringify([cookie.name, domain ?? host, path]), cookie);
  }
  return [...jar.values()];
}
