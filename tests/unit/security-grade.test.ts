import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adviseHeaders } from "@/lib/security/grade/advisories";
import { isPreloadedTopLevel } from "@/lib/security/grade/preloaded";
import { parsePolicies } from "@/lib/security/grade/csp-policy";
import { HEADER_TESTS, gradeHeaders, gradeOf, scoreOf } from "@/lib/security/grade/grade";
import { observe } from "@/lib/security/grade/observation";
import { structuredToken } from "@/lib/security/grade/structured-token";
import { headersOf, observation } from "../support/observation";

type Given = Parameters<typeof observation>[0];

/** Result and score change of one test. */
const judged = (id: string, given: Given): [string, number] => {
  const row = HEADER_TESTS.find((test) => test.id === id)?.judge(observation(given));
  return [row?.result ?? "no such test", row?.scoreChange ?? Number.NaN];
};

const sent = (name: string, value: string | readonly string[]): Given => ({
  headers: [["content-type", "text/html"], ...[value].flat().map((one): [string, string] => [name, one])],
});
const route = (...hops: string[]): Given => ({
  http: { kind: "route", route: hops.map((hop) => new URL(hop)) },
});

describe("content-security-policy", () => {
  const meta = (policy: string): string => `<meta http-equiv="Content-Security-Policy" content="${policy}">`;

  it.each([
    [
      "default-src 'none'; script-src 'self'; style-src 'self'",
      "csp-implemented-with-no-unsafe-default-src-none",
      10,
    ],
    ["default-src 'self'", "csp-implemented-with-no-unsafe", 5],
    [
      "default-src 'self'; style-src 'self' 'unsafe-inline'",
      "csp-implemented-with-unsafe-inline-in-style-src-only",
      0,
    ],
    [
      "default-src 'self'; img-src http:",
      "csp-implemented-with-insecure-scheme-in-passive-content-only",
      -10,
    ],
    ["default-src 'self'; script-src 'self' 'unsafe-eval'", "csp-implemented-with-unsafe-eval", -10],
    ["default-src 'self'; script-src 'unsafe-inline'", "csp-implemented-with-unsafe-inline", -20],
    ["default-src 'self'; script-src 'unsafe-inline' 'nonce-a1b2'", "csp-implemented-with-no-unsafe", 5],
    ["default-src 'self'; script-src 'self' data:", "csp-implemented-with-unsafe-inline", -20],
    ["default-src 'self'; connect-src http://api.example.com", "csp-implemented-with-insecure-scheme", -20],
    ["script-src 'self'", "csp-implemented-with-unsafe-inline", -20],
    ["default-src 'self'; script-src 'strict-dynamic'", "csp-header-invalid", -25],
    [
      "default-src 'self'; script-src 'strict-dynamic' 'nonce-a1b2' https:",
      "csp-implemented-with-no-unsafe",
      5,
    ],
    ["default-src 'self'; default-src 'self'", "csp-header-invalid", -25],
    ["default-src 'self'; report-uri /a; report-uri /b", "csp-implemented-but-duplicate-directives", 0],
    ["default-src 'self'; script-src *; report-to a; report-to b", "csp-implemented-with-unsafe-inline", -20],
    ["default-src 'none', default-src *", "csp-implemented-with-no-unsafe-default-src-none", 10],
    ["short", "csp-header-invalid", -25],
    ["", "csp-header-invalid", -25],
    ["default-src 'self',", "csp-header-invalid", -25],
    [";;;;;;", "csp-not-implemented", -25],
  ])("%j is %s (%i)", (policy, result, change) => {
    expect(judged("content-security-policy", sent("content-security-policy", policy))).toEqual([
      result,
      change,
    ]);
  });

  it("reads a policy from markup, without what markup can't carry", () => {
    expect(judged("content-security-policy", { html: meta("default-src 'self'") })[0]).toBe(
      "csp-implemented-with-no-unsafe",
    );
    expect(judged("content-security-policy", { html: meta("default-src &#39;self&#39;") })[0]).toBe(
      "csp-implemented-with-no-unsafe",
    );
    expect(judged("content-security-policy", { html: meta("frame-ancestors 'none'") })[0]).toBe(
      "csp-not-implemented",
    );
    expect(judged("content-security-policy", { html: meta("") })[0]).toBe("csp-not-implemented");
    expect(judged("content-security-policy", { html: meta("sandbox; report-uri /a") })[0]).toBe(
      "csp-not-implemented",
    );
    expect(judged("content-security-policy", { html: `<!-- ${meta("default-src 'self'")} -->` })[0]).toBe(
      "csp-not-implemented",
    );
  });

  it("gives no credit for a policy that only reports", () => {
    const given = sent("content-security-policy-report-only", "default-src 'self'");
    expect(judged("content-security-policy", given)).toEqual([
      "csp-not-implemented-but-reporting-enabled",
      -25,
    ]);
  });

  it("allows plain http sources to a site that is itself plain http", () => {
    const given = {
      ...sent("content-security-policy", "default-src http://cdn.example.com"),
      url: "http://example.com/",
    };
    expect(judged("content-security-policy", given)[0]).toBe("csp-implemented-with-no-unsafe");
  });

  it("refuses more policies than a site would send, quickly", () => {
    const many = Array.from({ length: 5_000 }, (_, i) => `img-src a${i} b${i}`).join(",");
    expect(judged("content-security-policy", sent("content-security-policy", many))[0]).toBe(
      "csp-header-invalid",
    );
  });
});

describe("policies together", () => {
  const together = (...policies: string[]): unknown => {
    const parsed = parsePolicies(policies);
    return parsed && Object.fromEntries([...parsed.directives].map(([name, list]) => [name, [...list]]));
  };

  it.each([
    [["default-src 'self' https://a.example"], { "default-src": ["'self'", "https://a.example"] }],
    [["default-src https://a.example/x https://a.example"], { "default-src": ["https://a.example"] }],
    [["img-src a.example b.example", "img-src b.example c.example"], { "img-src": ["b.example"] }],
    [["img-src a.example", "img-src b.example"], { "img-src": ["'none'"] }],
    [
      ["img-src https://a.example/x/", "img-src https://a.example/x/y"],
      { "img-src": ["https://a.example/x/y"] },
    ],
    [["img-src https://a.example/x", "img-src https://a.example/x/y"], { "img-src": ["'none'"] }],
    [
      ["img-src https://a.example/%78/", "img-src https://a.example/x/"],
      { "img-src": ["https://a.example/x/"] },
    ],
    [["img-src https://a.example/%", "img-src https://a.example/%"], { "img-src": ["https://a.example/%"] }],
    [["default-src 'self'", "img-src a.example"], { "default-src": ["'self'"], "img-src": ["'none'"] }],
    [["default-src"], { "default-src": ["'none'"] }],
    [["img-src a", "short"], null],
    [[" \r\n "], null],
  ])("%j amount to %j", (policies, lists) => {
    expect(together(...policies)).toEqual(lists);
  });
});

describe("cookies", () => {
  const hsts: [string, string] = ["strict-transport-security", "max-age=31536000"];
  const set = (...lines: string[]): [string, string][] => lines.map((line) => ["set-cookie", line]);

  it.each([
    [[], "cookies-not-found", 0],
    [set("a=1; Secure; SameSite=Lax"), "cookies-secure-with-httponly-sessions-and-samesite", 5],
    [set("a=1; Secure; SameSite=Lax", "b=1; Secure"), "cookies-secure-with-httponly-sessions", 0],
    [set("a=1"), "cookies-without-secure-flag", -20],
    [[...set("a=1"), hsts], "cookies-without-secure-flag-but-protected-by-hsts", -5],
    [set("PHPSESSID=1; HttpOnly"), "cookies-session-without-secure-flag", -40],
    [[...set("login=1; HttpOnly"), hsts], "cookies-session-without-secure-flag-but-protected-by-hsts", -10],
    [set("session=1; Secure"), "cookies-session-without-httponly-flag", -30],
    [set("csrf=1; Secure"), "cookies-anticsrf-without-samesite-flag", -20],
    [set("a=1; Secure; SameSite=Sometimes"), "cookies-samesite-flag-invalid", -20],
    [set("a=1; Secure; SameSite=Sometimes; SameSite=Lax"), "cookies-samesite-flag-invalid", -20],
    [set("a=1; Secure; SameSite=Lax", "no equals sign; SameSite"), "cookies-samesite-flag-invalid", -20],
    [set("a=1; SameSite=None"), "cookies-samesite-flag-invalid", -20],
    [set("a=1; Secure; Domain=elsewhere.com"), "cookies-not-found", 0],
    [
      set("a=1; Secure; SameSite=Lax; Domain=.example.com"),
      "cookies-secure-with-httponly-sessions-and-samesite",
      5,
    ],
    [set("a=1", "a=1; Secure"), "cookies-secure-with-httponly-sessions", 0],
    [set("a=1; Path=/", "a=1; Secure"), "cookies-secure-with-httponly-sessions", 0],
    [set("a=1; Path=/x", "a=1; Secure"), "cookies-without-secure-flag", -20],
    [set("a=1; Domain=com"), "cookies-not-found", 0],
    [set("__Host-sess=1; Path=/", "__Secure-a=1; SameSite=Lax"), "cookies-not-found", 0],
    [set("__Host-sess=1; Path=/; Secure; Domain=example.com"), "cookies-not-found", 0],
    [set("__Host-sess=1; Path=/x; Secure"), "cookies-not-found", 0],
    [set("__Host-sess=1; Path=/; Secure"), "cookies-session-without-httponly-flag", -30],
    [set("__Host-sess=1; Secure"), "cookies-not-found", 0],
    [set("no equals sign", "=nameless; Secure"), "cookies-not-found", 0],
    [set("constructor=1"), "cookies-without-secure-flag", -20],
    [set("a=1; Secure; Max-Age=0"), "cookies-secure-with-httponly-sessions", 0],
    [set("a=1; Secure; SameSite=Lax=x"), "cookies-samesite-flag-invalid", -20],
    [set("heroku-session-affinity=1"), "cookies-not-found", 0],
    [set("a=1; sEcUrE ; samesite = STRICT"), "cookies-secure-with-httponly-sessions-and-samesite", 5],
  ] satisfies [[string, string][], string, number][])("%j: %s (%i)", (headers, result, change) => {
    expect(judged("cookies", { headers })).toEqual([result, change]);
  });
});

describe("strict-transport-security", () => {
  it.each([
    ["max-age=31536000; includeSubDomains; preload", "hsts-implemented-max-age-at-least-six-months", 0],
    ["max-age=15552000", "hsts-implemented-max-age-at-least-six-months", 0],
    ['MAX-AGE="31536000"', "hsts-implemented-max-age-at-least-six-months", 0],
    ["max-age=15551999", "hsts-implemented-max-age-less-than-six-months", -10],
    ["max-age=0", "hsts-implemented-max-age-less-than-six-months", -10],
    ["max-age=31536000, max-age=31536000", "hsts-header-invalid", -20],
    ["includeSubDomains", "hsts-header-invalid", -20],
    ["max-age=a year", "hsts-header-invalid", -20],
    ["", "hsts-header-invalid", -20],
  ])("%j is %s (%i)", (value, result, change) => {
    expect(judged("strict-transport-security", sent("strict-transport-security", value))).toEqual([
      result,
      change,
    ]);
  });

  it("needs https, a certificate that holds, and knows a preloaded host", () => {
    const pairs: [string, string][] = [["strict-transport-security", "max-age=31536000"]];
    expect(judged("strict-transport-security", {})[0]).toBe("hsts-not-implemented");
    expect(judged("strict-transport-security", { https: null })[0]).toBe("hsts-not-implemented-no-https");
    expect(judged("strict-transport-security", { https: { pairs, verified: false } })[0]).toBe(
      "hsts-invalid-cert",
    );
    expect(judged("strict-transport-security", { preloaded: ["example.com"] })).toEqual([
      "hsts-preloaded",
      5,
    ]);
  });
});

describe("browsers' list of hosts that are https only", () => {
  it.each([
    ["shop.dev", true],
    ["www.shop.app", true],
    ["shop.PAGE", true],
    ["dev.example.com", false],
    ["app.co", false],
    ["mydev", false],
  ])("has %s by its top-level domain: %s", (host, known) => {
    expect(isPreloadedTopLevel(host)).toBe(known);
  });
});

describe("a page that was cut", () => {
  const html = '<script src="https://cdn.example.net/a.js"></script>';
  it("has no result for its scripts, since more may come", () => {
    expect(judged("subresource-integrity", { html })[0]).toMatch(/^sri-not-implemented-but-external/);
    expect(judged("subresource-integrity", { html, cut: true })).toEqual(["sri-not-tested", 0]);
    expect(judged("subresource-integrity", { cut: true, headers: [["content-type", "text/plain"]] })[0]).toBe(
      "sri-not-implemented-response-not-html",
    );
  });
});

describe("redirection", () => {
  it.each([
    [route("http://example.com/", "https://example.com/"), "redirection-to-https", 0],
    [
      route("http://example.com/", "https://example.com/", "https://www.example.com/"),
      "redirection-to-https",
      0,
    ],
    [route("http://example.com/", "https://www.example.com/"), "redirection-off-host-from-http", -5],
    [
      route("http://example.com/", "http://www.example.com/", "https://www.example.com/"),
      "redirection-not-to-https-on-initial-redirection",
      -10,
    ],
    [route("http://example.com/", "http://www.example.com/"), "redirection-not-to-https", -20],
    [
      route("http://example.com/", "https://example.com/", "http://example.com/in"),
      "redirection-not-to-https",
      -20,
    ],
    [route("http://example.com/"), "redirection-missing", -20],
    [
      { ...route("http://example.com/"), preloaded: ["example.com"] },
      "redirection-all-redirects-preloaded",
      0,
    ],
    [{ http: { kind: "none" } }, "redirection-not-needed-no-http", 0],
    [{ http: { kind: "bad_certificate" } }, "redirection-invalid-cert", -20],
    [{ http: { kind: "not_tested" } }, "redirection-not-tested", 0],
    [
      {
        http: {
          kind: "unfinished_route",
          route: [new URL("http://example.com/"), new URL("http://example.com/home")],
        },
      },
      "redirection-not-to-https-on-initial-redirection",
      -10,
    ],
    [
      {
        http: {
          kind: "unfinished_route",
          route: [new URL("http://example.com/"), new URL("http://example.com/home")],
        },
        preloaded: ["example.com"],
      },
      "redirection-all-redirects-preloaded",
      0,
    ],
  ] satisfies [Given, string, number][])("%j is %s (%i)", (given, result, change) => {
    expect(judged("redirection", given)).toEqual([result, change]);
  });
});

describe("cross-origin-resource-sharing", () => {
  const origin = "https://a1b2.example";
  const answer = (allow: string, credentials?: string): Given => ({
    cors: {
      origin,
      pairs: [
        ["access-control-allow-origin", allow],
        ...(credentials === undefined ? [] : [["access-control-allow-credentials", credentials] as const]),
      ],
    },
  });

  it.each([
    [{ cors: { origin, pairs: [] } }, "not-implemented", 0],
    [answer("*"), "implemented-with-public-access", 0],
    [answer("*", "true"), "implemented-with-public-access", 0],
    [answer("https://example.com", "true"), "implemented-with-restricted-access", 0],
    [answer(origin), "implemented-with-restricted-access", 0],
    [answer(origin, "TRUE"), "implemented-with-universal-access", -50],
    [{ cors: null }, "not-tested", 0],
  ] satisfies [Given, string, number][])("%j is %s (%i)", (given, result, change) => {
    expect(judged("cross-origin-resource-sharing", given)).toEqual([
      `cross-origin-resource-sharing-${result}`,
      change,
    ]);
  });
});

describe("subresource-integrity", () => {
  const external = 'src="https://cdn.elsewhere.net/a.js"';
  const pinned = 'integrity="sha384-abc" crossorigin';

  it.each([
    ["<p>no scripts</p>", "sri-not-implemented-but-no-scripts-loaded", 0],
    ["<script>1</script>", "sri-not-implemented-but-all-scripts-loaded-from-secure-origin", 0],
    ['<script src="/a.js"></script>', "sri-not-implemented-but-all-scripts-loaded-from-secure-origin", 0],
    [
      '<script src="https://static.example.com/a.js"></script>',
      "sri-not-implemented-but-all-scripts-loaded-from-secure-origin",
      0,
    ],
    [`<script src="/a.js" ${pinned}></script>`, "sri-implemented-and-all-scripts-loaded-securely", 5],
    [`<script ${external} ${pinned}></script>`, "sri-implemented-and-external-scripts-loaded-securely", 5],
    [`<script ${external}></script>`, "sri-not-implemented-but-external-scripts-loaded-securely", -5],
    [
      `<script src="http://cdn.elsewhere.net/a.js" ${pinned}></script>`,
      "sri-implemented-but-external-scripts-not-loaded-securely",
      -20,
    ],
    [
      `<script src="//cdn.elsewhere.net/a.js"></script>`,
      "sri-not-implemented-and-external-scripts-not-loaded-securely",
      -50,
    ],
    [
      `<script ${external}></script><script src="HTTP://cdn.elsewhere.net/b.js"></script>`,
      "sri-not-implemented-and-external-scripts-not-loaded-securely",
      -50,
    ],
    [`<!-- <script ${external}></script> -->`, "sri-not-implemented-but-no-scripts-loaded", 0],
  ])("%s is %s (%i)", (html, result, change) => {
    expect(judged("subresource-integrity", { html })).toEqual([result, change]);
  });

  it("looks for no scripts in an answer that is not HTML", () => {
    const given: Given = {
      headers: [["content-type", "application/json"]],
      html: `<script ${external}></script>`,
    };
    expect(judged("subresource-integrity", given)[0]).toBe("sri-not-implemented-response-not-html");
  });
});

describe("the tests of one header", () => {
  it.each([
    ["referrer-policy", "no-referrer", "referrer-policy-private", 5],
    ["referrer-policy", "unsafe-url, strict-origin", "referrer-policy-private", 5],
    ["referrer-policy", "strict-origin, unsafe-url", "referrer-policy-unsafe", -5],
    ["referrer-policy", "no-referrer, nonsense", "referrer-policy-private", 5],
    ["referrer-policy", "nonsense", "referrer-policy-header-invalid", -5],
    ["x-content-type-options", "NoSniff", "x-content-type-options-nosniff", 0],
    ["x-content-type-options", "sniff", "x-content-type-options-header-invalid", -5],
    ["x-frame-options", "deny", "x-frame-options-sameorigin-or-deny", 5],
    ["x-frame-options", "ALLOW-FROM https://a.example", "x-frame-options-allow-from-origin", 0],
    ["x-frame-options", "DENY, DENY", "x-frame-options-header-invalid", -20],
    ["x-content-type-options", "nosniff, nosniff", "x-content-type-options-header-invalid", -5],
    ["cross-origin-resource-policy", "same-site", "corp-implemented-with-same-site", 10],
    ["cross-origin-resource-policy", "cross-origin", "corp-implemented-with-cross-origin", 0],
    ["cross-origin-resource-policy", "nonsense", "corp-header-invalid", -5],
    ["cross-origin-opener-policy", 'same-origin; report-to="a"', "coop-implemented-with-same-origin", 10],
    ["cross-origin-opener-policy", "unsafe-none", "coop-implemented-with-unsafe-none", 0],
    ["cross-origin-opener-policy", "Same-Origin", "coop-header-invalid", -5],
    ["cross-origin-embedder-policy", "credentialless", "coep-implemented-with-credentialless", 10],
    ["cross-origin-embedder-policy", "require-corp, require-corp", "coep-header-invalid", -5],
  ])("%s: %s is %s (%i)", (name, value, result, change) => {
    expect(judged(name, sent(name, value))).toEqual([result, change]);
  });

  it.each([
    ["referrer-policy", "referrer-policy-not-implemented", 0],
    ["x-content-type-options", "x-content-type-options-not-implemented", -5],
    ["x-frame-options", "x-frame-options-not-implemented", -20],
    ["cross-origin-resource-policy", "corp-not-implemented", 0],
    ["cross-origin-opener-policy", "coop-not-implemented", 0],
    ["cross-origin-embedder-policy", "coep-not-implemented", 0],
  ])("%s missing is %s (%i)", (name, result, change) => {
    expect(judged(name, {})).toEqual([result, change]);
  });

  it.each([
    ["x-frame-options", "SAMEORIGIN", /more than once.*obey two that agree/],
    ["x-content-type-options", "nosniff", /send it once/],
    ["strict-transport-security", "max-age=31536000", /more than once.*all but the first/],
    ["cross-origin-opener-policy", "same-origin", /sent twice/],
    ["cross-origin-embedder-policy", "require-corp", /sent twice/],
    ["cross-origin-resource-policy", "same-site", /sent twice/],
  ])("says of a good %s that is sent twice (%s) what browsers make of it", (name, value, reason) => {
    const headers: Given["headers"] = [
      [name, value],
      [name, value],
    ];
    const row = gradeHeaders(observation({ headers })).rows.find(({ id }) => id === name);
    expect(row).toMatchObject({ pass: false, reason: expect.stringMatching(reason) });
  });

  it("names the cookies, scripts and sources that a failed row comes from, cleaned and few", () => {
    const reason = (id: string, given: Given): string | undefined =>
      gradeHeaders(observation(given)).rows.find((row) => row.id === id)?.reason;
    const cookie = (...lines: string[]): Given => ({
      headers: lines.map((line) => ["set-cookie", line] as const),
    });
    expect(reason("cookies", cookie("PHPSESSID=1; Secure", "a=1; Secure", "login=2; Secure; HttpOnly"))).toBe(
      "A session cookie lacks HttpOnly: scripts can read it. Seen: PHPSESSID.",
    );
    expect(
      reason("cookies", cookie("a=1; Secure; SameSite=Sometimes", "b=1; SameSite=None; Secure")),
    ).toMatch(/ Seen: a\.$/);
    expect(reason("cookies", cookie(...["a", "b", "c", "d", "e"].map((name) => `${name}=1`)))).toMatch(
      / Seen: a, b, c, d, …$/,
    );
    expect(reason("cookies", cookie("a=1; Secure; HttpOnly; SameSite=Lax"))).not.toContain("Seen");
    const html =
      '<script src="/own.js"></script><script src="https://cdn.example.net/a.js?key=abc"></script><script src="https://ok.example.net/b.js" integrity="sha384-a"></script>';
    expect(reason("subresource-integrity", { html })).toBe(
      "A script from elsewhere is not pinned by hash. Seen: https://cdn.example.net/a.js.",
    );
    const csp = (value: string): string | undefined =>
      reason("content-security-policy", sent("content-security-policy", value));
    expect(csp("default-src 'self'; script-src 'self' https: 'unsafe-inline'")).toMatch(
      / Seen: script-src 'unsafe-inline', script-src https:\.$/,
    );
    expect(csp("script-src 'self'")).toMatch(/ Seen: no object-src\.$/);
  });

  it("lets frame-ancestors outweigh a bad X-Frame-Options, and a meta tag's X-Frame-Options not count", () => {
    const both: Given = {
      headers: [
        ["x-frame-options", "nonsense"],
        ["content-security-policy", "frame-ancestors 'none'"],
      ],
    };
    expect(judged("x-frame-options", both)[0]).toBe("x-frame-options-implemented-via-csp");
    const meta = '<meta http-equiv="X-Frame-Options" content="DENY">';
    expect(judged("x-frame-options", { html: meta })[0]).toBe("x-frame-options-not-implemented");
  });

  it("lets markup's referrer policy come after the header's", () => {
    const given = {
      ...sent("referrer-policy", "unsafe-url"),
      html: '<meta name="referrer" content="no-referrer">',
    };
    expect(judged("referrer-policy", given)[0]).toBe("referrer-policy-private");
  });
});

describe("structuredToken", () => {
  it.each([
    ["same-origin", "same-origin"],
    ["  same-origin  ", "same-origin"],
    ["a;b;c=1;d=-1.5;e=?1;f=:YQ==:;g=token", "a"],
    ['a; b="q \\" q"', "a"],
    ["a;", null],
    ["a; B=1", null],
    ["a b", null],
    ["a, b", null],
    ["1", null],
    ["", null],
  ])("%j is %j", (header, token) => {
    expect(structuredToken(header)).toBe(token);
  });
});

describe("the score", () => {
  it.each([
    [[], 100],
    [[10, 5], 115],
    [[-10, 10, 10], 110],
    [[-15, 10, 10], 85],
    [[-60, -60], 0],
  ])("of the changes %j is %i", (changes, score) => {
    expect(scoreOf(changes)).toBe(score);
  });

  it.each([
    [135, "A+"],
    [100, "A+"],
    [99, "A"],
    [90, "A"],
    [89, "A-"],
    [80, "B+"],
    [79, "B"],
    [70, "B"],
    [65, "B-"],
    [60, "C+"],
    [50, "C"],
    [45, "C-"],
    [40, "D+"],
    [30, "D"],
    [25, "D-"],
    [24, "F"],
    [0, "F"],
  ])("%i is %s", (score, grade) => {
    expect(gradeOf(score)).toBe(grade);
  });
});

describe("gradeHeaders", () => {
  it("grades a bare site D and a careful one A+, with twelve rows that add up", () => {
    const bare = gradeHeaders(observation({ http: { kind: "none" } }));
    expect([bare.grade, bare.score]).toEqual(["D", 30]);
    const careful = gradeHeaders(
      observation({
        headers: [
          ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
          ["strict-transport-security", "max-age=63072000"],
          ["x-content-type-options", "nosniff"],
          ["referrer-policy", "no-referrer"],
        ],
      }),
    );
    expect([careful.grade, careful.score]).toEqual(["A+", 120]);
    for (const { rows, score } of [bare, careful]) {
      expect(rows).toHaveLength(12);
      expect(scoreOf(rows.map((row) => row.scoreChange))).toBe(score);
      for (const row of rows) {
        expect(row.reason).not.toBe("");
        expect(URL.canParse(row.documentation)).toBe(true);
      }
    }
  });

  it.each([
    [200, true],
    [302, true],
    [401, true],
    [403, true],
    [404, false],
    [500, false],
    [101, false],
  ])("status %i is graded: %s", (status, graded) => {
    expect(gradeHeaders(observation({ status })).grade !== null).toBe(graded);
  });

  it("counts what was not tested neither as passed nor as failed", () => {
    const { rows, testsPassed, testsFailed } = gradeHeaders(
      observation({ cors: null, http: { kind: "not_tested" } }),
    );
    expect(testsPassed + testsFailed).toBe(10);
    expect(rows.filter((row) => row.pass === null).map((row) => row.id)).toEqual([
      "cross-origin-resource-sharing",
      "redirection",
    ]);
  });

  const NAMES = [
    "content-security-policy",
    "set-cookie",
    "strict-transport-security",
    "cross-origin-opener-policy",
  ];

  it("never throws, whatever a site sends", () => {
    const value = fc.string({
      unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...NAMES), value)), fc.string(), (headers, html) => {
        const seen = observation({ headers: headers.map(([name, text]) => [name, text.trim()]), html });
        expect(gradeHeaders(seen).score).toBeGreaterThanOrEqual(0);
        expect(adviseHeaders(seen)).toHaveLength(5);
      }),
    );
  });

  it("is made from an answer as it came", () => {
    const page = {
      url: "https://www.example.com/",
      status: 200,
      headers: headersOf([["content-type", "text/html; charset=utf-8"]]),
      body: new TextEncoder().encode('<script src="https://cdn.elsewhere.net/a.js"></script>'),
      truncated: false,
    };
    const { isPreloaded, registrableDomain } = observation({});
    const seen = observe(page, {
      host: "example.com",
      http: { kind: "none" },
      cors: null,
      isPreloaded,
      registrableDomain,
    });
    const sri = gradeHeaders(seen).rows.find((row) => row.id === "subresource-integrity");
    expect(sri?.result).toBe("sri-not-implemented-but-external-scripts-loaded-securely");
  });
});

describe("adviseHeaders", () => {
  const advice = (id: string, given: Given): string | undefined =>
    adviseHeaders(observation(given)).find((row) => row.id === id)?.status;

  it.each([
    ["permissions-policy", sent("permissions-policy", "camera=()"), "good"],
    ["permissions-policy", {}, "improve"],
    ["permissions-policy", sent("permissions-policy", 'camera=(), geolocation=(self "https://a.com"),  fullscreen=*;report-to=x'), "good"], // prettier-ignore
    ["permissions-policy", sent("permissions-policy", "camera 'none'; microphone 'none'"), "improve"],
    ["permissions-policy", sent("permissions-policy", "camera=(), microphone=(),"), "improve"],
    ["permissions-policy", sent("permissions-policy", "camera=(self"), "improve"],
    ["disclosure", sent("server", "nginx"), "good"],
    ["disclosure", sent("server", "nginx/1.18.0"), "improve"],
    ["disclosure", sent("x-powered-by", "Express"), "improve"],
    ["disclosure", sent("x-debug-token", "abc123"), "improve"],
    ["cookie-caching", {}, "not_applicable"],
    ["cookie-caching", sent("set-cookie", "a=1"), "improve"],
    ["cookie-caching", { headers: [["set-cookie", "a=1"], ["cache-control", "max-age=0, private"]] }, "good"], // prettier-ignore
    ["cookie-caching", { headers: [["set-cookie", "a=1"], ["cache-control", "public"]] }, "improve"], // prettier-ignore
    ["stylesheet-integrity", { html: '<link rel="stylesheet" href="/a.css">' }, "not_applicable"],
    ["stylesheet-integrity", { html: '<link rel="stylesheet" href="https://cdn.net/a.css">' }, "improve"],
    ["frame-ancestors-in-meta", {}, "not_applicable"],
    [
      "frame-ancestors-in-meta",
      { html: `<meta http-equiv="content-security-policy" content="frame-ancestors 'none'">` },
      "improve",
    ],
  ] satisfies [string, Given, string][])("%s for %j is %s", (id, given, status) => {
    expect(advice(id, given)).toBe(status);
  });

  it("shows a banner cleaned and short, and a debugging header's name alone", () => {
    const rows = adviseHeaders(
      observation({
        headers: [
          ["server", `<b>Apache/2.4</b>${"x".repeat(500)}`],
          ["x-debug-token", "s3cr3t-token"],
        ],
      }),
    );
    const detail = rows.find((row) => row.id === "disclosure")?.detail ?? "";
    expect(detail).toContain("Apache/2.4");
    expect(detail).not.toContain("<b>");
    expect(detail).not.toContain("s3cr3t");
    expect(detail.length).toBeLessThanOrEqual(256);
  });
});
