import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { platformConnection } from "@/lib/security/scan-fetch/platform-connection";
import { judgeTarget } from "@/lib/security/gate/judge-target";
import { PUBLIC_SUFFIXES } from "@/lib/security/gate/public-suffix";
import type * as ownHostModule from "@/lib/security/own-host";
import type * as surroundingsModule from "@/lib/security/scan-tools";
import { listen, type Listening } from "@/sandbox/host/listen";
import { type Resolver, startResolver } from "@/sandbox/sites/resolver";
import { type Sites, startSites } from "@/sandbox/sites/server";
import { FIRST_ZONE, SECOND_ZONE, SITES } from "@/sandbox/sites/sites";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";

let sites: Sites;
let first: Resolver;
let second: Resolver;
let service: Listening;
let store: RedisStore;

beforeAll(async () => {
  sites = await startSites(SITES, 0);
  first = await startResolver(FIRST_ZONE, 0);
  second = await startResolver(SECOND_ZONE, 0);
  service = await listen(0, (request, response) => response.end(`myself at ${request.url ?? ""}`));
  store = await startRedisStore();
});
afterAll(() => Promise.all([sites.close(), first.close(), second.close(), service.close(), store.close()]));

/** The settings are read once a process. */
let own: typeof ownHostModule;
let surroundings: typeof surroundingsModule;
beforeEach(async () => {
  const settings = {
    PUBLIC_ORIGIN: service.url,
    VERCEL_URL: "svc-abc.example.org",
    SCAN_ORIGIN: sites.url,
    SCAN_DOH_FIRST_URL: first.url,
    SCAN_DOH_SECOND_URL: second.url,
    UPSTASH_REDIS_REST_URL: store.rest.url,
    UPSTASH_REDIS_REST_TOKEN: "test-token",
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  own = await import("@/lib/security/own-host");
  surroundings = await import("@/lib/security/scan-tools");
});
afterEach(() => vi.unstubAllEnvs());

const probe = { headers: {}, maxBytes: 1_000, redirects: 0 };

function admitted(raw: string, selfAudit: boolean) {
  const gate = { own: own.ownHost(), selfAudit, suffixes: PUBLIC_SUFFIXES };
  const verdict = judgeTarget(raw, gate);
  if (!verdict.ok) throw new Error(JSON.stringify(verdict.problems));
  return { gate, target: verdict.target };
}

describe("a scan as the settings have it", () => {
  it("finds every site of the local world by its public name, each in a network of its own", async () => {
    const resolve = surroundings.resolveTarget();
    const networks = new Set<string>();
    for (const { host, addresses } of SITES) {
      const { target } = admitted(`https://${host}`, false);
      expect(target.registrableDomain).toBe(host.replace(/^www\./, ""));
      expect(await resolve(host), host).toMatchObject({ ok: true, addresses });
      for (const address of addresses.slice(0, 1)) networks.add(address.split(".").slice(0, 3).join("."));
    }
    expect(networks.size).toBe(SITES.length);
  });

  it.each([
    ["private-name-fixture.com", "not_public"],
    ["metadata-name-fixture.com", "not_public"],
    ["mixed-name-fixture.com", "not_public"],
    ["split-name-fixture.com", "not_public"],
    ["empty-name-fixture.com", "no_address"],
    ["unknown-name-fixture.com", "no_such_name"],
  ])("refuses %s by what its resolvers say: %s", async (name, reason) => {
    expect(await surroundings.resolveTarget()(name)).toEqual({ ok: false, reason });
  });

  it("asks a site behind the stand-in for the web, and the service itself where it is", async () => {
    const signal = new AbortController().signal;
    const site = admitted("https://plain-fixture.com", false);
    const home = await surroundings
      .openScan(site.target, site.gate, platformConnection([]), signal, 32)
      .get({ ...probe, address: "/" });
    expect(home).toMatchObject({ ok: true, response: { url: "https://plain-fixture.com/", status: 200 } });
    const self = admitted(service.url, true);
    const answer = await surroundings
      .openScan(self.target, self.gate, platformConnection([]), signal, 32)
      .get({ ...probe, address: "/robots.txt" });
    expect(answer.ok && new TextDecoder().decode(answer.response.body)).toBe("myself at /robots.txt");
  });

  it("names as its own what the platform calls it, too", () => {
    expect(own.ownHost()).toEqual({ publicOrigin: service.url, aliases: ["https://svc-abc.example.org"] });
  });

  it("leaves a site alone for ten minutes", async () => {
    const limits = surroundings.siteLimits();
    const [domain, visit] = ["plain-fixture.com", null];
    const start = { domain, names: domain, visit, caller: {} };
    expect(await limits.reserve(start, "a")).toEqual({ ok: true });
    expect(await limits.begin(start, "a", "payment")).toBe(true);
    await limits.release(start, "a", "refused");
    const again = await limits.reserve(start, "b");
    expect(!again.ok && Math.ceil(again.waitMs / 60_000)).toBe(10);
  });
});
