import type { Cookie } from "tough-cookie";
import { HEADER_DOCS, defineTest, fails, passes } from "./define-test";
import { strictTransportSecurity } from "./hsts";
import type { Observation } from "./observation";
import { type SetCookie, sameSites, storedCookies } from "./set-cookie";

/** A platform's load balancer sets it without any flag, and sites can't help it. */
const NOT_THE_SITES = new Set(["heroku-session-affinity"]);
const SAME_SITE = new Set(["lax", "strict", "none"]);

/** From bad to worse: the worst that any cookie earns is the result. */
const WORSE = [
  "cookies-without-secure-flag-but-protected-by-hsts",
  "cookies-without-secure-flag",
  "cookies-session-without-secure-flag-but-protected-by-hsts",
  "cookies-samesite-flag-invalid",
  "cookies-anticsrf-without-samesite-flag",
  "cookies-session-without-httponly-flag",
  "cookies-session-without-secure-flag",
] as const;
type Fault = (typeof WORSE)[number];

export const cookies = defineTest({
  id: "cookies",
  title: "Cookies",
  documentation: `${HEADER_DOCS}/Set-Cookie`,
  outcomes: {
    "cookies-secure-with-httponly-sessions-and-samesite": passes(
      5,
      "All cookies are Secure and say SameSite; sessions are HttpOnly.",
    ),
    "cookies-secure-with-httponly-sessions": passes(0, "All cookies are Secure; sessions are HttpOnly."),
    "cookies-not-found": passes(0, "The page sets no cookie."),
    "cookies-without-secure-flag-but-protected-by-hsts": fails(
      -5,
      "A cookie lacks Secure, though HSTS protects it.",
    ),
    "cookies-session-without-secure-flag-but-protected-by-hsts": fails(
      -10,
      "A session cookie lacks Secure, though HSTS protects it.",
    ),
    "cookies-without-secure-flag": fails(-20, "A cookie lacks Secure and may travel over plain http."),
    "cookies-samesite-flag-invalid": fails(
      -20,
      "A cookie's SameSite is not Strict or Lax, or None with Secure.",
    ),
    "cookies-anticsrf-without-samesite-flag": fails(-20, "A cookie against request forgery lacks SameSite."),
    "cookies-session-without-httponly-flag": fails(
      -30,
      "A session cookie lacks HttpOnly: scripts can read it.",
    ),
    "cookies-session-without-secure-flag": fails(
      -40,
      "A session cookie lacks Secure and may travel over plain http.",
    ),
  },
  judge(seen) {
    const stored = cookiesOf(seen);
    if (stored.length === 0) return "cookies-not-found";
    const found = new Set(stored.flatMap((cookie) => faultsOf(cookie, isProtected(seen))));
    // a browser that refuses a cookie still was sent a wrong attribute
    if (wrongLines(seen).length > 0) found.add("cookies-samesite-flag-invalid");
    const worst = WORSE.findLast((fault) => found.has(fault));
    if (worst !== undefined) return worst;
    return stored.every(hasSameSite)
      ? "cookies-secure-with-httponly-sessions-and-samesite"
      : "cookies-secure-with-httponly-sessions";
  },
  about(seen, result) {
    const faulty = cookiesOf(seen).filter((cookie) =>
      faultsOf(cookie, isProtected(seen)).some((fault) => fault === result),
    );
    const wrong = result === "cookies-samesite-flag-invalid" ? wrongLines(seen) : [];
    return [...faulty.map(({ key }) => key), ...wrong.map(({ line }) => line.split("=", 1)[0]?.trim() ?? "")];
  },
});

const cookiesOf = ({ page }: Observation): readonly Cookie[] =>
  storedCookies(page.setCookies, page.url).filter(({ key }) => !NOT_THE_SITES.has(key));

const isProtected = (seen: Observation): boolean => strictTransportSecurity.judge(seen).pass === true;

/** The lines whose SameSite is none of the three values, be they cookies to a browser or not. */
const wrongLines = ({ page }: Observation): readonly SetCookie[] =>
  page.setCookies.filter(({ line }) => sameSites(line).some((value) => !SAME_SITE.has(value)));

function faultsOf(cookie: Cookie, hsts: boolean): readonly Fault[] {
  const name = cookie.key.toLowerCase();
  const session = name.includes("login") || name.includes("sess");
  const faults: Fault[] = [];
  if (!cookie.secure) {
    if (cookie.sameSite === "none") faults.push("cookies-samesite-flag-invalid");
    faults.push(hsts ? "cookies-without-secure-flag-but-protected-by-hsts" : "cookies-without-secure-flag");
    if (session)
      faults.push(
        hsts
          ? "cookies-session-without-secure-flag-but-protected-by-hsts"
          : "cookies-session-without-secure-flag",
      );
  }
  if (name.includes("csrf") && !hasSameSite(cookie)) faults.push("cookies-anticsrf-without-samesite-flag");
  if (session && !cookie.httpOnly) faults.push("cookies-session-without-httponly-flag");
  return faults;
}

/** The jar drops a value that is none of the three. */
const hasSameSite = ({ sameSite }: Cookie): boolean => sameSite !== undefined;
