import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-security-headers.generated";
import { answerFree } from "@/lib/payments/free-call/answer-free";
import { serveFree } from "@/lib/payments/free-call/serve-free";
import { serve } from "@/lib/payments/serve";
import { securityHeadersEntry } from "@/lib/security/headers/entry";
import { auditHeaders } from "@/lib/security/headers/handler";
import { securityScopeEntry } from "@/lib/security/scope/entry";
import { describeScope } from "@/lib/security/scope/handler";
import { type ScanWorld, startScanWorld } from "../support/scan-world";

type Post = (request: Request) => Promise<Response>;

let world: ScanWorld;
let routes: Readonly<Record<string, Post>>;
beforeAll(async () => {
  world = await startScanWorld({ SCAN_SPACING_MS: "600000" });
  routes = {
    scan: (await import("@/app/api/svc-security-scan/route")).POST,
    headers: (await import("@/app/api/svc-security-headers/route")).POST,
    scope: (await import("@/app/api/svc-security-scope/route")).POST,
    readiness: (await import("@/app/api/svc-security-readiness/route")).POST,
  };
});
afterAll(() => world.close());
beforeEach(() => {
  for (const asked of [world.sites.asked, world.first.asked, world.second.asked, world.service.asked])
    asked.length = 0;
});

const NAMES = ["scan", "headers", "readiness"] as const;
const HOST = "plain-fixture.com";
const GOOD = { target: `https://${HOST}`, allowlist: [HOST], authorized: true };

let callers = 0;
/** Each from an address of its own, unless it names one: refused audits count for their caller. */
async function send(name: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await routes[name]?.(
    new Request(`${world.service.url}/api/svc-security-${name}`, {
      method: "POST",
      body: text,
      headers: {
        ...{ "content-type": "application/json", "x-forwarded-for": `198.51.100.${(callers += 1)}` },
        ...headers,
      },
    }),
  );
  if (response === undefined) throw new Error("no such route");
  const answer: Record<string, unknown> = await response.json();
  return { status: response.status, answer, headers: response.headers };
}

/** Neither the site nor a resolver was asked. */
function expectNothingSent(): void {
  expect([world.sites.asked, world.first.asked, world.second.asked]).toEqual([[], [], []]);
}

describe.each(NAMES)("svc-security-%s, before any payment", (name) => {
  it.each([
    ["nothing", ""],
    ["an empty object", {}],
    ["a good request", GOOD],
  ])("asks for a payment where %s was sent", async (_, body) => {
    const { status, answer, headers } = await send(name, body);
    expect(status).toBe(402);
    expect(answer).toMatchObject({
      code: "payment_required",
      reason: "no_payment",
      priceUsdc: name === "scan" ? 0.1 : 0.02,
      resource: `security-${name}`,
    });
    expect(headers.get("payment-required")).not.toBeNull();
    expectNothingSent();
  });

  it.each([
    ["text that is no JSON", "{", 400, "invalid_request"],
    ["a member that it doesn't know", { ...GOOD, depth: 9 }, 400, "invalid_request"],
    ["no target", { authorized: true }, 400, "invalid_request"],
    ["a plain-http target", { ...GOOD, target: `http://${HOST}` }, 400, "invalid_request"],
    ["no attestation", { target: GOOD.target, allowlist: [HOST] }, 400, "invalid_request"],
    ["a denied attestation", { ...GOOD, authorized: false }, 400, "invalid_request"],
    ["no allowlist", { target: GOOD.target, authorized: true }, 400, "invalid_request"],
    ["an empty allowlist", { ...GOOD, allowlist: [] }, 400, "invalid_request"],
    ["another's allowlist", { ...GOOD, allowlist: ["*.example.com"] }, 400, "invalid_request"],
    ["an address", { ...GOOD, target: "https://10.0.0.1" }, 403, "platform_scope_forbidden"],
    ["an address and nothing else", { target: "https://127.1/" }, 403, "platform_scope_forbidden"],
    ["a preview host", { ...GOOD, target: "https://a.vercel.app" }, 403, "platform_scope_forbidden"],
    [
      "an internationalised name",
      { ...GOOD, target: "https://xn--e1afmkfd.com" },
      403,
      "platform_scope_forbidden",
    ],
  ])("refuses %s, with a payment as without one", async (_, body, status, code) => {
    for (const headers of [{}, { "payment-signature": "whatever" }]) {
      const refusal = await send(name, body, headers);
      expect(refusal).toMatchObject({ status, answer: { code } });
      expect(refusal.headers.has("payment-required")).toBe(false);
    }
    expectNothingSent();
  });

  it("reads a payment for a good request, and refuses one that is none", async () => {
    const { status, answer } = await send(name, GOOD, { "payment-signature": "whatever" });
    expect(status).toBe(402);
    expect(answer).toMatchObject({ reason: "malformed_payment" });
    expectNothingSent();
  });

  it("reports before the payment that a site's limits are used up, and for how long", async () => {
    const { siteLimits } = await import("@/lib/security/scan-tools");
    const host = `${name === "scan" ? "leaking" : name === "headers" ? "hardened" : "silent"}-fixture.com`;
    const start = { domain: host, names: host, visit: null, caller: {} };
    expect(await siteLimits().reserve(start, "another")).toEqual({ ok: true });
    expect(await siteLimits().begin(start, "another", "payment")).toBe(true);
    await siteLimits().release(start, "another", "refused");
    const { status, answer, headers } = await send(name, {
      target: `https://${host}`,
      allowlist: [host],
      authorized: true,
    });
    expect(status).toBe(429);
    expect(answer).toMatchObject({ code: "rate_limited", reason: "too_soon", subject: host });
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expectNothingSent();
  });
});

describe("the audits of an address", () => {
  const from = (last: number) => ({ "x-forwarded-for": `203.0.113.${last}` });
  const REFUSED = { ...GOOD, target: "https://10.0.0.1" };

  it("are those that are refused or free, eight a minute: asking for the price is none", async () => {
    for (let call = 0; call < 20; call += 1) expect((await send("scan", GOOD, from(1))).status).toBe(402);
    for (let call = 0; call < 8; call += 1)
      expect((await send(NAMES[call % 3] ?? "", REFUSED, from(1))).status).toBe(403);
    const ninth = await send("scan", REFUSED, from(1));
    expect(ninth).toMatchObject({ status: 429, answer: { code: "rate_limited" } });
    expect(Number(ninth.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await send("scan", { target: world.service.url, selfAudit: true }, from(1))).status).toBe(429);
    expect((await send("scan", REFUSED, from(2))).status).toBe(403);
    expect((await send("scan", GOOD, from(1))).status).toBe(402);
  });
});

describe("selfAudit", () => {
  it("is free for the service itself, and needs neither allowlist nor attestation", async () => {
    const { status, answer } = await send("scan", { target: world.service.url, selfAudit: true });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ ok: true, target: world.service.url, kind: "security-scan" });
    expect(world.service.asked).toContain("/.env");
    expectNothingSent();
  });

  it("is refused for anything else", async () => {
    const { status, answer } = await send("scan", { ...GOOD, selfAudit: true });
    expect([status, answer.code]).toEqual([403, "platform_scope_forbidden"]);
    expectNothingSent();
  });

  it("is not taken by the routes that are always paid", async () => {
    for (const name of ["headers", "readiness"])
      expect((await send(name, { target: world.service.url, selfAudit: true })).status).toBe(400);
  });

  it.each([...NAMES, "scope"])(
    "of which %s says which route takes it, for the service itself",
    async (name) => {
      const target = { target: world.service.url, allowlist: [HOST] };
      const { status, answer } = await send(
        name,
        name === "scope" ? target : { ...target, authorized: true },
      );
      expect(status).toBe(403);
      expect(answer.problems).toContainEqual({
        code: "own_host",
        message: expect.stringContaining("only POST /api/svc-security-scan takes it, with selfAudit: true"),
      });
    },
  );

  it("false is as though it were left out", async () => {
    expect((await send("scan", { ...GOOD, selfAudit: false })).status).toBe(402);
  });
});

describe("a route's binding", () => {
  it("has a challenge exactly when the catalog says that it is paid, and its own", () => {
    const audit = { ...securityHeadersEntry, gate: "payment-first" as const };
    expect(() => serve(securityScopeEntry, describeScope, { challenge: CHALLENGE })).toThrow(/challenge/);
    expect(() => serveFree(audit, auditHeaders)).toThrow(/challenge/);
    expect(() => serve(audit, auditHeaders, { challenge: { ...CHALLENGE, path: "/api/x" } })).toThrow(
      /challenge/,
    );
    expect(() => serve(audit, auditHeaders, { challenge: CHALLENGE })).not.toThrow();
  });

  it("has a guard exactly when the catalog says that it is guarded", () => {
    expect(() =>
      serve({ ...securityHeadersEntry, gate: "payment-first" }, auditHeaders, {
        challenge: CHALLENGE,
        guard: async () => ({ pays: false }),
        answerFree,
      }),
    ).toThrow(/guard/);
    expect(() => serve(securityHeadersEntry, auditHeaders, { challenge: CHALLENGE })).toThrow(/guard/);
    expect(() => serveFree({ ...securityScopeEntry, gate: "guarded" }, describeScope)).toThrow(/guard/);
  });
});
