import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createSiteLimits,
  namesOf,
  type SiteLimitSettings,
  type SiteStart,
} from "@/lib/security/site-limits";
import { keys } from "@/lib/store/keys";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";

const MINUTE = 60_000;
const RULES: SiteLimitSettings = {
  leaseMs: 30_000,
  spacingMs: 10 * MINUTE,
  windowMs: 60 * MINUTE,
  perWindow: 6,
  refused: { perSpacing: 6, perWindow: 20, perCaller: 10 },
};

let store: RedisStore;
/** The store's time (ms), which only a test moves: a busy machine ends no lease. */
let clock = Date.parse("2026-11-27T03:00:00Z");
let number = 0;
beforeAll(async () => {
  store = await startRedisStore(() => clock);
});
afterAll(() => store.close());

/** Text that no other test uses. */
const fresh = (what = "site"): string => `${what}-${(number += 1)}.com`;
const limits = (rules: Partial<SiteLimitSettings> = {}) =>
  createSiteLimits(() => store.redis, { ...RULES, ...rules });
const startAt = (domain: string, more: Partial<SiteStart> = {}): SiteStart => ({
  ...{ domain, names: domain, visit: null, caller: {} },
  ...more,
});

/** A scan that begins and ends. */
async function scanned(start: SiteStart, rules?: Partial<SiteLimitSettings>): Promise<string> {
  const id = fresh("scan");
  const reserved = await limits(rules).reserve(start, id);
  if (!reserved.ok) return reserved.reason;
  expect(await limits(rules).begin(start, id, `payment of ${id}`)).toBe(true);
  await limits(rules).release(start, id, "refused");
  return "taken";
}

/** A scan that ends before it begins. */
async function refused(start: SiteStart, given: "refused" | "unreached" | "turned_away" = "refused") {
  const id = fresh("scan");
  const reserved = await limits().reserve(start, id);
  if (!reserved.ok) return reserved;
  await limits().release(start, id, given);
  return "taken";
}

/** As though what is kept under a key had been that much earlier. */
async function age(key: string, ms: number): Promise<void> {
  const rows = await store.redis.zrange<string[]>(key, 0, -1, { withScores: true });
  for (let at = 0; at < rows.length; at += 2)
    await store.redis.zadd(key, { score: Number(rows[at + 1]) - ms, member: rows[at] ?? "" });
}

describe("a site's limits", () => {
  it("let one scan of many that start at once through", async () => {
    const start = startAt(fresh());
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => limits().reserve(start, `scan-${index}`)),
    );
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    expect(all.find(({ ok }) => !ok)).toMatchObject({ subject: start.domain, reason: "in_flight" });
  });

  it("let nothing through while a scan is under way, and for ten minutes from its start", async () => {
    const start = startAt(fresh());
    expect(await limits().reserve(start, "a")).toEqual({ ok: true });
    const busy = await limits().reserve(start, "b");
    expect(busy).toMatchObject({ ok: false, reason: "in_flight", subject: start.domain });
    expect(!busy.ok && busy.waitMs > 0 && busy.waitMs <= RULES.leaseMs).toBe(true);
    expect(await limits().begin(start, "a", "payment")).toBe(true);
    await limits().release(start, "a", "refused");
    const soon = await limits().reserve(start, "b");
    expect(soon).toMatchObject({ ok: false, reason: "too_soon" });
    expect(!soon.ok && soon.waitMs > 9 * MINUTE && soon.waitMs <= 10 * MINUTE).toBe(true);
    await age(keys.scanStarts(start.domain), 10 * MINUTE);
    expect(await limits().reserve(start, "b")).toEqual({ ok: true });
  });

  it("let six an hour through, whatever the time between", async () => {
    const start = startAt(fresh());
    for (let scan = 0; scan < 6; scan += 1) expect(await scanned(start, { spacingMs: 0 })).toBe("taken");
    const seventh = await limits({ spacingMs: 0 }).reserve(start, "seventh");
    expect(seventh).toMatchObject({ ok: false, reason: "too_many" });
    expect(!seventh.ok && seventh.waitMs > 59 * MINUTE && seventh.waitMs <= 60 * MINUTE).toBe(true);
    await age(keys.scanStarts(start.domain), 60 * MINUTE);
    expect(await scanned(start, { spacingMs: 0 })).toBe("taken");
    expect(await store.redis.zcard(keys.scanStarts(start.domain))).toBe(1); // what is over is forgotten
  });

  it("only look when they are asked to look, and don't mind a scan under way", async () => {
    const start = startAt(fresh());
    expect(await limits().look(start)).toEqual({ ok: true });
    expect(await limits().reserve(start, "a")).toEqual({ ok: true });
    expect(await limits().look(start)).toEqual({ ok: true });
    expect(await limits().begin(start, "a", "payment")).toBe(true);
    expect(await limits().look(start)).toMatchObject({ ok: false, reason: "too_soon" });
  });

  it("count a scan once whose first reply was lost, at its beginning too", async () => {
    const start = startAt(fresh(), { visit: { by: "ann", kind: "scan" } });
    store.rest.setFault({ kind: "lost-reply", times: 1 });
    await limits()
      .reserve(start, "a")
      .catch(() => undefined); // a client may ask again by itself
    expect(await limits().reserve(start, "b")).toMatchObject({ ok: false });
    expect(await limits().reserve(start, "a")).toEqual({ ok: true });
    for (const time of [1, 2]) expect(await limits().begin(start, "a", "payment"), `${time}`).toBe(true);
    expect(await store.redis.zcard(keys.scanStarts(start.domain))).toBe(1);
  });

  it("are not ended by another scan, and end by themselves when a worker dies: then it counts as refused", async () => {
    const start = startAt(fresh());
    expect(await limits().reserve(start, "a")).toEqual({ ok: true });
    await limits().release(start, "b", "turned_away");
    expect(await limits().reserve(start, "b")).toMatchObject({ reason: "in_flight" });
    const dying = startAt(fresh());
    expect(await limits({ leaseMs: 60 }).reserve(dying, "a")).toEqual({ ok: true });
    clock += 120;
    expect(await limits().begin(dying, "a", "payment")).toBe(false);
    expect(await limits().reserve(dying, "b")).toEqual({ ok: true });
    expect(await store.redis.zrange(keys.scanRefused(dying.names), 0, -1)).toContain("a");
  });

  it("leave nothing in the store for longer than an hour", async () => {
    const start = startAt(fresh(), { caller: { "your wallet": fresh("wallet") } });
    expect(await limits().reserve(start, "a")).toEqual({ ok: true });
    await limits().begin(start, "a", "payment");
    await refused(startAt(fresh("other"), { names: start.names, caller: start.caller }));
    const all = await store.redis.keys(`*${start.domain}*`);
    expect(all.length).toBeGreaterThan(2);
    for (const key of all) {
      const left = await store.redis.pttl(key);
      expect(left > 0 && left <= 60 * MINUTE, key).toBe(true);
    }
  });

  describe("of starts that are refused before the scan", () => {
    it("never take the site's spacing", async () => {
      const start = startAt(fresh());
      for (let time = 0; time < 5; time += 1) expect(await refused(start)).toBe("taken");
      expect(await scanned(start)).toBe("taken");
      expect(await store.redis.zcard(keys.scanStarts(start.domain))).toBe(1);
    });

    it("let six in ten minutes and twenty an hour through, for whomever", async () => {
      const start = startAt(fresh());
      for (let time = 0; time < 6; time += 1) expect(await refused(start)).toBe("taken");
      const seventh = await refused(start);
      expect(seventh).toMatchObject({ reason: "refused", subject: start.domain });
      expect(await limits().look(start)).toMatchObject({ reason: "refused" });
      for (let burst = 0; burst < 2; burst += 1) {
        await age(keys.scanRefused(start.names), 10 * MINUTE);
        for (let time = 0; time < 6; time += 1) expect(await refused(start)).toBe("taken");
      }
      await age(keys.scanRefused(start.names), 10 * MINUTE);
      for (let time = 0; time < 2; time += 1) expect(await refused(start)).toBe("taken");
      await age(keys.scanRefused(start.names), 10 * MINUTE);
      expect(await refused(start)).toMatchObject({ reason: "refused" }); // the twenty-first of the hour
    });

    it("let a wallet, and an address, have ten an hour over all sites", async () => {
      const caller = { "your address": fresh("address"), "your wallet": fresh("wallet") };
      for (let time = 0; time < 10; time += 1)
        expect(await refused(startAt(fresh(), { caller }))).toBe("taken");
      expect(await refused(startAt(fresh(), { caller }))).toMatchObject({
        reason: "refused",
        subject: "your address",
      });
      const moved = { ...caller, "your address": fresh("address") };
      expect(await refused(startAt(fresh(), { caller: moved }))).toMatchObject({ subject: "your wallet" });
      expect(await refused(startAt(fresh(), { caller: { "your wallet": fresh("wallet") } }))).toBe("taken");
    });

    it("count many that start at once exactly", async () => {
      const caller = { "your address": fresh("address") };
      const all = await Promise.all(
        Array.from({ length: 50 }, () => limits().reserve(startAt(fresh(), { caller }), fresh("scan"))),
      );
      expect(all.filter(({ ok }) => ok)).toHaveLength(10);
    });

    it("don't count for a site that was not reached, nor for anybody where there was no room", async () => {
      const [start, caller] = [fresh(), { "your wallet": fresh("wallet") }];
      for (let time = 0; time < 9; time += 1)
        expect(await refused(startAt(start, { caller }), "unreached")).toBe("taken");
      for (let time = 0; time < 30; time += 1)
        expect(await refused(startAt(start, { caller }), "turned_away")).toBe("taken");
      expect(await store.redis.zcard(keys.scanRefused(start))).toBe(0);
      expect(await store.redis.zcard(keys.scanRefused(`your wallet ${caller["your wallet"]}`))).toBe(9);
    });

    it("of a domain's other names use up neither the domain's own nor its www's", () => {
      const registrableDomain = "site.com";
      const names = ["site.com", "www.site.com", "mail.site.com", "a.b.site.com"];
      expect(names.map((host) => namesOf({ host, registrableDomain }))).toEqual([
        ...["site.com", "www.site.com", "*.site.com", "*.site.com"],
      ]);
    });
  });

  describe("of a visit", () => {
    const audit = (domain: string, by: string, kind: string, over?: string) =>
      scanned(startAt(domain, { visit: { by, kind, ...(over !== undefined && { over }) } }));

    it("let one payer have each kind once, one after the other, and count them as one start", async () => {
      const domain = fresh();
      for (const kind of ["scan", "headers", "readiness"])
        expect(await audit(domain, "ann", kind)).toBe("taken");
      for (const kind of ["scan", "headers", "readiness"])
        expect(await audit(domain, "ann", kind), kind).toBe("too_soon");
      expect(await store.redis.zcard(keys.scanStarts(domain))).toBe(1);
    });

    it("let nobody else in, but who may take it over, for the kinds that it has not had", async () => {
      const domain = fresh();
      expect(await audit(domain, "ann", "scan")).toBe("taken");
      expect(await audit(domain, "bob", "headers")).toBe("too_soon");
      expect(await audit(domain, "bob", "scan", "ann")).toBe("too_soon");
      expect(await audit(domain, "bob", "headers", "somebody")).toBe("too_soon");
      expect(await audit(domain, "bob", "headers", "ann")).toBe("taken");
      expect(await audit(domain, "ann", "readiness")).toBe("too_soon");
      expect(await audit(domain, "bob", "readiness")).toBe("taken");
      expect(await store.redis.zcard(keys.scanStarts(domain))).toBe(1);
    });

    it("tell whose it is, and what paid for its audits", async () => {
      const domain = fresh();
      expect(await limits().visitTo(domain)).toBeNull();
      await audit(domain, "ann", "scan");
      await audit(domain, "ann", "headers");
      const visit = await limits().visitTo(domain);
      expect(visit).toMatchObject({ by: "ann" });
      expect(visit?.payments).toHaveLength(2);
      for (const payment of visit?.payments ?? []) expect(payment).toMatch(/^payment of scan-\d+\.com$/);
    });

    it("end with the time between two visits, however late the last audit was", async () => {
      const domain = fresh();
      expect(await audit(domain, "ann", "scan")).toBe("taken");
      const ends = await store.redis.pttl(keys.scanVisit(domain));
      expect(ends > 0 && ends <= RULES.spacingMs).toBe(true);
      await store.redis.pexpire(keys.scanVisit(domain), 50_000);
      expect(await audit(domain, "ann", "headers")).toBe("taken");
      expect(await store.redis.pttl(keys.scanVisit(domain))).toBeLessThanOrEqual(50_000);
      await store.redis.del(keys.scanVisit(domain));
      expect(await audit(domain, "ann", "readiness")).toBe("too_soon");
    });

    it("begin anew with the next start, for whoever that is", async () => {
      const domain = fresh();
      expect(await audit(domain, "ann", "scan")).toBe("taken");
      await age(keys.scanStarts(domain), 10 * MINUTE);
      expect(await audit(domain, "bob", "scan")).toBe("taken");
      expect(await audit(domain, "ann", "headers")).toBe("too_soon");
      expect(await audit(domain, "bob", "headers")).toBe("taken");
    });

    it("show a look whether somebody's visit lacks that kind, and a payer's look only their own", async () => {
      const domain = fresh();
      await audit(domain, "ann", "scan");
      const look = (by: string | null, kind: string) =>
        limits().look(startAt(domain, { visit: { by, kind } }));
      expect(await look(null, "headers")).toEqual({ ok: true });
      expect(await look(null, "scan")).toMatchObject({ ok: false });
      expect(await look("bob", "headers")).toMatchObject({ ok: false });
      expect(await look("ann", "headers")).toEqual({ ok: true });
    });

    it("is not used up by an audit that is refused before it begins", async () => {
      const domain = fresh();
      expect(await refused(startAt(domain, { visit: { by: "ann", kind: "scan" } }))).toBe("taken");
      expect(await audit(domain, "ann", "scan")).toBe("taken");
    });
  });

  it("refuse to judge when the store is gone", async () => {
    store.rest.setFault({ kind: "down" });
    await expect(limits().reserve(startAt(fresh()), "a")).rejects.toThrow();
    store.rest.setFault(undefined);
  });
});
