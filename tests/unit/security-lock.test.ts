import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as guardModule from "@/lib/security/audit/guard";
import type { CallContext } from "@/lib/handler";
import type * as headersModule from "@/lib/security/headers/handler";
import type * as scanModule from "@/lib/security/scan/handler";
import type * as toolsModule from "@/lib/security/scan-tools";
import { FIRST_ZONE } from "@/sandbox/sites/sites";
import { type ScanWorld, startScanWorld } from "../support/scan-world";

/**
 * What one caller can do to keep the desk from scanning other people's sites, by the limits as they are set by default. Each
 * test names its own sites, of the sandbox's by their names and of platforms by their addresses.
 */

let world: ScanWorld;
let auditHeaders: typeof headersModule.auditHeaders;
let auditSurface: typeof scanModule.auditSurface;
let auditGuard: typeof guardModule.auditGuard;
let placeLimits: typeof toolsModule.placeLimits;

beforeAll(async () => {
  world = await startScanWorld({
    SCAN_SPACING_MS: "600000",
    SCAN_HOURLY_LIMIT: "6",
    SCAN_REFUSED_LIMIT: "6",
    SCAN_REFUSED_HOURLY_LIMIT: "20",
    SCAN_CALLER_REFUSED_LIMIT: "10",
  });
  ({ auditHeaders } = await import("@/lib/security/headers/handler"));
  ({ auditSurface } = await import("@/lib/security/scan/handler"));
  ({ auditGuard } = await import("@/lib/security/audit/guard"));
  ({ placeLimits } = await import("@/lib/security/scan-tools"));
});
afterAll(() => world.close());

const VERCEL = "76.76.21.21";
const PAGES = "185.199.108.153";
const CLOUDFLARE = "104.18.8.1";
const NETLIFY = "75.2.60.5";
const SHOPIFY = "23.227.38.65";
const CLOUDFLARE_V6 = "2606:4700:3033::ac43:1";

/** From now on these names lead to these addresses, and all others where they led. */
function lead(names: Readonly<Record<string, readonly string[]>>): void {
  for (const resolver of [world.first, world.second]) resolver.serve({ ...FIRST_ZONE, ...names });
}

const request = (host: string, more: object = {}) => ({
  ...{ target: `https://${host}`, allowlist: [host], authorized: true },
  ...more,
});

let callers = 0;
/** A caller with a wallet and an address that nobody else has. */
function stranger(): CallContext {
  callers += 1;
  const payer = `wallet-${callers}`;
  return {
    now: new Date(),
    signal: new AbortController().signal,
    headers: new Headers({ "x-forwarded-for": `198.51.100.${callers}` }),
    payment: { key: `payment-of-${payer}`, payer },
  };
}

const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "it was answered",
    (error: unknown) => error,
  );
const unpaid = (host: string, headers = stranger().headers) =>
  auditGuard(request(host), { hasPayment: false, path: "/api/svc-security-headers", headers });

/** Scans a site as an honest buyer does, who is asked for a payment first. */
async function isSold(host: string): Promise<void> {
  expect(await unpaid(host), host).toEqual({ pays: true });
  const { answer } = await auditHeaders(request(host), stranger());
  expect(answer, host).toMatchObject({ cached: null });
}

describe("nobody closes the desk to another site", () => {
  it("by a name of theirs that lists a hundred addresses of others", async () => {
    const foreign = [
      ...Array.from({ length: 60 }, (_, at) => `104.18.8.${at + 1}`),
      ...[VERCEL, PAGES],
      ...Array.from({ length: 60 }, (_, at) => `2606:4700:3033::${(at + 1).toString(16)}`),
    ];
    lead({ "soft-404-json-fixture.com": foreign, "plain-fixture.com": [VERCEL, CLOUDFLARE, CLOUDFLARE_V6] });
    expect(foreign).toHaveLength(122);
    expect(await refusalOf(auditSurface(request("soft-404-json-fixture.com"), stranger()))).toMatchObject({
      status: 503,
      options: { details: { reason: "no_address" } },
    });
    expect(await world.store.redis.keys("*scan-room*")).toEqual([]);
    await isSold("plain-fixture.com");
  });

  it("by a name of theirs that lists as many of them as a site may: two count, and only while it is scanned", async () => {
    const foreign = [VERCEL, PAGES, CLOUDFLARE, NETLIFY, SHOPIFY, CLOUDFLARE_V6, "2a04:4e42::153"];
    lead({
      ...{ "soft-404-page-fixture.com": foreign, "hardened-fixture.com": [NETLIFY] },
      ...{ "leaking-fixture.com": [VERCEL], "env-template-fixture.com": [SHOPIFY, CLOUDFLARE_V6] },
    });
    const scan = auditSurface(request("soft-404-page-fixture.com"), stranger());
    await isSold("hardened-fixture.com");
    await scan;
    await isSold("leaking-fixture.com");
    await isSold("env-template-fixture.com");
  });

  it("by any number of unpaid calls", async () => {
    const [host, headers] = ["quoting-docs-fixture.com", stranger().headers];
    for (let time = 0; time < 30; time += 1) expect(await unpaid(host, headers)).toEqual({ pays: true });
    expect(await world.store.redis.keys(`*${host}*`)).toEqual([]);
    await isSold(host);
  });

  it.each([
    ["refuses the scanner", "opted-out-fixture.com", "leaking-crlf-fixture.com"],
    ["is behind a test for browsers", "challenged-fixture.com", "detached-head-fixture.com"],
    ["breaks connections", "resetting-fixture.com", "json-root-fixture.com"],
    ["only leads on", "moved-away-fixture.com", "no-root-fixture.com"],
  ])("by scans of their own site, which %s, on the same server", async (_, own, honest) => {
    lead({ [own]: ["45.60.70.80"], [honest]: ["45.60.70.80"] });
    for (let time = 0; time < 6; time += 1)
      expect(await refusalOf(auditSurface(request(own), stranger()))).toHaveProperty("status");
    await isSold(honest);
  });

  it("by scans of its name that they have refused: an allowlist that leaves out where it leads costs the site one look", async () => {
    const before = world.sites.asked.length;
    for (let time = 0; time < 12; time += 1)
      expect(await refusalOf(auditHeaders(request("apex-fixture.com"), stranger()))).toMatchObject({
        status: 400,
        options: { details: { redirectsTo: "https://www.apex-fixture.com" } },
      });
    expect(world.sites.asked.length - before).toBe(2);
    expect(await refusalOf(unpaid("apex-fixture.com"))).toMatchObject({ status: 400 });
    const covering = request("apex-fixture.com", { allowlist: ["apex-fixture.com", "*.apex-fixture.com"] });
    const { answer } = await auditHeaders(covering, stranger());
    expect(answer).toMatchObject({ host: "www.apex-fixture.com", cached: null });
  });

  it("by scans of names under its domain that lead nowhere", async () => {
    for (let time = 0; time < 12; time += 1)
      expect(
        await refusalOf(auditHeaders(request("none.forbidden-everywhere-fixture.com"), stranger())),
      ).toMatchObject({
        status: 503,
        options: { details: { reason: "no_such_name" } },
      });
    await isSold("forbidden-everywhere-fixture.com");
  });

  it("by a scan that they don't pay for: its other audits are the next buyer's", async () => {
    const host = "single-page-app-fixture.com";
    const emptied = stranger();
    await auditSurface(request(host), emptied); // its payment moves nothing, and has no record
    const { answer } = await auditHeaders(request(host), stranger());
    expect(answer).toMatchObject({ cached: null });
    expect(await world.store.redis.zcard(`svc:scan-starts:${host}`)).toBe(1);
  });

  it("by scans of many sites of one server that they don't pay for", async () => {
    const address = "45.61.70.80";
    const place = { address, network: "45.61.70.0/24", isPlatform: false };
    for (let time = 0; time < 60; time += 1) {
      const scan = { id: `flood-${time}`, paymentKey: `unpaid-${time}`, budget: 32 };
      expect(await placeLimits().enter([place], scan)).toEqual({ ok: true });
      await placeLimits().grow([place], scan);
      await placeLimits().leave([place], scan, 18);
    }
    expect(await placeLimits().enter([place], { id: "next", paymentKey: "", budget: 32 })).toMatchObject({
      reason: "network_used_up",
    });
    lead({ "gone-fixture.com": [address] });
    await isSold("gone-fixture.com");
  });
});

describe("what stays closed", () => {
  it("a full network is waited for, and then a 503 that costs nothing and says when to come back", async () => {
    const at = (last: number) => ({
      address: `45.62.70.${last}`,
      network: "45.62.70.0/24",
      isPlatform: false,
    });
    const under = [1, 2, 3, 4].map((last) => ({ id: `under-${last}`, paymentKey: "", budget: 32, last }));
    for (const { last, ...scan } of under) await placeLimits().enter([at(last)], scan);
    const host = "sitemap-tree-fixture.com";
    lead({ [host]: ["45.62.70.9"] });
    const asked = world.sites.asked.length;
    const buyer = stranger();
    const began = performance.now();
    expect(await refusalOf(auditHeaders(request(host), buyer))).toMatchObject({
      status: 503,
      code: "target_unreachable",
      options: {
        charge: "You were not charged.",
        details: { reason: "network_busy" },
        headers: { "retry-after": "5" },
      },
    });
    expect(performance.now() - began).toBeGreaterThan(2_000); // it waited
    expect(world.sites.asked).toHaveLength(asked);
    const [wallet] = await world.store.redis.keys(`*scan-refused*${buyer.payment?.payer}`);
    expect(wallet).toBeUndefined(); // it was turned away, which counts for nobody
  });

  it("a caller whose scans are refused has ten an hour, and others are not kept out", async () => {
    const caller = stranger();
    const sites = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"].map(
      (name) => `${name}.unknown-name-fixture.com`,
    );
    for (const host of sites) await refusalOf(auditHeaders(request(host), caller));
    const host = "preloaded-fixture.dev";
    expect(await refusalOf(auditHeaders(request(host), caller))).toMatchObject({
      status: 429,
      options: { details: { reason: "refused", subject: "your address" } },
    });
    expect(await refusalOf(unpaid(host, caller.headers))).toMatchObject({ status: 429 });
    await isSold(host);
  });

  it("of the addresses of one IPv6 /48 each counts for all", async () => {
    const from = (at: number): CallContext => ({
      ...stranger(),
      headers: new Headers({ "x-forwarded-for": `2a01:4f8:10:${at.toString(16)}::1` }),
    });
    for (let at = 0; at < 10; at += 1)
      await refusalOf(auditHeaders(request(`n${at}.unknown-name-fixture.com`), from(at)));
    expect(await refusalOf(unpaid("login-wall-fixture.com", from(99).headers))).toMatchObject({
      status: 429,
    });
  });

  it("a site whose owner refuses scans says so before the payment, without a further look at it", async () => {
    const host = "opted-out-fixture.com";
    await refusalOf(auditHeaders(request(host), stranger()));
    const asked = world.sites.asked.length;
    expect(await refusalOf(unpaid(host))).toMatchObject({
      status: 403,
      options: { details: { problems: [{ code: "opted_out" }] } },
    });
    expect(world.sites.asked).toHaveLength(asked);
  });
});
