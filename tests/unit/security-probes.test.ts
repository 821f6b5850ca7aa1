import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { API_PAGE_PATHS, OPENAPI_PATHS, judgeApiDocs } from "@/lib/security/probes/api-docs";
import { blockedBy } from "@/lib/security/probes/block-page";
import { isCatchAll, type Control } from "@/lib/security/probes/control";
import { judgeCors } from "@/lib/security/probes/cors-probe";
import { judgeEnv } from "@/lib/security/probes/env/env-file";
import { readEnv } from "@/lib/security/probes/env/env-lines";
import {
  CATEGORIES,
  categoryCounts,
  type Finding,
  SEVERITIES,
  severityCounts,
  surfaceGrade,
} from "@/lib/security/probes/finding";
import { judgeGit } from "@/lib/security/probes/git";
import { disclosureFindings, gradeFindings } from "@/lib/security/probes/header-findings";
import type { ProbeRow } from "@/lib/security/probes/probe-row";
import { judgeRobots } from "@/lib/security/probes/robots-probe";
import { judgeSecurityTxt } from "@/lib/security/probes/security-txt-probe";
import { judgeSitemap } from "@/lib/security/probes/sitemap-probe";
import { gradeHeaders } from "@/lib/security/grade/grade";
import type { SiteResponse } from "@/lib/security/site-response";
import { startSites } from "@/sandbox/sites/server";
import { SITES } from "@/sandbox/sites/sites";
import { observation } from "../support/observation";
import { runs } from "../support/properties";
import { site } from "../support/site-response";
import { ENV_FILES } from "../fixtures/cases/env-files";
import { cpuMs } from "../support/cpu-time";

const NOW = Date.parse("2026-11-21T00:00:00Z");
const HTML = "text/html; charset=utf-8";

/** A site that answers 404 to what it doesn't know. */
const honest: readonly Control[] = [
  { path: "/.x7f3a9", answer: site("Not found", { status: 404 }) },
  { path: "/x7f3a9/HEAD", answer: site("Not found", { status: 404 }) },
];

const lines = (...all: string[]): string => `${all.join("\n")}\n`;
const LARAVEL = lines(
  "APP_NAME=Shop",
  "APP_ENV=production",
  "APP_KEY=base64:c2VjcmV0LXZhbHVlLW5vYm9keS1zZWVz",
  "",
  "# database",
  "DB_HOST=127.0.0.1",
  "DB_PASSWORD=hunter2-hunter2",
);

/** Severities of what a row found. */
const found = (row: ProbeRow): string[] => row.findings.map(({ severity }) => severity);

describe("/.env", () => {
  it.each([
    ["as text", site(LARAVEL)],
    ["without a content type", site(LARAVEL, { type: null })],
    ["as an octet stream", site(LARAVEL, { type: "application/octet-stream" })],
    ["as HTML, from a server that gives that type to anything", site(LARAVEL, { type: HTML })],
    ["in part", site(LARAVEL, { status: 206 })],
    ["with CRLF", site(LARAVEL.replaceAll("\n", "\r\n"))],
    ["with a byte order mark", site(`\uFEFF${LARAVEL}`)],
    ["in UTF-16", site(Buffer.from(`\uFEFF${LARAVEL}`, "utf16le"))],
    ["in UTF-16, big-endian", site(Buffer.from(`\uFEFF${LARAVEL}`, "utf16le").swap16())],
    ["with spaces before each line", site(LARAVEL.replaceAll("\n", "\n   "))],
    ["with export", site(lines("export STRIPE_SECRET_KEY=sk_live_0a1b2c3d4e5f"))],
    ["with one secret alone", site("DATABASE_URL=postgres://u:p4ssw0rd@db/shop")],
    [
      "with a key over several lines",
      site(
        lines(
          'PRIVATE_KEY="-----BEGIN KEY-----',
          "QUJDREVGR0hJSktM",
          "TU5PUFFSU1RVVldY",
          '-----END KEY-----"',
          "PORT=80",
        ),
      ),
    ],
    [
      "with a bare PEM block",
      site(
        lines(
          "JWT_PRIVATE_KEY=-----BEGIN KEY-----",
          "QUJDREVGR0hJSktM",
          "TU5PUFFSU1RVVldY",
          "-----END KEY-----",
        ),
      ),
    ],
    ["cut off at the limit", site(`${LARAVEL}SMTP_PASSW`, { truncated: true })],
    ["cut off in its second line", site("API_TOKEN=abcdef123456\nSMTP_PASSW", { truncated: true })],
    [
      "with markup in a value",
      site(lines("MAIL_FOOTER=<html><body>Bye</body></html>", "API_TOKEN=abcdef123456")),
    ],
  ])("is a leak %s", (_how, answer) => {
    const row = judgeEnv(answer, honest);
    expect(row.status).toBe("exposed");
    expect(found(row)).toEqual(["high"]);
  });

  it.each([
    ["none", null, "inconclusive"],
    ["404", site(LARAVEL, { status: 404 }), "absent"],
    ["403", site("Forbidden", { status: 403 }), "blocked"],
    ["401", site("", { status: 401 }), "blocked"],
    ["a redirect to a login", site("", { status: 302, headers: { location: "/login" } }), "absent"],
    ["a login page at last", site("<!doctype html><title>Sign in</title>", { type: HTML }), "absent"],
    ["429", site("slow down", { status: 429 }), "inconclusive"],
    ["503", site("busy", { status: 503 }), "inconclusive"],
    ["an empty body", site(""), "absent"],
    ["a page that quotes settings", site(`<!doctype html><pre>${LARAVEL}</pre>`, { type: HTML }), "absent"],
    ["a page behind blank lines", site(`${"\n".repeat(3_000)}<html>\n${LARAVEL}`, { type: HTML }), "absent"],
    [
      "a page with one setting a line",
      site(lines("<html>", "A_KEY=1", "B_KEY=2", "C_KEY=3", "D_KEY=4")),
      "absent",
    ],
    [
      "'not found' as JSON",
      site('{"error":"not found","path":"/.env"}', { type: "application/json" }),
      "absent",
    ],
    ["JSON without its type", site('{"API_KEY":"none"}'), "absent"],
    [
      "a script",
      site(lines("TOKEN=1", "SECRET=2", "PASSWORD=3"), { type: "application/javascript" }),
      "absent",
    ],
    ["prose", site("The variable API_KEY=... must be set.\nSee the handbook.\n"), "absent"],
    ["two lower-case settings", site(lines("color=red", "size=10")), "absent"],
    [
      "a challenge",
      site("<html><title>Just a moment...</title>", { type: HTML, headers: { "cf-mitigated": "challenge" } }),
      "inconclusive",
    ],
    [
      "a challenge by its script",
      site("<html><script src=/_Incapsula_Resource?a=1></script>", { type: HTML }),
      "inconclusive",
    ],
    [
      "a whole page with a protection service's script",
      site(`<html><script src=/_Incapsula_Resource?a=1></script>${"<p>text</p>".repeat(2_000)}`, {
        type: HTML,
      }),
      "absent",
    ],
    [
      "a challenge by its title",
      site("<!doctype html><title>Just a moment...</title>", { type: HTML }),
      "inconclusive",
    ],
  ] satisfies [string, SiteResponse | null, string][])("is no leak: %s", (_what, answer, status) => {
    const row = judgeEnv(answer, honest);
    expect(row.findings).toEqual([]);
    expect(row.status).toBe(status);
  });

  it.each(ENV_FILES)("of $from is $verdict", ({ body, type, verdict, reported = [] }) => {
    const row = judgeEnv(site(body, { ...(type !== undefined && { type }) }), honest);
    expect(found(row)).toEqual(verdict === "none" ? [] : [verdict]);
    expect(row.status).toBe(verdict === "none" ? "absent" : "exposed");
    for (const name of reported) expect(row.findings[0]?.detail).toContain(name);
    const values = body.split("\n").flatMap((line) =>
      line
        .split("=")
        .slice(1)
        .join("=")
        .split(/[\s"':/]+/),
    );
    for (const value of values) if (value.length >= 12) expect(JSON.stringify(row)).not.toContain(value);
  });

  it("is tried with 60 files of the world and more, of every verdict", () => {
    expect(ENV_FILES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(ENV_FILES.map(({ from }) => from)).size).toBe(ENV_FILES.length);
  });

  it.each([
    [
      "placeholders only",
      lines("APP_ENV=local", "APP_KEY=", "DB_PASSWORD=changeme", "API_TOKEN=${API_TOKEN}"),
      "low",
    ],
    ["your-… values", lines("API_KEY=your-key-here", "SECRET_KEY=<secret>", "DSN=xxxx"), "low"],
    ["three plain settings", lines("APP_NAME=Shop", "APP_ENV=production", "PORT=8080"), "medium"],
    ["a quoted secret with a comment", lines("TOKEN='abcdef123456' # rotate"), "high"],
  ])("weighs %s by what could be lost", (_what, body, severity) => {
    expect(found(judgeEnv(site(body), honest))).toEqual([severity]);
  });

  it("is a catch-all when a path that nobody made gets the same, but for its own name", () => {
    const echo = (path: string): SiteResponse =>
      site(lines("ERROR=404", `REQUESTED=${path}`, "TOKEN=none-here"));
    const row = judgeEnv(echo("/.env"), [{ path: "/.x7f3a9", answer: echo("/.x7f3a9") }]);
    expect([row.status, row.findings]).toEqual(["catch_all", []]);
  });

  it("is a catch-all when such a path gets settings too, whatever they are", () => {
    const controls = [{ path: "/.x7f3a9", answer: site(lines("TOKEN=another", "B=2")) }];
    expect(judgeEnv(site(LARAVEL), controls).status).toBe("catch_all");
  });

  it("is a leak though such a path has the same status, type and length", () => {
    const controls = [{ path: "/.x7f3a9", answer: site("x".repeat(LARAVEL.length)) }];
    expect(judgeEnv(site(LARAVEL), controls).status).toBe("exposed");
  });

  it("lists the names of secret settings, not their values", () => {
    const text = JSON.stringify(judgeEnv(site(LARAVEL), honest));
    expect(text).toContain("DB_PASSWORD");
    expect(text).not.toContain("hunter2");
    expect(text).not.toContain("c2VjcmV0");
  });

  it.each([
    "SECRET=one\nQUJDREVTOKENhGR0=",
    "SECRET=one\nQUJTOKEN==",
    "SECRET=one\ntoken4f2a9c=x",
    "SECRET=one\nAB12TOKEN34CD=x",
  ])("doesn't tell a name that could be a piece of a value: %j", (body) => {
    const { findings } = judgeEnv(site(body), honest);
    expect(findings.length).toBeLessThanOrEqual(1);
    expect(JSON.stringify(findings)).not.toMatch(/QUJ|4f2a|AB12/);
  });

  const NAMES = [
    "API_TOKEN",
    "DB_PASSWORD",
    "STRIPE_SECRET",
    "PORT",
    "APP_ENV",
    "AWS_KEY",
    "export SENTRY_DSN",
  ];
  const value = fc.oneof(
    fc.string({ minLength: 8, maxLength: 60 }),
    fc.base64String({ minLength: 12, maxLength: 80 }),
    fc.base64String({ minLength: 64, maxLength: 200 }).map((text) => text.replace(/.{16}/g, "$&\n")),
    fc.string({ minLength: 8, maxLength: 30 }).map((text) => `-----BEGIN X-----\n${text}\n-----END X-----`),
  );
  const quote = fc.constantFrom("", '"', "'", "`");

  it("never shows a value, however it is written", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...NAMES), value, quote), { minLength: 1, maxLength: 8 }),
        (all) => {
          const body = all.map(([name, secret, mark]) => `${name}=${mark}${secret}${mark}`).join("\n");
          const text = JSON.stringify(judgeEnv(site(body), honest));
          for (const piece of all.flatMap(([, secret]) => secret.split(/[\s"\\]+/)))
            if (piece.length >= 8) expect(text).not.toContain(piece);
        },
      ),
      runs(5),
    );
  });

  it.each([
    'A="\n',
    "A=-----BEGIN X\n",
    "=\n",
    "A_TOKEN=" + " ".repeat(200) + "\n",
    "#\n",
    " ",
    "A=`\nB='\n",
    "A_KEY=https://a:",
    "A_KEY=https://b.infura.io/c/d",
    "A_KEY=xxxxxxx",
    "A_KEY=eyJa.eyJb.",
    "# A_KEY=ladder basket ",
  ])("reads a long answer of %j at once", (piece) => {
    const text = piece.repeat(Math.ceil(65_536 / piece.length));
    expect(cpuMs(() => readEnv(text.slice(0, 16_000)))).toBeLessThan(1_000);
    expect(cpuMs(() => readEnv(text))).toBeLessThan(1_000);
  });
});

describe("readEnv", () => {
  const PEM = ["-----BEGIN KEY-----", "QUJDREVGR0hJSktM", "-----END KEY-----"];

  it.each([
    [lines("A=1", "", "# b", "export C=2"), ["A", "C"], 3],
    [lines('A="1', "2", '3"', "B=4"), ["A", "B"], 2],
    [lines("A='it is", "B=4"), ["A", "B"], 2],
    [lines(`A=${PEM.join("\n")}`, "B=4"), ["A", "B"], 2],
    [lines(`A="${PEM.join("\\n")}"`, "B=4", `C=${PEM.join("\n")}`), ["A", "B", "C"], 3],
    [lines("A=QUJDREVGR0hJSktM", "TU5PUFFSU1RVVldY=", "B=4"), ["A", "B"], 3],
    [lines("A=-----BEGIN KEY-----", "B=4"), ["A", "B"], 2],
  ])("%j has the settings %j", (text, keys, counted) => {
    const read = readEnv(text);
    expect([read.settings.map(({ key }) => key), read.lines]).toEqual([keys, counted]);
  });
});

describe("isCatchAll", () => {
  const none = (): boolean => false;
  const controls = (body: string, status = 200): Control[] => [
    { path: "/.x7f3a9", answer: site(body, { status }) },
  ];

  it.each([
    ["plain", "No /.env here", "No /.x7f3a9 here"],
    ["encoded", "No %2F.env here", "No %2F.x7f3a9 here"],
    ["in JSON", '{"path":"\\/.env"}', '{"path":"\\/.x7f3a9"}'],
    ["without its slash", "No .env here", "No .x7f3a9 here"],
  ])("takes two bodies for one when each names its own path, %s", (_how, own, other) => {
    expect(isCatchAll({ path: "/.env", text: own }, controls(other), none)).toBe(true);
  });

  it("takes two bodies for two when more differs, or the other is no answer", () => {
    expect(isCatchAll({ path: "/.env", text: "one" }, controls("two"), none)).toBe(false);
    expect(isCatchAll({ path: "/.env", text: "one" }, controls("one", 404), none)).toBe(false);
    expect(isCatchAll({ path: "/.env", text: "one" }, [{ path: "/.x", answer: null }], none)).toBe(false);
  });
});

describe("/.git", () => {
  const HEAD = "ref: refs/heads/main\n";
  const ID = "0123456789abcdef0123456789abcdef01234567";
  const CONFIG = lines(
    "[core]",
    "\trepositoryformatversion = 0",
    '[remote "origin"]',
    "\turl = https://u:t0ken@host/r",
  );
  const nothing = site("Not found", { status: 404 });
  const git = (
    head: SiteResponse | null,
    config: SiteResponse | null = nothing,
    controls = honest,
  ): ProbeRow => judgeGit({ head, config }, controls);

  it.each([
    ["a branch", site(HEAD), nothing, "high"],
    ["a branch without a type", site(HEAD, { type: null }), nothing, "high"],
    ["a branch as HTML's type", site(HEAD, { type: HTML }), nothing, "high"],
    ["a branch with CRLF and a byte order mark", site("\uFEFFref: refs/heads/a/b\r\n"), nothing, "high"],
    ["a tag", site("ref: refs/tags/v1"), null, "high"],
    ["a commit alone", site(`${ID}\n`), nothing, "medium"],
    ["a commit of the longer kind", site(`${ID}${ID.slice(0, 24)}\n`), nothing, "medium"],
    ["a commit with a configuration", site(ID), site(CONFIG), "high"],
    [
      "a configuration behind a refused HEAD",
      site("", { status: 403 }),
      site(CONFIG, { type: null }),
      "high",
    ],
  ] satisfies [string, SiteResponse, SiteResponse | null, string][])(
    "is a leak: %s",
    (_what, head, config, severity) => {
      const row = git(head, config);
      expect(row.status).toBe("exposed");
      expect(found(row)).toEqual([severity]);
      expect(JSON.stringify(row)).not.toContain("t0ken");
    },
  );

  it.each([
    ["none", null, "inconclusive"],
    ["404", site(HEAD, { status: 404 }), "absent"],
    ["403", site(HEAD, { status: 403 }), "blocked"],
    ["a redirect", site(HEAD, { status: 301 }), "absent"],
    ["a page that quotes a reference", site(`<html><body>${HEAD}</body></html>`, { type: HTML }), "absent"],
    ["text around a reference", site(`HEAD is ref: refs/heads/main\n`), "absent"],
    ["a second line", site(`${HEAD}and more\n`), "absent"],
    ["half a commit id", site(ID.slice(1)), "absent"],
    ["a body that went on", site(HEAD, { truncated: true }), "absent"],
    ["a single-page application", site("<!doctype html><div id=root></div>", { type: HTML }), "absent"],
  ] satisfies [string, SiteResponse | null, string][])("is no leak: %s", (_what, head, status) => {
    const row = git(head);
    expect([row.status, row.findings]).toEqual([status, []]);
  });

  it("is a catch-all when a path that nobody made answers a reference too", () => {
    const controls = [{ path: "/x7f3a9/HEAD", answer: site("ref: refs/heads/other\n") }];
    expect(git(site(HEAD), nothing, controls).status).toBe("catch_all");
    const ids = [{ path: "/x7f3a9/HEAD", answer: site(ID) }];
    expect(git(site(ID), site(CONFIG), [...ids, { path: "/.x", answer: site(CONFIG) }]).status).toBe(
      "catch_all",
    );
  });

  it("takes a page that quotes a configuration for no confirmation", () => {
    expect(found(git(site(ID), site(`<html>\n${CONFIG}`)))).toEqual(["medium"]);
  });
});

describe("security.txt", () => {
  const VALID = lines(
    "Contact: mailto:security@example.com",
    "Expires: 2027-03-01T00:00:00Z",
    "Encryption: dns:k",
  );
  const url = "https://example.com/.well-known/security.txt";
  const judge = (
    wellKnown: SiteResponse | null,
    root: SiteResponse | null = site("", { status: 404 }),
  ): ProbeRow => judgeSecurityTxt({ wellKnown, root }, NOW);

  it("finds nothing to say of a valid one", () => {
    const row = judge(site(VALID, { url, type: "text/plain; charset=utf-8" }));
    expect([row.status, row.findings]).toEqual(["present", []]);
  });

  it.each([
    ["expired", site(VALID.replace("2027", "2020"), { url }), "expired", "low"],
    ["without a contact", site("Expires: 2027-03-01T00:00:00Z\n", { url }), "no_contact", "low"],
    ["as HTML", site(VALID, { url, type: HTML }), "invalid_media", "info"],
    [
      "in another charset",
      site(VALID, { url, type: "text/plain; charset=latin1" }),
      "invalid_charset",
      "info",
    ],
    ["without a type", site(VALID, { url, type: null }), "no_content_type", "info"],
    ["over plain http", site(VALID, { url: url.replace("https", "http") }), "no_https", "info"],
    ["with a byte order mark", site(`\uFEFF${VALID}`, { url }), "bom_in_file", "info"],
    [
      "not in UTF-8",
      site(Uint8Array.from([...new TextEncoder().encode(VALID), 35, 255, 10]), { url }),
      "utf8",
      "info",
    ],
  ])("tells one %s", (_how, answer, code, severity) => {
    const row = judge(answer);
    expect(row.findings.map((finding) => finding.severity)).toEqual([severity]);
    expect(row.findings[0]?.detail).toContain(code);
  });

  it("prefers the well-known path and reports the root as the wrong one", () => {
    const row = judge(site("", { status: 404 }), site(VALID, { url: "https://example.com/security.txt" }));
    expect([row.path, row.findings[0]?.detail]).toEqual([
      "/security.txt",
      expect.stringContaining("location"),
    ]);
  });

  it.each([
    ["a single-page application", site("<!doctype html>\nContact: us", { type: HTML }), "absent", ["info"]],
    ["a soft 404", site("404: no such page"), "absent", ["info"]],
    ["404", site("", { status: 404 }), "absent", ["info"]],
    ["no answer", null, "inconclusive", []],
  ] satisfies [string, SiteResponse | null, string, string[]][])(
    "takes %s for none",
    (_what, answer, status, severities) => {
      const row = judge(answer);
      expect([row.status, found(row)]).toEqual([status, severities]);
    },
  );
});

describe("robots.txt and the sitemap", () => {
  it.each([
    [site("User-agent: *\nDisallow:"), "present"],
    [site("User-agent: *", { type: "text/plain; charset=utf-8" }), "present"],
    [site("User-agent: *", { type: HTML }), "absent"],
    [site("<html>User-agent: *"), "absent"],
    [site("nothing here"), "absent"],
    [site("", { status: 404 }), "absent"],
    [null, "inconclusive"],
  ] satisfies [SiteResponse | null, string][])("robots.txt %#", (answer, status) => {
    expect(judgeRobots(answer)).toMatchObject({ status, findings: [] });
  });

  const MAP = '<?xml version="1.0"?><urlset xmlns="x"><url><loc>https://example.com/</loc></url></urlset>\n';
  it.each([
    [site(MAP, { type: "application/xml" }), "present"],
    [site(MAP.replaceAll("urlset", "sitemapindex"), { type: "text/xml" }), "present"],
    [site(MAP.slice(0, 80), { truncated: true }), "present"],
    [site(MAP.slice(0, 80)), "absent"],
    [site("<urlset></urlset>", { type: "application/xml" }), "absent"],
    [site("<!doctype html><div id=root>", { type: HTML }), "absent"],
  ])("sitemap %#", (answer, status) => {
    expect(judgeSitemap(answer)).toMatchObject({ status, findings: [] });
  });
});

describe("API descriptions and their pages", () => {
  const API = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: { "/a": {} },
  });
  const YAML = lines('openapi: "3.0.3"', "info:", "  title: Shop", "paths:", "  /a:", "    get: {}");
  const UI = '<!doctype html><div id="swagger-ui"></div>';

  it.each([
    ["OpenAPI", site(API, { type: "application/json" })],
    ["OpenAPI with any type", site(API, { type: null })],
    ["Swagger", site(API.replace('"openapi":"3.1.0"', '"swagger":"2.0"'))],
    ["YAML", site(YAML, { type: "application/yaml" })],
    ["a page that shows one", site(UI, { type: HTML })],
    ["another such page", site("<html><redoc spec-url=/a></redoc>", { type: HTML })],
  ])("are told and not blamed: %s", (_what, answer) => {
    expect(judgeApiDocs("/docs", answer, honest)).toMatchObject({
      status: "present",
      findings: [{ severity: "info" }],
    });
  });

  it.each([
    ["a single-page application", site("<!doctype html><div id=root></div>", { type: HTML })],
    ["a type alone", site("{}", { type: "application/vnd.oai.openapi+json" })],
    ["a version alone", site('{"openapi":"3.1.0"}')],
    ["paths that are a list", site('{"openapi":"3.1.0","info":{"title":"a"},"paths":[]}')],
    ["another version", site(API.replace("3.1.0", "4.0.0"))],
    ["text that names a page's mark", site("Put SwaggerUIBundle in your page.")],
    ["a redirect to a login", site(API, { status: 302 })],
  ])("are none: %s", (_what, answer) => {
    expect(judgeApiDocs("/openapi.json", answer, honest)).toMatchObject({ status: "absent", findings: [] });
  });

  it("leave open what stands behind a redirect that was not followed, unless that leads to the homepage", () => {
    const sent = (location: string) =>
      judgeApiDocs("/docs", site("", { status: 301, headers: { location } }), honest).status;
    expect(["/docs/", "https://docs.example.com/", "/"].map(sent)).toEqual([
      "inconclusive",
      "inconclusive",
      "absent",
    ]);
  });

  it("are a catch-all where any path is sent to the same place, with the path to come back to", () => {
    const to = (path: string) => ({ location: `/sign-in?next=${encodeURIComponent(path)}` });
    const controls = [{ path: "/.x7f3a9", answer: site("", { status: 302, headers: to("/.x7f3a9") }) }];
    const url = "https://example.com/sign-in";
    const followed = {
      ...site(UI, { type: HTML, url }),
      redirects: [{ url: "https://example.com/docs", headers: new Headers(to("/docs")) }],
    };
    const left = site("", { status: 302, headers: to("/docs") });
    for (const answer of [followed, left])
      expect(judgeApiDocs("/docs", answer, controls)).toMatchObject({ status: "catch_all", findings: [] });
  });

  it("leave open what half a document would have been; half a page is none", () => {
    const half = (text: string): string =>
      judgeApiDocs("/openapi.json", site(text, { truncated: true }), honest).status;
    expect([half(API.slice(0, 50)), half("<!doctype html><div>")]).toEqual(["inconclusive", "absent"]);
  });

  it("are a catch-all when any path shows them", () => {
    const controls = [{ path: "/.x7f3a9", answer: site(`${UI}<!-- 2 -->`, { type: HTML }) }];
    expect(judgeApiDocs("/swagger", site(UI, { type: HTML }), controls)).toMatchObject({
      status: "catch_all",
      findings: [],
    });
  });

  it("are looked for in few places, so that a scan stays small", () => {
    expect(OPENAPI_PATHS.length + API_PAGE_PATHS.length).toBeLessThanOrEqual(10);
  });
});

describe("a protection service's refusal", () => {
  const answersOf = async (host: string) => {
    const sites = await startSites(SITES, 0);
    const response = await fetch(`${sites.url}/https/${host}/`).finally(() => sites.close());
    return site(await response.text(), {
      status: response.status,
      headers: Object.fromEntries(response.headers),
    });
  };

  it.each([
    ["cloudflare-block-fixture.com", "Cloudflare"],
    ["akamai-block-fixture.com", "Akamai"],
    ["imperva-block-fixture.com", "Imperva"],
    ["aws-block-fixture.com", "AWS"],
    ["load-balancer-block-fixture.com", "AWS"],
    ["forbidden-everywhere-fixture.com", null],
    ["plain-fixture.com", null],
  ])("of %s is told by its marks: %s", async (host, by) => {
    expect(blockedBy(await answersOf(host))).toBe(by);
  });

  it("is none where a page only tells of one", async () => {
    const { body } = await answersOf("cloudflare-block-fixture.com");
    expect(blockedBy(site(body))).toBeNull();
    expect(blockedBy(site("error code: 1020", { status: 403 }))).toBe("Cloudflare");
    expect(blockedBy(site("error code: 1020 means", { status: 403 }))).toBeNull();
  });
});

describe("CORS", () => {
  const origin = "https://q8z.example";
  const answer = (allow: string, credentials = ""): SiteResponse =>
    site("", {
      headers: {
        "access-control-allow-origin": allow,
        ...(credentials && { "access-control-allow-credentials": credentials }),
      },
    });

  it.each([
    [answer(origin, "true"), "exposed", ["high"]],
    [answer(origin), "exposed", ["low"]],
    [answer("*"), "present", []],
    [answer("*", "true"), "present", []],
    [answer("https://example.com", "true"), "present", []],
    [site(""), "absent", []],
    [null, "inconclusive", []],
    [site("", { status: 503 }), "inconclusive", []],
  ] satisfies [SiteResponse | null, string, string[]][])("%#: is %s", (given, status, severities) => {
    const row = judgeCors(origin, given);
    expect([row.status, found(row)]).toEqual([status, severities]);
  });

  it("says that a header which is sent twice lets nobody read", () => {
    expect(judgeCors(origin, answer("*, *")).observed).toMatch(/browsers let none read/);
  });
});

describe("findings from headers", () => {
  it("come of every failed test, weighed as the grade weighs them, with what mends it", () => {
    const { rows } = gradeHeaders(
      observation({
        headers: [["set-cookie", "session=1"]],
        http: { kind: "route", route: [new URL("http://example.com/")] },
      }),
    );
    const findings = gradeFindings(rows);
    expect(
      findings.map(({ category, severity, title }) => [title.split(":")[0], category, severity]),
    ).toEqual([
      ["Content Security Policy", "headers", "low"],
      ["Redirection to https", "transport", "low"],
      ["Strict Transport Security", "transport", "low"],
      ["X-Content-Type-Options", "headers", "info"],
      ["X-Frame-Options", "headers", "low"],
      ["Cookies", "cookies", "medium"],
    ]);
    expect(findings.find(({ title }) => title.startsWith("X-Frame"))?.remediation).toContain(
      "Send X-Frame-Options: SAMEORIGIN.",
    );
  });

  it("tell which headers name the software, in a clean and short line", () => {
    expect(disclosureFindings(new Headers({ server: "nginx" }))).toEqual([]);
    const [finding] = disclosureFindings(
      new Headers({ server: `<i>nginx/1.2</i>${"y".repeat(900)}`, "x-powered-by": "PHP" }),
    );
    expect(finding?.severity).toBe("info");
    expect(finding?.detail).not.toContain("<i>");
    expect(finding?.detail.length).toBeLessThanOrEqual(256);
  });
});

describe("the surface grade", () => {
  const finding = (severity: Finding["severity"]): Finding => ({
    category: "headers",
    severity,
    title: "",
    detail: "",
    remediation: "",
  });

  it.each([
    [[], "minimal"],
    [["info", "info"], "clear"],
    [["low", "info"], "moderate"],
    [["medium"], "watch"],
    [["info", "high", "low"], "elevated"],
  ] satisfies [Finding["severity"][], string][])("of %j is %s", (severities, grade) => {
    expect(surfaceGrade(severities.map(finding))).toBe(grade);
  });

  it("comes with counts by severity", () => {
    expect(severityCounts([finding("low"), finding("low"), finding("high")])).toEqual({
      info: 0,
      low: 2,
      medium: 0,
      high: 1,
    });
  });
});

describe("counts by category", () => {
  it("say what the findings are about, and add up to the counts by severity", () => {
    const one = (category: Finding["category"], severity: Finding["severity"]): Finding => ({
      category,
      severity,
      title: "",
      detail: "",
      remediation: "",
    });
    const all = [
      one("exposedFiles", "high"),
      one("headers", "low"),
      one("headers", "low"),
      one("cors", "info"),
    ];
    const counts = categoryCounts(all);
    expect(Object.keys(counts)).toEqual([...CATEGORIES]);
    expect(counts.exposedFiles).toEqual({ info: 0, low: 0, medium: 0, high: 1 });
    for (const severity of SEVERITIES)
      expect(Object.values(counts).reduce((sum, each) => sum + each[severity], 0)).toBe(
        severityCounts(all)[severity],
      );
  });
});

describe("whatever a site answers", () => {
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          "ref: refs/heads/",
          "A_KEY=",
          '"',
          "<",
          "{",
          "\n",
          "\r",
          "\uFEFF",
          "[core]",
          "openapi: 3.0",
          "Contact: ",
          "x",
        ),
      )
      .map((parts) => new TextEncoder().encode(parts.join(""))),
  );
  const answer = fc
    .record({ body, status: fc.integer({ min: 200, max: 599 }), truncated: fc.boolean() })
    .map(({ body: bytes, status, truncated }) => site(bytes, { status, truncated }));

  it("no probe throws, and every text of a report is short", () => {
    fc.assert(
      fc.property(answer, answer, (one, other) => {
        const controls = [{ path: "/.x", answer: other }];
        const rows = [
          judgeEnv(one, controls),
          judgeGit({ head: one, config: other }, controls),
          judgeSecurityTxt({ wellKnown: one, root: other }, NOW),
          judgeRobots(one),
          judgeSitemap(one),
          judgeApiDocs("/docs", one, controls),
          judgeCors("https://a.example", one),
        ];
        for (const row of rows)
          for (const { detail, title } of [...row.findings, { detail: row.observed, title: row.id }])
            expect(Math.max(detail.length, title.length)).toBeLessThanOrEqual(600);
      }),
      runs(5),
    );
  });
});
