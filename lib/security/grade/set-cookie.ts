import { type Cookie, CookieJar } from "tough-cookie";

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
 * The cookies that a browser would store of a page: those for others' domains and for whole public suffixes refused, as
 * are broken prefixes; later lines over earlier ones. The jar is the one that Mozilla's own grader uses.
 */
export function storedCookies(lines: readonly string[], url: URL): readonly Cookie[] {
  const jar = new CookieJar();
  for (const line of lines) jar.setCookieSync(line, url.href, { ignoreError: true });
  return jar.getCookiesSync(url.href, { allPaths: true, expire: false });
}
