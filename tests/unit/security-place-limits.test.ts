import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { edgePlatforms } from "@/lib/curated/edge-platforms";
import { network } from "@/lib/http/ip-address";
import { lowestOfEach } from "@/lib/security/gate/public-address";
import { type Place, placeOf } from "@/lib/security/site-limits/place";
import { createPlaceLimits, type PlaceLimitSettings } from "@/lib/security/site-limits/place-limits";
import { keys } from "@/lib/store/keys";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";

const RULES: PlaceLimitSettings = {
  leaseMs: 30_000,
  windowMs: 3_600_000,
  each: { scans: 4, requests: 6 },
  platform: { scans: 64, requests: 24 },
  perWindow: { scans: 60, requests: 1_200 },
};

let store: RedisStore;
/** The store's time (ms), which only a test moves: a busy machine ends no lease. */
let clock = Date.parse("2026-11-27T03:00:00Z");
let number = 0;
beforeAll(async () => {
  store = await startRedisStore(() => clock);
});
afterAll(() => store.close());

const limits = (rules: Partial<PlaceLimitSettings> = {}) =>
  createPlaceLimits(() => store.redis, { ...RULES, ...rules });
const scan = (id = `scan-${(number += 1)}`) => ({ id, paymentKey: `payment of ${id}`, budget: 32 });
const plain = (address: string): Place => ({ ...placeOf(address, new Map()), isPlatform: false });
/** An address in a network that no other test uses. */
const fresh = (last = 1): string => `45.${Math.floor((number += 1) / 250)}.${number % 250}.${last}`;

describe("the place of an address", () => {
  it("is a /24 and itself in IPv4, a /48 and the /64 in IPv6", () => {
    expect(placeOf("45.60.70.80", new Map())).toEqual({
      ...{ address: "45.60.70.80", network: "45.60.70.0/24", isPlatform: false },
    });
    expect(placeOf("2a01:4f8:10:20:1::9", new Map())).toEqual({
      ...{ address: "2a01:4f8:10:20::/64", network: "2a01:4f8:10::/48", isPlatform: false },
    });
  });

  it.each([
    ["76.76.21.21", "example.com", true],
    ["185.199.108.153", "example.com", true],
    ["104.18.8.1", "example.com", true],
    ["2606:4700:3033::ac43:1", "example.com", true],
    ["23.227.38.65", "example.com", true],
    ["75.2.60.5", "example.com", true],
    ["75.2.60.6", "example.com", false],
    ["45.60.70.80", "sites.example.netlify.app", true],
    ["45.60.70.80", "cname.vercel-dns.com", true],
    ["45.60.70.80", "netlify.app.example.com", false],
    ["45.60.70.80", "example.com", false],
  ])("%s, whose record %s owns, is a platform's: %s", (address, owner, isPlatform) => {
    expect(placeOf(address, new Map([[address, owner]])).isPlatform).toBe(isPlatform);
  });

  it("is at most one of each family where the connection's is not known, in whatever order they come", () => {
    const many = Array.from({ length: 16 }, (_, at) => `45.60.${at}.1`).reverse();
    expect(lowestOfEach([...many, "2a01:4f8::2", "2a01:4f8::1"])).toEqual(["45.60.0.1", "2a01:4f8::1"]);
    expect(lowestOfEach(["2a01:4f8::2"])).toEqual(["2a01:4f8::2"]);
    expect(lowestOfEach(["9.9.9.9", "10.0.0.1"])).toEqual(["9.9.9.9"]);
  });

  it("knows platforms by networks that hold no more than platforms have", () => {
    const { networks, suffixes } = edgePlatforms.items;
    for (const cidr of networks) {
      const { bytes, bits } = network(cidr);
      expect(bits, cidr).toBeGreaterThanOrEqual(bytes.length === 4 ? 8 : 24);
    }
    expect(new Set(networks).size).toBe(networks.length);
    for (const suffix of suffixes) expect(suffix).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
  });
});

describe("a place's limits", () => {
  it("let four scans into a network at once, and the next when one of them is over", async () => {
    const places = (last: number): Place[] => [plain(`45.200.1.${last}`)];
    const under = await Promise.all(
      Array.from({ length: 10 }, async (_, at) => {
        const one = scan();
        return { one, at, entry: await limits().enter(places(at), one) };
      }),
    );
    const inside = under.filter(({ entry }) => entry.ok);
    expect(inside).toHaveLength(4);
    const next = scan();
    expect(await limits().enter(places(99), next)).toMatchObject({ reason: "network_busy" });
    const [first] = inside;
    if (first !== undefined) await limits().leave(places(first.at), first.one, 2);
    expect(await limits().enter(places(99), next)).toEqual({ ok: true });
  });

  it("share six requests to one address out, and give them back", async () => {
    const places = [plain(fresh())];
    const [one, other, third] = [scan(), scan(), scan()];
    expect(await limits().enter(places, one)).toEqual({ ok: true });
    expect(await limits().grow(places, one)).toBe(4); // its own, and half of the five that are free
    expect(await limits().enter(places, other)).toEqual({ ok: true });
    expect(await limits().grow(places, other)).toBe(2);
    expect(await limits().enter(places, third)).toMatchObject({ ok: false, reason: "network_busy" });
    expect(await store.redis.zcard(keys.scanRequests(places[0]?.address ?? ""))).toBe(6);
    await limits().leave(places, one, 18);
    expect(await limits().enter(places, third)).toEqual({ ok: true });
    expect(await limits().grow(places, third)).toBe(3);
  });

  it("let sixty-four scans into a platform's network, with six requests each at most", async () => {
    const came = await Promise.all(
      Array.from({ length: 80 }, async (_, at) => {
        const places = [placeOf(`185.199.108.${100 + (at % 20)}`, new Map())];
        const one = scan();
        const entry = await limits().enter(places, one);
        return entry.ok ? limits().grow(places, one) : 0;
      }),
    );
    expect(came.filter((share) => share > 0)).toHaveLength(64);
    expect(Math.max(...came)).toBe(6);
  });

  it("are taken in all places or in none", async () => {
    const [full, free] = [plain(fresh()), plain(fresh())];
    for (let under = 0; under < 4; under += 1) await limits().enter([full], scan());
    const one = scan();
    expect(await limits().enter([free, full], one)).toMatchObject({ ok: false });
    expect(await store.redis.exists(keys.scanRoom(free.network))).toBe(0);
  });

  it("end by themselves when a worker dies", async () => {
    const places = [plain(fresh())];
    const dying = limits({ leaseMs: 80 });
    for (let under = 0; under < 4; under += 1) await dying.enter(places, scan());
    expect(await dying.enter(places, scan())).toMatchObject({ ok: false });
    clock += 160;
    expect(await dying.enter(places, scan())).toEqual({ ok: true });
  });

  it("let an address have so many scans, and so many requests of them, within the hour", async () => {
    const few = limits({ perWindow: { scans: 3, requests: 70 } });
    const run = async (places: readonly Place[], sent: number) => {
      const one = scan();
      const entry = await few.enter(places, one);
      if (!entry.ok) return entry.reason;
      await few.grow(places, one);
      await few.leave(places, one, sent);
      return "had";
    };
    const [often, much] = [[plain(fresh())], [plain(fresh())]];
    for (let time = 0; time < 3; time += 1) expect(await run(often, 10)).toBe("had");
    expect(await run(often, 10)).toBe("network_used_up");
    for (let time = 0; time < 2; time += 1) expect(await run(much, 35)).toBe("had");
    expect(await run(much, 35)).toBe("network_used_up");
    const platform = [placeOf("76.76.21.21", new Map())];
    for (let time = 0; time < 8; time += 1) expect(await run(platform, 30)).toBe("had");
  });

  it("forget scans that were not paid for, and no others", async () => {
    const few = limits({ perWindow: { scans: 2, requests: 1_000 } });
    const places = [plain(fresh())];
    const [paid, unpaid] = [scan(), scan()];
    for (const one of [paid, unpaid]) {
      expect(await few.enter(places, one)).toEqual({ ok: true });
      await few.grow(places, one);
      await few.leave(places, one, 20);
    }
    expect(await few.enter(places, scan())).toMatchObject({ reason: "network_used_up" });
    expect(await few.forget(places, (key) => Promise.resolve(key === unpaid.paymentKey))).toBe(true);
    expect(await few.enter(places, scan())).toEqual({ ok: true });
    expect(await few.forget(places, () => Promise.resolve(false))).toBe(false);
  });

  it("don't count a scan that was refused before it began", async () => {
    const few = limits({ perWindow: { scans: 1, requests: 10 } });
    const places = [plain(fresh())];
    for (let time = 0; time < 5; time += 1) {
      const one = scan();
      expect(await few.enter(places, one)).toEqual({ ok: true });
      await few.leave(places, one, 2);
    }
    expect(await few.enter(places, scan())).toEqual({ ok: true });
  });
});
