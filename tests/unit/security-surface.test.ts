import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Surface } from "@/lib/security/audit/survey-surface";
import { CATEGORIES, SEVERITIES } from "@/lib/security/probes/finding";
import { REQUEST_BUDGET } from "@/lib/security/scan-fetch";
import { SITES } from "@/sandbox/sites/sites";
import { type ScanWorld, startScanWorld } from "../support/scan-world";
import { surveyWith } from "../support/survey";

let world: ScanWorld;
let survey: (host: string) => Promise<Surface>;
beforeAll(async () => {
  world = await startScanWorld();
  survey = await surveyWith();
});
afterAll(() => world.close());

const NO_REDIRECT = "low: Redirection to https: test failed";
const NO_HSTS = "low: Strict Transport Security: test failed";
const NO_CONTACT = "info: No security.txt";
const NO_POLICY = "low: Content Security Policy: test failed";
/** Of a site that sends no security header for its pages. */
const NO_HEADERS = [
  NO_POLICY,
  "low: X-Frame-Options: test failed",
  "info: X-Content-Type-Options: test failed",
];
/** What is true of every bare site of the local world: plain http, no header, nobody to tell. */
const BARE = [NO_REDIRECT, NO_HSTS, NO_CONTACT, ...NO_HEADERS];
/** Plain http leads to plain http, and nothing more is known. */
const PLAIN_FIRST = "info: Redirection to https: test failed";
/** The same where nothing, or something else, is said of plain http. */
const BARE_BUT_HTTP = [NO_HSTS, NO_CONTACT, ...NO_HEADERS];
/** The same of a site with HSTS and a redirect. */
const SECURE = [NO_CONTACT, ...NO_HEADERS];
const ENV = "high: Environment file is public";
const DEBUG = "medium: Debug page is public";
const INDEX = "low: Directory index is public";
const SOFTWARE = "info: Pages name the software behind the site";
const GIT = "high: Git repository is public";

/** Every finding of every site. Whatever stands beyond BARE is what the site is there for. */
const FINDINGS: Readonly<Record<string, readonly string[]>> = {
  "single-page-app-fixture.com": BARE,
  "soft-404-page-fixture.com": BARE,
  "soft-404-json-fixture.com": BARE,
  "settings-everywhere-fixture.com": BARE,
  "quoting-docs-fixture.com": BARE,
  "login-wall-fixture.com": [...BARE_BUT_HTTP, PLAIN_FIRST],
  "forbidden-everywhere-fixture.com": BARE,
  "leaking-fixture.com": [
    ENV,
    GIT,
    "high: Any site may read answers with credentials",
    "medium: Cookies: test failed",
    ...BARE,
    "info: Headers name the software behind the site",
  ],
  "leaking-crlf-fixture.com": [ENV, GIT, ...BARE],
  "leaking-as-page-fixture.com": [ENV, ...BARE],
  "detached-head-fixture.com": [GIT, ...BARE],
  "leaking-gzip-fixture.com": [ENV, ...BARE],
  "env-template-fixture.com": ["low: Environment template is public", ...BARE],
  "plain-fixture.com": BARE,
  "ten-megabytes-fixture.com": BARE,
  "gzip-bomb-fixture.com": BARE,
  "long-way-fixture.com": [...BARE_BUT_HTTP, PLAIN_FIRST],
  "plain-first-fixture.com": [...BARE_BUT_HTTP, PLAIN_FIRST],
  "plain-refused-fixture.com": BARE,
  "plain-down-fixture.com": BARE_BUT_HTTP,
  "plain-blocked-fixture.com": BARE_BUT_HTTP,
  "long-page-fixture.com": BARE,
  "preloaded-fixture.dev": SECURE,
  "www.apex-fixture.com": SECURE,
  "cookie-on-the-way-fixture.com": [...SECURE, "medium: Cookies: test failed"],
  "moved-documents-fixture.com": [
    ...SECURE,
    "info: API description is public",
    "info: API documentation page is public",
  ],
  "sign-in-for-all-fixture.com": SECURE,
  "json-root-fixture.com": BARE,
  "no-root-fixture.com": [NO_CONTACT],
  "gone-fixture.com": [NO_CONTACT],
  "hardened-fixture.com": ["info: API description is public"],
  "closed-to-crawlers-fixture.com": [ENV, ...BARE],
  // as common hosts serve them
  "wordpress-fixture.com": [...SECURE, SOFTWARE],
  "next-on-vercel-fixture.com": SECURE,
  "pages-app-fixture.com": SECURE,
  "shopify-fixture.com": [
    NO_CONTACT,
    NO_POLICY,
    "info: Subresource Integrity: test failed",
    "info: Strict Transport Security: test failed",
  ],
  "nginx-index-fixture.com": [INDEX, ...SECURE],
  "api-only-fixture.com": [
    ...SECURE,
    "info: API description is public",
    "info: API documentation page is public",
  ],
  "docs-fixture.com": SECURE,
  "django-fixture.com": [NO_CONTACT, NO_POLICY],
  "bucket-site-fixture.com": SECURE,
  "spring-fixture.com": SECURE,
  "express-fixture.com": [...SECURE, "info: Headers name the software behind the site"],
  // that show too much
  "django-debug-fixture.com": [DEBUG, ...BARE],
  "rails-debug-fixture.com": [DEBUG, ...BARE],
  "laravel-debug-fixture.com": [DEBUG, ...BARE],
  "spring-trace-fixture.com": [DEBUG, ...BARE],
  "werkzeug-fixture.com": ["high: Debugger's console is public", ...BARE],
  "express-trace-fixture.com": [...BARE, "low: Stack trace is public"],
  "next-dev-fixture.com": ["medium: Development server is public", ...BARE],
  "vite-dev-fixture.com": ["medium: Development server is public", ...BARE],
  "php-messages-fixture.com": [...BARE, "low: PHP's messages are public"],
  "bucket-listing-fixture.com": ["medium: Object store lists its content", ...BARE],
  "apache-index-fixture.com": [...BARE, INDEX, SOFTWARE],
  "mixed-content-fixture.com": ["medium: Mixed content", ...BARE],
  "source-map-fixture.com": [...BARE, "info: A source map is named"],
  "private-api-fixture.com": [
    ...BARE,
    "low: API description names private addresses",
    "info: API description is public",
  ],
};

/** Sites whose owners refuse this scanner by their robots.txt. */
const OPTED_OUT = ["opted-out-fixture.com", "www.apex-refusing-fixture.com"];
/** Sites that are none, but lead to others. */
const ELSEWHERE = [
  "moved-away-fixture.com",
  "apex-fixture.com",
  "apex-refusing-fixture.com",
  "apex-inward-fixture.com",
  "apex-loop-fixture.com",
  "www.apex-loop-fixture.com",
  "plain-detour-fixture.com",
];

/** Sites that give nothing to judge, and why. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  "broken-gzip-fixture.com": "unreadable_body",
  "dripping-fixture.com": "timeout",
  "silent-fixture.com": "timeout",
  "resetting-fixture.com": "reset",
  "cut-short-fixture.com": "unreadable_body",
  "header-bomb-fixture.com": "headers_too_large",
  "challenged-fixture.com": "challenged",
  "challenged-softly-fixture.com": "challenged",
  "throttling-fixture.com": "busy",
  "homepage-down-fixture.com": "busy",
  "robots-down-fixture.com": "busy",
  "cloudflare-block-fixture.com": "blocked",
  "akamai-block-fixture.com": "blocked",
  "imperva-block-fixture.com": "blocked",
  "aws-block-fixture.com": "blocked",
  "load-balancer-block-fixture.com": "blocked",
  "endless-redirects-fixture.com": "redirects",
  "inward-redirects-fixture.com": "redirects",
  "downgrading-fixture.com": "redirects",
};

/** A template is a remark, not a leak: it is found, and the site's truth holds no exposed path. */
const isLeak = ({ severity }: { severity: string }): boolean => severity === "high" || severity === "medium";

const askedOf = (host: string) => world.sites.asked.filter(({ address }) => new URL(address).host === host);

describe("a survey of a site", () => {
  it("is known for every site of the local world", () => {
    expect(
      [...Object.keys(FINDINGS), ...Object.keys(UNREACHABLE), ...OPTED_OUT, ...ELSEWHERE].sort(),
    ).toEqual(SITES.map(({ host }) => host).sort());
  });

  it.each(Object.entries(FINDINGS))("finds at %s exactly what is true of it", async (host, expected) => {
    const { findings, rows } = await survey(host);
    expect(findings.map(({ severity, title }) => `${severity}: ${title}`).sort()).toEqual(
      [...expected].sort(),
    );
    const weights = findings.map(({ severity }) => SEVERITIES.indexOf(severity));
    expect(weights, "worst first").toEqual(weights.toSorted((a, b) => b - a));
    const leaks = rows.filter((row) => row.path !== "/" && row.findings.some(isLeak)).map(({ path }) => path);
    expect(findings.map(({ category }) => category).every((category) => CATEGORIES.includes(category))).toBe(
      true,
    );
    expect(leaks).toEqual(SITES.find((site) => site.host === host)?.exposed);
    const asked = askedOf(host);
    expect(asked.length).toBeLessThanOrEqual(REQUEST_BUDGET);
    expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(asked.filter(({ address }) => address.startsWith("http:"))).toHaveLength(1);
  });

  it.each(Object.entries(UNREACHABLE))(
    "ends at %s where it gives nothing to judge, by its robots.txt or then by its homepage: %s",
    async (host, reason) => {
      const refusal = await survey(host).catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        status: 503,
        code: "target_unreachable",
        options: { details: { reason } },
      });
      const paths = askedOf(host)
        .map(({ address }) => new URL(address).pathname)
        .filter((path) => !path.startsWith("/hop/"));
      const late = reason === "redirects" || host.startsWith("homepage-");
      expect(paths).toEqual(late ? ["/robots.txt", "/"] : ["/robots.txt"]);
    },
  );

  it("names robots.txt where that is in trouble, and the homepage where that is", async () => {
    const messageOf = async (host: string) => String(await survey(host).catch((error: unknown) => error));
    expect(await messageOf("robots-down-fixture.com")).toContain("robots.txt answered 500");
    expect(await messageOf("homepage-down-fixture.com")).toContain("homepage answered 500");
  });

  it.each(ELSEWHERE)(
    "ends at %s, which leads to another site, with its robots.txt and homepage",
    async (host) => {
      expect(await survey(host).catch((error: unknown) => error)).toMatchObject({
        status: 400,
        options: { details: { reason: "redirects" } },
      });
      expect(askedOf(host)).toHaveLength(2);
    },
  );

  it.each(OPTED_OUT)("ends at %s with its robots.txt, because that refuses the scanner", async (host) => {
    expect(await survey(host).catch((error: unknown) => error)).toMatchObject({
      status: 403,
      code: "platform_scope_forbidden",
      options: { details: { problems: [{ code: "opted_out" }] } },
    });
    expect(askedOf(host).map(({ address }) => new URL(address).pathname)).toEqual(["/robots.txt"]);
  });

  it("never shows a value of what it found", async () => {
    const text = JSON.stringify(await survey("leaking-fixture.com"));
    for (const value of ["sk_live", "not_a_real", "not-a-real", "shop@example.com", "abc"])
      expect(text).not.toContain(value);
    expect(text).toContain("STRIPE_SECRET_KEY");
  });
});
