import { type Cookie, CookieJar } from "tough-cookie";
import type { SiteResponse } from "../site-response";

/** A `Set-Cookie` line, and the address that sent it. */
export interface SetCookie {
  line: string;
  from: URL;
}

/** The lines of an answer and of the site's own redirects to it, in the order in which a browser gets them. */
export const setCookiesOf = ({ url, headers, redirects = [] }: SiteResponse): readonly SetCookie[] =>
  [...redirects, { url, headers }].flatMap((sent) =>
    sent.headers.getSetCookie().map((line) => ({ line, from: new URL(sent.url) })),
  );

const SAME_SITE = /^\s*samesite\s*(?:=(.*))?$/is;

/** Every value that a `Set-Cookie` line gives for SameSite, in lower case, be the line a cookie or not. */
export const sameSites = (line: string): readonly string[] =>
  line
    .split(";")
    .slice(1)
    .flatMap((attribute) => {
      const found = SAME_SITE.exec(attribute);
      return found === null ? [] : [(found[1] ?? "").trim().toLowerCase()];
    });

/**
 * The cookies that a browser would store on its way to the page at `url`: those for others' domains and for whole public suffixes refused, as
 * are broken prefixes; later lines over earlier ones. The jar is the one that Mozilla's own grader uses.
 */
export function storedCookies(sent: readonly SetCookie[], url: URL): readonly Cookie[] {
  const jar = new CookieJar();
  for (const { line, from } of sent) jar.setCookieSync(line, from.href, { ignoreError: true });
  return jar.getCookiesSync(url.href, { allPaths: true, expire: false });
}
