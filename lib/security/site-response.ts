import { isOn } from "./gate/is-on";

/** One answer of a target's site, as a scan keeps it. Everything in it is the target's word. */
export interface SiteResponse {
  /** The address that answered, after redirects. */
  url: string;
  status: number;
  headers: Headers;
  /** The body as far as it was read, decompressed. */
  body: Uint8Array;
  /** Whether the body went on. */
  truncated: boolean;
  /** The site's own redirects that led to this answer, in order; left out where there was none. */
  redirects?: readonly FollowedRedirect[];
}

/** A redirect that was followed: the address that answered with it, and the headers that came along. */
export interface FollowedRedirect {
  url: string;
  headers: Headers;
}

/** Where an answer leads on to, on its own origin; null for one that leads nowhere, or away. */
export function leadsTo({ url, status, headers }: SiteResponse): URL | null {
  const location = status >= 300 && status < 400 ? headers.get("location") : null;
  if (location === null || !URL.canParse(location, url)) return null;
  const next = new URL(location, url);
  return isOn(next, new URL(url).origin) ? next : null;
}

/** A body as text: in UTF-8, unless a byte order mark says UTF-16, as some editors write it. Without the mark. */
export function textOf({ body }: SiteResponse): string {
  const [first, second] = body;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(body);
}
