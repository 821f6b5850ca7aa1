import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSiteLimits, type SiteLimitSettings, subjectsOf } from "@/lib/security/site-limits";
import { keys } from "@/lib/store/keys";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";
import { pause } from "../fixtures/provider-server";

const MINUTE = 60_000;
const RULES: SiteLimitSettings = {
  leaseMs: 30_000,
  spacingMs: 10 * MINUTE,
  windowMs: 60 * MINUTE,
  perWindow: 6,
};

let store: RedisStore;
let number = 0;
beforeAll(async () => {
  store = await startRedisStore();
});
afterAll(() => store.close());

/** Names that no other test uses. */
const fresh = (): string => `site-${(number += 1)}.com`;
const limits = (rules: Partial<SiteLimitSettings> = {}) =>
  createSiteLimits(() => store.redis, { ...RULES, ...rules });

/** As though the starts so far had been that much earlier. */
async function age(subject: string, ms: number): Promise<void> {
  const starts = await store.redis.zrange<string[]>(keys.scanStarts(subject), 0, -1, { withScores: true });
  for (let at = 0; at < starts.length; at += 2)
    await store.redis.zadd(keys.scanStarts(subject), {
      score: Number(starts[at + 1]) - ms,
      member: starts[at] ?? "",
    });
}

describe("a site's limits", () => {
  it("count by registrable domain and by each /24 and /48 once", () => {
    const target = {
      origin: "https://a.site.com",
      host: "a.site.com",
      registrableDomain: "site.com",
      self: false,
    };
    const addresses = ["93.184.215.14", "93.184.215.99", "2606:2800:21f::1", "2606:2800:21f:1::1"];
    expect(subjectsOf(target, addresses)).toEqual(["site.com", "93.184.215.0/24", "2606:2800:21f::/48"]);
  });

  it("let one scan of many that start at once through", async () => {
    const subjects = [fresh(), fresh()];
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => limits().take(subjects, `scan-${index}`)),
    );
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    expect(all.find(({ ok }) => !ok)).toMatchObject({ subject: subjects[0] });
  });

  it("let nothing through while a scan is under way, and for ten minutes from its start", async () => {
    const subject = fresh();
    const brief = limits({ spacingMs: 0 });
    expect(await brief.take([subject], "a")).toEqual({ ok: true });
    const busy = await brief.take([subject], "b");
    expect(busy).toMatchObject({ ok: false, reason: "in_flight", subject });
    expect(!busy.ok && busy.waitMs > 0 && busy.waitMs <= RULES.leaseMs).toBe(true);
    await brief.release([subject], "a");
    const soon = await limits().take([subject], "b");
    expect(soon).toMatchObject({ ok: false, reason: "too_soon" });
    expect(!soon.ok && soon.waitMs > 9 * MINUTE && soon.waitMs <= 10 * MINUTE).toBe(true);
    await age(subject, 10 * MINUTE);
    expect(await limits().take([subject], "b")).toEqual({ ok: true });
  });

  it("let six an hour through, whatever the time between", async () => {
    const subject = fresh();
    const dense = limits({ spacingMs: 0 });
    for (let scan = 0; scan < 6; scan += 1) {
      expect(await dense.take([subject], `scan-${scan}`)).toEqual({ ok: true });
      await dense.release([subject], `scan-${scan}`);
    }
    const seventh = await dense.take([subject], "seventh");
    expect(seventh).toMatchObject({ ok: false, reason: "too_many" });
    expect(!seventh.ok && seventh.waitMs > 59 * MINUTE && seventh.waitMs <= 60 * MINUTE).toBe(true);
    await age(subject, 60 * MINUTE);
    expect(await dense.take([subject], "seventh")).toEqual({ ok: true });
    expect(await store.redis.zcard(keys.scanStarts(subject))).toBe(1); // what is over is forgotten
  });

  it("take room in all subjects or in none", async () => {
    const [site, other, shared] = [fresh(), fresh(), fresh()];
    expect(await limits().take([site, shared], "a")).toEqual({ ok: true });
    expect(await limits().take([other, shared], "b")).toMatchObject({ ok: false, subject: shared });
    expect(await limits().take([other], "b")).toEqual({ ok: true });
  });

  it("tell the longest wait of all subjects", async () => {
    const [early, late] = [fresh(), fresh()];
    await limits().take([early], "a");
    await limits().release([early], "a");
    await age(early, 9 * MINUTE);
    await limits().take([late], "b");
    await limits().release([late], "b");
    const refused = await limits().take([early, late], "c");
    expect(refused).toMatchObject({ ok: false, subject: late });
  });

  it("only look when they are asked to look", async () => {
    const subject = fresh();
    expect(await limits().look([subject])).toEqual({ ok: true });
    expect(await limits().look([subject])).toEqual({ ok: true });
    expect(await limits().take([subject], "a")).toEqual({ ok: true });
    expect(await limits().look([subject])).toMatchObject({ ok: false });
  });

  it("count a scan once whose first reply was lost", async () => {
    const subject = fresh();
    store.rest.setFault({ kind: "lost-reply", times: 1 });
    await limits()
      .take([subject], "a")
      .catch(() => undefined); // a client may ask again by itself
    expect(await limits().take([subject], "b")).toMatchObject({ ok: false });
    expect(await limits().take([subject], "a")).toEqual({ ok: true });
    expect(await store.redis.zcard(keys.scanStarts(subject))).toBe(1);
  });

  it("are not ended by another scan, and end by themselves when a worker dies", async () => {
    const subject = fresh();
    const brief = limits({ spacingMs: 0, leaseMs: 60 });
    expect(await limits({ spacingMs: 0 }).take([subject], "a")).toEqual({ ok: true });
    await limits().release([subject], "b");
    expect(await brief.take([subject], "b")).toMatchObject({ reason: "in_flight" });
    const dying = fresh();
    expect(await brief.take([dying], "a")).toEqual({ ok: true });
    await pause(120);
    expect(await brief.take([dying], "b")).toEqual({ ok: true });
  });

  it("leave nothing in the store for longer than an hour", async () => {
    const subject = fresh();
    await limits().take([subject], "a");
    const starts = await store.redis.pttl(keys.scanStarts(subject));
    const lease = await store.redis.pttl(keys.scanLease(subject));
    expect(starts > 0 && starts <= 60 * MINUTE).toBe(true);
    expect(lease > 0 && lease <= RULES.leaseMs).toBe(true);
  });

  it("refuse to judge when the store is gone", async () => {
    store.rest.setFault({ kind: "down" });
    await expect(limits().take([fresh()], "a")).rejects.toThrow();
    store.rest.setFault(undefined);
  });
});
