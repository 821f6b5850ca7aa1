import { type Address, SourceError } from "../source";

/** A source's address on the web. */
export function webAddress({ host, path, query }: Address): URL {
  const url = new URL(`https://${host}${path}`);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  return url;
}

/** Where the request really goes: the web, or `<origin>/<host>/<path>?<query>` when one origin stands in for it. */
export const sentTo = (url: URL, origin: string | undefined): string =>
  origin === undefined ? url.href : `${origin}/${url.host}${url.pathname}${url.search}`;

/**
 * The last two labels: enough for the providers here, none of which sits directly under a suffix of two labels.
 */
const registrable = (host: string): string => host.split(".").slice(-2).join(".");

/**
 * The address that a redirect of `from` leads to. Only https, and only the same registrable domain or one of
 * `allowed`: a provider's answer must not be able to send requests elsewhere. Throws SourceError `http_error`.
 */
export function redirectTarget(
  location: string,
  from: URL,
  allowed: readonly string[],
  origin: string | undefined,
): URL {
  const refused = new SourceError("http_error", "redirected to where the source may not lead");
  const real = origin !== undefined && location.startsWith(`${origin}/`) ? unmap(location, origin) : location;
  if (!URL.canParse(real, from.href)) throw refused;
  const target = new URL(real, from.href);
  const known = registrable(target.hostname) === registrable(from.hostname) || allowed.includes(target.host);
  const plain = target.port === "" && target.username === "" && target.password === "";
  if (target.protocol !== "https:" || !known || !plain) throw refused;
  return target;
}

/** The stand-in may name itself in a redirect: `<origin>/<host>/<path>` is `https://<host>/<path>`. */
const unmap = (location: string, origin: string): string => `https:/${location.slice(origin.length)}`;
