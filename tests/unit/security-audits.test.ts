import { createHmac, generateKeyPairSync } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CallContext } from "@/lib/handler";
import { securityHeadersDocumentation } from "@/lib/security/headers/documentation";
import type * as headersModule from "@/lib/security/headers/handler";
import { securityReadinessDocumentation } from "@/lib/security/readiness/documentation";
import type * as readinessModule from "@/lib/security/readiness/handler";
import { readReport } from "@/lib/security/report/report";
import { verifyReport } from "@/lib/security/report/verify-report";
import { REQUEST_BUDGET } from "@/lib/security/scan-fetch";
import { securityScanDocumentation } from "@/lib/security/scan/documentation";
import type * as scanModule from "@/lib/security/scan/handler";
import { FIRST_ZONE, SITES } from "@/sandbox/sites/sites";
import { type ScanWorld, startScanWorld } from "../support/scan-world";

let world: ScanWorld;
let auditHeaders: typeof headersModule.auditHeaders;
let auditReadiness: typeof readinessModule.auditReadiness;
let auditSurface: typeof scanModule.auditSurface;

async function enter(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  world = await startScanWorld(settings);
  ({ auditHeaders } = await import("@/lib/security/headers/handler"));
  ({ auditReadiness } = await import("@/lib/security/readiness/handler"));
  ({ auditSurface } = await import("@/lib/security/scan/handler"));
}

const request = (host: string) => ({ target: `https://${host}`, allowlist: [host], authorized: true });

const by = (payer: string, now = new Date()): CallContext => ({
  now,
  signal: new AbortController().signal,
  headers: new Headers({ "x-forwarded-for": "198.51.100.7" }),
  payment: { key: `payment-of-${payer}`, payer },
});
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "it was answered",
    (error: unknown) => error,
  );

describe("an audit", () => {
  beforeAll(() => enter());
  afterAll(() => world.close());
  beforeEach(() => {
    world.sites.asked.length = 0;
  });

  it("shows an unpaid caller how serious a leak is, but not what leaks", async () => {
    const { answer } = await auditSurface(request("leaking-fixture.com"), by("a"));
    expect(securityScanDocumentation.output.parse(answer)).toEqual(answer);
    expect(answer).toMatchObject({
      ok: true,
      kind: "security-scan",
      target: "https://leaking-fixture.com",
      cached: null,
      requests: 18,
      summary: { overallGrade: "F", surfaceGrade: "elevated", surfaceFindings: 11 },
      readiness: null,
      headers: null,
      breakdown: {
        surface: {
          severityCounts: { high: 3, medium: 1, low: 4, info: 3 },
          categoryCounts: {
            transport: { high: 0, medium: 0, low: 2, info: 0 },
            cookies: { high: 0, medium: 1, low: 0, info: 0 },
            cors: { high: 1, medium: 0, low: 0, info: 0 },
            headers: { high: 0, medium: 0, low: 2, info: 1 },
            exposedFiles: { high: 2, medium: 0, low: 0, info: 0 },
            disclosure: { high: 0, medium: 0, low: 0, info: 2 },
          },
          findings: [],
          probes: { asked: 12, inconclusive: 0 },
        },
      },
      access: { tier: "Guest", liveCeiling: "Guest", tcxLaunched: false },
    });
    const text = JSON.stringify(answer);
    for (const deeper of [".env", ".git", "SECRET", "PHP", "Apache", "Environment file", "credentials are"])
      expect(text, deeper).not.toContain(deeper);
    expect(answer.deskPhases.map(({ id, status }) => `${id} ${status}`)).toEqual([
      "scope done",
      "dns done",
      "preflight done",
      "surface done",
      "recheck done",
    ]);
    expect(answer.deskModules.filter(({ status }) => status === "live").map(({ tier }) => tier)).toEqual([
      "Guest",
    ]);
  });

  it("shows an unpaid caller that a hardened site is clear", async () => {
    const { answer } = await auditSurface(request("hardened-fixture.com"), by("a"));
    expect(answer).toMatchObject({
      summary: { overallGrade: "A+", surfaceGrade: "clear", surfaceFindings: 1 },
      breakdown: { surface: { severityCounts: { high: 0, medium: 0, low: 0, info: 1 }, findings: [] } },
    });
  });

  it("gives a leaking site's whole header checklist with its grade", async () => {
    const { answer } = await auditHeaders(request("leaking-fixture.com"), by("a"));
    expect(securityHeadersDocumentation.output.parse(answer)).toEqual(answer);
    expect(answer.summary).toMatchObject({ grade: "F", score: 0 });
    expect(answer.headers).toHaveLength(12);
    expect(Object.fromEntries(answer.headers.map(({ id, result }) => [id, result]))).toMatchObject({
      "cross-origin-resource-sharing": "cross-origin-resource-sharing-implemented-with-universal-access",
      redirection: "redirection-missing",
      "strict-transport-security": "hsts-not-implemented",
      cookies: "cookies-session-without-secure-flag",
    });
    expect(answer.requests).toBe(4);
    expect(world.sites.asked).toHaveLength(4);
  });

  it("gives a hardened site an A+ with every test passed", async () => {
    const { answer } = await auditHeaders(request("hardened-fixture.com"), by("a"));
    expect(answer.summary).toMatchObject({ grade: "A+", testsFailed: 0, testsPassed: 12 });
    expect(answer.headers.find(({ id }) => id === "redirection")?.result).toBe("redirection-to-https");
    expect(answer.advisories.filter(({ status }) => status === "improve").map(({ id }) => id)).toEqual([
      "cookie-caching",
    ]);
  });

  it("follows a document's redirect within the site once, and leaves open what it does not follow", async () => {
    const host = "moved-documents-fixture.com";
    const { answer } = await auditReadiness(request(host), by("a"));
    const verdicts = Object.fromEntries(answer.readiness.map(({ id, verdict }) => [id, verdict]));
    expect(verdicts).toMatchObject({
      "llms-txt": "pass",
      sitemap: "pass",
      openapi: "pass",
      "agent-card": "inconclusive",
      mcp: "inconclusive",
      "mcp-card": "fail",
    });
    const posts = world.sites.asked.filter(({ method }) => method === "POST");
    expect(posts.map(({ address }) => new URL(address).pathname)).toEqual(["/mcp", "/api/mcp"]);
    expect(world.sites.asked.every(({ address }) => new URL(address).host === host)).toBe(true);
  });

  it("takes a sign-in that every path leads to for none of its documents, within the requests of a scan", async () => {
    const { answer } = await auditReadiness(request("sign-in-for-all-fixture.com"), by("a"));
    expect(answer.readiness.filter(({ verdict }) => verdict === "inconclusive")).toEqual([]);
    expect(answer.summary.score).toBe(0);
    expect(answer.requests).toBeLessThanOrEqual(REQUEST_BUDGET - 2);
  });

  it("judges the cookies that a homepage's redirects within the site set, as a browser keeps them", async () => {
    const host = "cookie-on-the-way-fixture.com";
    const { answer } = await auditHeaders(request(host), by("a"));
    expect(answer.headers.find(({ id }) => id === "cookies")).toMatchObject({
      result: "cookies-session-without-httponly-flag",
      scoreChange: -30,
    });
    const scan = await auditSurface(request(host), by("b"));
    expect(scan.answer.breakdown.surface.categoryCounts.cookies).toMatchObject({ medium: 1 });
  });

  it("gives every readiness row of a site that publishes for machines, and of one that does not", async () => {
    const hardened = (await auditReadiness(request("hardened-fixture.com"), by("a"))).answer;
    expect(securityReadinessDocumentation.output.parse(hardened)).toEqual(hardened);
    const passed = hardened.readiness.filter(({ verdict }) => verdict === "pass").map(({ id }) => id);
    expect(passed).toEqual([
      "robots",
      "sitemap",
      "link-header",
      "llms-txt",
      "markdown",
      "ai-agents",
      "content-signal",
      "openapi",
      "api-catalog",
      "security-txt",
    ]);
    expect(hardened.scores).toEqual({
      openapi: { earned: 23, judged: 23 },
      discovery: { earned: 41, judged: 52 },
      mcp: { earned: 0, judged: 21 },
    });
    expect(hardened.summary).toEqual({ score: 67, earned: 64, judged: 96 });
    const plain = (await auditReadiness(request("plain-fixture.com"), by("a"))).answer;
    expect(plain.summary.score).toBe(0);
    expect(plain.readiness.every(({ verdict, fix }) => verdict !== "fail" || fix !== null)).toBe(true);
  });

  it.each(["long-way-fixture.com", "login-wall-fixture.com", "single-page-app-fixture.com"])(
    "sends %s no more requests than a scan may, in whichever route",
    async (host) => {
      for (const audit of [auditHeaders, auditReadiness, auditSurface]) {
        world.sites.asked.length = 0;
        const { answer } = await audit(request(host), by("a"));
        expect(world.sites.asked).toHaveLength(answer.requests);
        expect(answer.requests).toBeLessThanOrEqual(REQUEST_BUDGET);
      }
    },
  );

  it("uses of the target its origin only, and says so", async () => {
    const target = "https://plain-fixture.com/private?token=1";
    const { answer } = await auditHeaders({ ...request("plain-fixture.com"), target }, by("a"));
    expect(answer.notes.join(" ")).toMatch(/Path, query and fragment/);
    expect(world.sites.asked.some(({ address }) => address.includes("token"))).toBe(false);
  });

  it("judges the site that an address leads to, once and where the allowlist covers it, and tells which", async () => {
    const both = { ...request("apex-fixture.com"), allowlist: ["apex-fixture.com", "*.apex-fixture.com"] };
    const { answer, effects } = await auditHeaders(both, by("a"));
    expect(answer).toMatchObject({
      target: "https://www.apex-fixture.com",
      host: "www.apex-fixture.com",
      requests: 6,
    });
    expect(answer.notes).toContain(
      "https://apex-fixture.com redirects to https://www.apex-fixture.com, which was judged in its place.",
    );
    const results = Object.fromEntries(answer.headers.map(({ id, result }) => [id, result]));
    expect(results).toMatchObject({
      redirection: "redirection-to-https",
      "strict-transport-security": "hsts-implemented-max-age-at-least-six-months",
    });
    expect(world.sites.asked.map(({ address }) => address)).toEqual([
      "https://apex-fixture.com/robots.txt",
      "https://apex-fixture.com/",
      "https://www.apex-fixture.com/robots.txt",
      "https://www.apex-fixture.com/",
      "https://www.apex-fixture.com/",
      "http://www.apex-fixture.com/",
    ]);
    expect(JSON.parse(effects[0]?.command[2] ?? "")).toMatchObject({
      host: "apex-fixture.com",
      scanned: "www.apex-fixture.com",
    });
    expect(world.first.asked).toContain("A www.apex-fixture.com");
  });

  it.each([
    ["apex-fixture.com", ["apex-fixture.com"], "https://www.apex-fixture.com"],
    ["moved-away-fixture.com", ["moved-away-fixture.com"], "https://www.moved-away-fixture.com"],
    [
      "apex-loop-fixture.com",
      ["apex-loop-fixture.com", "www.apex-loop-fixture.com"],
      "https://apex-loop-fixture.com",
    ],
    [
      "plain-detour-fixture.com",
      ["*.plain-detour-fixture.com", "plain-detour-fixture.com"],
      "https://www.plain-detour-fixture.com",
    ],
  ])(
    "refuses %s for %j as no site of its own, with the address to scan",
    async (host, allowlist, redirectsTo) => {
      const refusal = await refusalOf(auditSurface({ ...request(host), allowlist }, by("a")));
      expect(refusal).toMatchObject({
        status: 400,
        code: "invalid_request",
        options: { details: { reason: "redirects", redirectsTo } },
      });
      expect(String(refusal)).toMatch(/not charged/);
      expect(world.sites.asked.length).toBeLessThanOrEqual(4);
    },
  );

  it.each([
    ["apex-refusing-fixture.com", "opted_out"],
    ["apex-inward-fixture.com", "not_public"],
  ])("does not follow %s to a name of its owner that may not be scanned: %s", async (host, code) => {
    const refusal = await refusalOf(
      auditSurface({ ...request(host), allowlist: [host, `*.${host}`] }, by("a")),
    );
    expect(refusal).toMatchObject({
      status: 403,
      code: "platform_scope_forbidden",
      options: { details: { problems: [{ code }] } },
    });
    const asked = world.sites.asked.map(({ address }) => address);
    expect(asked.filter((address) => !address.startsWith(`https://${host}/`))).toEqual(
      code === "opted_out" ? [`https://www.${host}/robots.txt`] : [],
    );
  });

  it.each([
    ["json-root-fixture.com", true, /application\/json, no page/],
    ["no-root-fixture.com", false, /answered 404, for which the grade's rules have none/],
    ["gone-fixture.com", false, /answered 410/],
    ["forbidden-everywhere-fixture.com", true, /answered 403: what was judged is a refusal/],
  ])("says of %s what came in a page's place, and grades it: %s", async (host, graded, note) => {
    const headers = (await auditHeaders(request(host), by("a"))).answer;
    const reports = [headers, (await auditSurface(request(host), by("a"))).answer];
    for (const { notes } of [...reports, (await auditReadiness(request(host), by("a"))).answer])
      expect(notes.join(" ")).toMatch(note);
    expect(headers.summary.grade !== null).toBe(graded);
    expect(headers.headers).toHaveLength(12);
  });

  it("says so where every path was refused, those made up included", async () => {
    const { answer } = await auditSurface(request("forbidden-everywhere-fixture.com"), by("a"));
    expect(answer.notes.join(" ")).toMatch(/Every path was refused/);
    const { answer: open } = await auditSurface(request("plain-fixture.com"), by("a"));
    expect(open.notes.join(" ")).not.toMatch(/refused/);
  });

  it("never gives a grade of null without a word on why", async () => {
    for (const { host } of SITES.filter(({ addresses }) => !/^23\.30\.[45]\./.test(addresses[0] ?? ""))) {
      const report = await auditSurface(request(host), by("a")).catch(() => null);
      if (report?.answer.summary.overallGrade === null)
        expect(report.answer.notes.join(" "), host).toMatch(/homepage answered/);
    }
  });

  it("reads of a homepage 512 KB, says so where there is more, and judges no scripts of a page that it cut", async () => {
    const { answer } = await auditHeaders(request("long-page-fixture.com"), by("a"));
    expect(answer.notes.join(" ")).toMatch(/first 512 KB were judged/);
    expect(answer.headers.find(({ id }) => id === "subresource-integrity")).toMatchObject({
      result: "sri-not-tested",
      pass: null,
      fix: null,
    });
  });

  it("names whom else it asks, that rebinding is possible, and what it did not test", async () => {
    const { answer } = await auditHeaders(request("plain-fixture.com"), by("a"));
    expect(answer.access.legalNotice).toMatch(
      /127\.0\.0\.1.*DNS over HTTPS.*180 days|180 days.*127\.0\.0\.1/s,
    );
    expect(answer.access.legalNotice).toMatch(/rebinding/);
    expect(answer.notTested.join(" ")).toMatch(/TLS.*DNS records/);
  });

  it("keeps what the caller attested for 180 days, without the address itself", async () => {
    const now = new Date("2026-11-21T12:00:00Z");
    const { effects } = await auditHeaders(request("plain-fixture.com"), by("a", now));
    const [name, key, value = "", ...expiry] = effects[0]?.command ?? [];
    expect([name, key, ...expiry]).toEqual(["SET", "svc:scan-attestation:payment-of-a", "EX", "15552000"]);
    const hmac = createHmac("sha256", "a secret that only the tests know")
      .update("198.51.100.7")
      .digest("hex");
    expect(JSON.parse(value)).toEqual({
      at: "2026-11-21T12:00:00.000Z",
      host: "plain-fixture.com",
      addressHmac: hmac,
      payment: "payment-of-a",
    });
  });

  it.each([
    "private-name-fixture.com",
    "metadata-name-fixture.com",
    "mixed-name-fixture.com",
    "split-name-fixture.com",
  ])("refuses %s, whose name leads into a private network, without asking it", async (host) => {
    const refusal = await refusalOf(auditSurface(request(host), by("a")));
    expect(refusal).toMatchObject({ status: 403, code: "platform_scope_forbidden" });
    expect(world.sites.asked).toEqual([]);
  });

  it.each([
    ["unknown-name-fixture.com", "no_such_name"],
    ["empty-name-fixture.com", "no_address"],
    ["silent-fixture.com", "timeout"],
    ["resetting-fixture.com", "reset"],
  ])("refuses %s as unreachable, with the reason and when to come back: %s", async (host, reason) => {
    expect(await refusalOf(auditReadiness(request(host), by("a")))).toMatchObject({
      status: 503,
      code: "target_unreachable",
      options: { details: { reason }, headers: { "retry-after": expect.stringMatching(/^\d+$/) } },
    });
  });

  it("discards the report of a site whose name has moved into a private network meanwhile", async () => {
    world.first.serve({
      ...FIRST_ZONE,
      get "plain-fixture.com"() {
        return world.sites.asked.length === 0 ? ["23.20.7.10"] : ["10.0.0.7"];
      },
    });
    try {
      expect(await refusalOf(auditHeaders(request("plain-fixture.com"), by("a")))).toMatchObject({
        status: 503,
        code: "target_unreachable",
        options: { details: { reason: "not_public" } },
      });
      expect(world.sites.asked).toHaveLength(4);
    } finally {
      world.first.serve(FIRST_ZONE);
    }
  });

  it("says so where a name can't be looked up again after the scan", async () => {
    world.first.serve({
      ...FIRST_ZONE,
      get "plain-fixture.com"() {
        if (world.sites.asked.length === 0) return ["23.20.7.10"];
        return (response: ServerResponse): void => void response.writeHead(500).end();
      },
    });
    try {
      const { answer } = await auditSurface(request("plain-fixture.com"), by("a"));
      expect(securityScanDocumentation.output.parse(answer)).toEqual(answer);
      expect(answer.deskPhases.find(({ id }) => id === "recheck")?.status).toBe("partial");
      expect(answer.notes.join(" ")).toMatch(/could not be looked up again/);
    } finally {
      world.first.serve(FIRST_ZONE);
    }
  });

  it("keeps a site's rows open that stay silent after the homepage, and is sold all the same", async () => {
    const site = SITES.find(({ host }) => host === "plain-fixture.com");
    if (site === undefined) throw new Error("no such site");
    const { answer } = site;
    site.answer = (visit) => (visit.url.pathname === "/.env" ? undefined : answer(visit));
    try {
      const { answer: report } = await auditSurface(request(site.host), by("a"));
      expect(report.breakdown.surface.probes).toEqual({ asked: 12, inconclusive: 1 });
      expect(report.deskPhases.find(({ id }) => id === "surface")?.status).toBe("partial");
      expect(report.notes.join(" ")).toMatch(/1 of 12 probes had no clear answer/);
    } finally {
      site.answer = answer;
    }
  });

  it("says which tests of the headers it could not make, since a grade without their points may be too good", async () => {
    const site = SITES.find(({ host }) => host === "hardened-fixture.com");
    if (site === undefined) throw new Error("no such site");
    const { answer } = site;
    site.answer = (visit) =>
      visit.scheme === "http" || visit.request.headers.origin !== undefined
        ? void visit.response.destroy()
        : answer(visit);
    try {
      const { answer: headers } = await auditHeaders(request(site.host), by("a"));
      const untested =
        /2 of 12 tests of the headers had no clear answer .*\(Cross-Origin Resource Sharing, Redirection to https\)/;
      expect(headers.summary.grade).toBe("A+");
      expect(headers.notes.join(" ")).toMatch(untested);
      const { answer: scan } = await auditSurface(request(site.host), by("b"));
      expect(scan.notes.join(" ")).toMatch(untested);
    } finally {
      site.answer = answer;
    }
  });

  it("says how many of readiness' checks had no clear answer, and does not call a broken connection late", async () => {
    const site = SITES.find(({ host }) => host === "hardened-fixture.com");
    if (site === undefined) throw new Error("no such site");
    const { answer } = site;
    site.answer = (visit) =>
      visit.url.pathname === "/llms.txt" ? void visit.response.destroy() : answer(visit);
    try {
      const { answer: report } = await auditReadiness(request(site.host), by("a"));
      expect(report.notes.join(" ")).toMatch(/1 of 15 readiness checks had no clear answer/);
      const row = report.readiness.find(({ id }) => id === "llms-txt");
      expect(row).toMatchObject({ verdict: "inconclusive", came: "No answer came that could be read." });
    } finally {
      site.answer = answer;
    }
  });

  it("scans the service itself for free, once in ten minutes", async () => {
    const self = { target: world.service.url, selfAudit: true };
    const { payment: _, ...free } = by("a");
    const first = await auditSurface(self, free);
    expect(first).toMatchObject({ answer: { target: world.service.url, cached: null }, effects: [] });
    const asked = world.service.asked.length;
    expect(asked).toBeGreaterThan(10);
    const later = { ...free, now: new Date(free.now.getTime() + 61_000) };
    const again = await auditSurface(self, later);
    expect(again.answer).toEqual({ ...first.answer, cached: { ageSec: 61 } });
    expect(world.service.asked).toHaveLength(asked);
    expect(world.first.asked.some((question) => question.includes("localhost"))).toBe(false);
  });
});

describe("a site that was scanned lately", () => {
  beforeAll(async () => {
    await enter({ SCAN_SPACING_MS: "600000", SCAN_HOURLY_LIMIT: "6" });
    await world.store.redis.hset("svc:ledger:{payment-of-a}:record", { state: "settled" }); // what it buys is paid for
  });
  afterAll(() => world.close());

  it("is left alone: its buyer gets the report again with its age, anybody else a 429", async () => {
    const now = new Date();
    const bought = await auditHeaders(request("plain-fixture.com"), by("a", now));
    const asked = world.sites.asked.length;
    // as the ledger's last write does
    for (const { command } of bought.effects) await world.store.redis.exec([...command]);

    const later = new Date(now.getTime() + 90_000);
    const again = await auditHeaders(request("plain-fixture.com"), by("a", later));
    expect(again.answer).toEqual({ ...bought.answer, cached: { ageSec: 90 } });
    expect(again.effects.map(({ command }) => command[1])).toEqual(["svc:scan-attestation:payment-of-a"]);

    for (const audit of [
      () => auditHeaders(request("plain-fixture.com"), by("b", later)),
      () => auditSurface(request("plain-fixture.com"), by("b", later)),
    ]) {
      const refusal = await refusalOf(audit());
      expect(refusal).toMatchObject({
        status: 429,
        code: "rate_limited",
        options: { details: { reason: "too_soon", subject: "plain-fixture.com" } },
      });
      expect(refusal).toHaveProperty(
        ["options", "headers", "retry-after"],
        expect.stringMatching(/^5\d\d$|^600$/),
      );
    }
    expect(world.sites.asked).toHaveLength(asked);
  });

  it("may have each further audit of the same payer once: they are one visit", async () => {
    const { answer } = await auditSurface(request("plain-fixture.com"), by("a"));
    expect(answer.cached).toBeNull();
    expect((await auditReadiness(request("plain-fixture.com"), by("a"))).answer.cached).toBeNull();
    const starts = await world.store.redis.zcard("svc:scan-starts:plain-fixture.com");
    expect(starts).toBe(1);
    expect(await refusalOf(auditSurface(request("plain-fixture.com"), by("a")))).toMatchObject({
      status: 429,
    });
  });

  it("may be had under its other name at once, by anybody: a scan that was only sent on has not begun", async () => {
    expect(await refusalOf(auditHeaders(request("apex-fixture.com"), by("d")))).toMatchObject({
      status: 400,
    });
    await world.store.redis.hset("svc:ledger:{payment-of-e}:record", { state: "settled" });
    const { answer } = await auditHeaders(request("www.apex-fixture.com"), by("e"));
    expect(answer.host).toBe("www.apex-fixture.com");
    expect(await refusalOf(auditHeaders(request("www.apex-fixture.com"), by("d")))).toMatchObject({
      status: 429,
      options: { details: { subject: "apex-fixture.com" } },
    });
  });

  it("leaves the other sites of its network alone: they are scanned at once", async () => {
    const zone = { ...FIRST_ZONE, "soft-404-page-fixture.com": ["23.20.7.99"] };
    world.first.serve(zone);
    world.second.serve(zone);
    const { answer } = await auditHeaders(request("soft-404-page-fixture.com"), by("c"));
    expect(answer.cached).toBeNull();
  });
});

describe("without a store for the limits", () => {
  beforeAll(() => enter({ UPSTASH_REDIS_REST_URL: "" }));
  afterAll(() => world.close());

  it("nothing is scanned, the service itself neither", async () => {
    for (const work of [
      auditHeaders(request("plain-fixture.com"), by("a")),
      auditSurface({ target: world.service.url, selfAudit: true }, by("a")),
    ])
      expect(await refusalOf(work)).toMatchObject({ status: 503, code: "store_unavailable" });
    expect([world.sites.asked, world.first.asked, world.service.asked]).toEqual([[], [], []]);
  });
});

describe("a service with a key", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const { x } = publicKey.export({ format: "jwk" });
  const RECEIPT_SIGNING_KEY = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  beforeAll(() => enter({ RECEIPT_SIGNING_KEY, SCAN_SPACING_MS: "600000" }));
  afterAll(() => world.close());

  async function verified(answer: unknown): Promise<string> {
    const report = readReport(JSON.parse(JSON.stringify(answer)));
    if (report === null) throw new Error("the page would read no report");
    const { publicJwk } = await import("@/lib/payments/receipts/signing-key");
    return verifyReport(report, { keys: [await publicJwk(x ?? "")] });
  }

  it("signs each report, so that a page can verify it", async () => {
    for (const audit of [
      () => auditSurface(request("plain-fixture.com"), by("a")),
      () => auditHeaders(request("plain-fixture.com"), by("a")),
      () => auditReadiness(request("plain-fixture.com"), by("a")),
      () => auditSurface({ target: world.service.url, selfAudit: true }, by("a")),
    ])
      expect(await verified((await audit()).answer)).toBe("verified");
  });

  it("gives the report that it keeps of itself out with a signature that still holds", async () => {
    const again = await auditSurface({ target: world.service.url, selfAudit: true }, by("b"));
    expect(again.answer.cached).not.toBeNull();
    expect(await verified(again.answer)).toBe("verified");
    expect(await verified({ ...again.answer, host: "other.example" })).toBe("forged");
  });
});
