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

/** Null for a line that is no cookie: without `=`, or without a name. */
export function parseSetCookie(line: string): Cookie | null {
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

/** The cookies that a browser would store for the host: others' domains refused, later lines over earlier ones. */
export function storedCookies(lines: readonly string[], host: string): readonly Cookie[] {
  const jar = new Map<string, Cookie>();
  for (const line of lines) {
    const cookie = parseSetCookie(line);
    if (cookie === null) continue;
    const { domain } = cookie;
    if (domain !== null && domain !== host && !host.endsWith(`.${domain}`)) continue;
    jar.set(JSON.stringify([cookie.name, domain, cookie.path]), cookie);
  }
  return [...jar.values()];
}
