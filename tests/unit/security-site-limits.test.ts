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

/** Of somebody whose name is not known yet. */
const ANYBODY = { by: null, kind: "scan" };

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
      Array.from({ length: 20 }, (_, index) => limits().take(subjects, `scan-${index}`, null)),
    );
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    expect(all.find(({ ok }) => !ok)).toMatchObject({ subject: subjects[0] });
  });

  it("let nothing through while a scan is under way, and for ten minutes from its start", async () => {
    const subject = fresh();
    const brief = limits({ spacingMs: 0 });
    expect(await brief.take([subject], "a", null)).toEqual({ ok: true });
    const busy = await brief.take([subject], "b", null);
    expect(busy).toMatchObject({ ok: false, reason: "in_flight", subject });
    expect(!busy.ok && busy.waitMs > 0 && busy.waitMs <= RULES.leaseMs).toBe(true);
    await brief.release([subject], "a", null);
    const soon = await limits().take([subject], "b", null);
    expect(soon).toMatchObject({ ok: false, reason: "too_soon" });
    expect(!soon.ok && soon.waitMs > 9 * MINUTE && soon.waitMs <= 10 * MINUTE).toBe(true);
    await age(subject, 10 * MINUTE);
    expect(await limits().take([subject], "b", null)).toEqual({ ok: true });
  });

  it("let six an hour through, whatever the time between", async () => {
    const subject = fresh();
    const dense = limits({ spacingMs: 0 });
    for (let scan = 0; scan < 6; scan += 1) {
      expect(await dense.take([subject], `scan-${scan}`, null)).toEqual({ ok: true });
      await dense.release([subject], `scan-${scan}`, null);
    }
    const seventh = await dense.take([subject], "seventh", null);
    expect(seventh).toMatchObject({ ok: false, reason: "too_many" });
    expect(!seventh.ok && seventh.waitMs > 59 * MINUTE && seventh.waitMs <= 60 * MINUTE).toBe(true);
    await age(subject, 60 * MINUTE);
    expect(await dense.take([subject], "seventh", null)).toEqual({ ok: true });
    expect(await store.redis.zcard(keys.scanStarts(subject))).toBe(1); // what is over is forgotten
  });

  it("take room in all subjects or in none", async () => {
    const [site, other, shared] = [fresh(), fresh(), fresh()];
    expect(await limits().take([site, shared], "a", null)).toEqual({ ok: true });
    expect(await limits().take([other, shared], "b", null)).toMatchObject({ ok: false, subject: shared });
    expect(await limits().take([other], "b", null)).toEqual({ ok: true });
  });

  it("tell the longest wait of all subjects", async () => {
    const [early, late] = [fresh(), fresh()];
    await limits().take([early], "a", null);
    await limits().release([early], "a", null);
    await age(early, 9 * MINUTE);
    await limits().take([late], "b", null);
    await limits().release([late], "b", null);
    const refused = await limits().take([early, late], "c", null);
    expect(refused).toMatchObject({ ok: false, subject: late });
  });

  it("only look when they are asked to look", async () => {
    const subject = fresh();
    expect(await limits().look([subject], ANYBODY)).toEqual({ ok: true });
    expect(await limits().look([subject], ANYBODY)).toEqual({ ok: true });
    expect(await limits().take([subject], "a", null)).toEqual({ ok: true });
    expect(await limits().look([subject], ANYBODY)).toMatchObject({ ok: false });
  });

  it("count a scan once whose first reply was lost", async () => {
    const subject = fresh();
    store.rest.setFault({ kind: "lost-reply", times: 1 });
    await limits()
      .take([subject], "a", null)
      .catch(() => undefined); // a client may ask again by itself
    expect(await limits().take([subject], "b", null)).toMatchObject({ ok: false });
    expect(await limits().take([subject], "a", null)).toEqual({ ok: true });
    expect(await store.redis.zcard(keys.scanStarts(subject))).toBe(1);
  });

  it("are not ended by another scan, and end by themselves when a worker dies", async () => {
    const subject = fresh();
    const brief = limits({ spacingMs: 0, leaseMs: 60 });
    expect(await limits({ spacingMs: 0 }).take([subject], "a", null)).toEqual({ ok: true });
    await limits().release([subject], "b", null);
    expect(await brief.take([subject], "b", null)).toMatchObject({ reason: "in_flight" });
    const dying = fresh();
    expect(await brief.take([dying], "a", null)).toEqual({ ok: true });
    await pause(120);
    expect(await brief.take([dying], "b", null)).toEqual({ ok: true });
  });

  it("leave nothing in the store for longer than an hour", async () => {
    const subject = fresh();
    await limits().take([subject], "a", null);
    const starts = await store.redis.pttl(keys.scanStarts(subject));
    const lease = await store.redis.pttl(keys.scanLease(subject));
    expect(starts > 0 && starts <= 60 * MINUTE).toBe(true);
    expect(lease > 0 && lease <= RULES.leaseMs).toBe(true);
  });

  describe("of a visit", () => {
    const visit = (by: string, kind: string) => ({ by, kind });
    async function audit(
      subjects: readonly string[],
      by: string,
      kind: string,
      rules?: Partial<SiteLimitSettings>,
    ) {
      const scanId = `${by} ${kind} ${(number += 1)}`;
      const taken = await limits(rules).take(subjects, scanId, visit(by, kind));
      if (taken.ok) await limits().release(subjects, scanId, null);
      return taken.ok ? "taken" : taken.reason;
    }

    it("let one payer have each kind once, one after the other, and count them as one start", async () => {
      const subjects = [fresh(), fresh()];
      expect(await audit(subjects, "ann", "scan")).toBe("taken");
      expect(await audit(subjects, "ann", "headers")).toBe("taken");
      expect(await audit(subjects, "ann", "readiness")).toBe("taken");
      for (const kind of ["scan", "headers", "readiness"])
        expect(await audit(subjects, "ann", kind), kind).toBe("too_soon");
      for (const subject of subjects) expect(await store.redis.zcard(keys.scanStarts(subject))).toBe(1);
    });

    it("let nobody else in, and not the same payer for another site of the network", async () => {
      const [site, other, network] = [fresh(), fresh(), fresh()];
      expect(await audit([site, network], "ann site", "scan")).toBe("taken");
      expect(await audit([site, network], "bob site", "headers")).toBe("too_soon");
      expect(await audit([other, network], "ann other", "headers")).toBe("too_soon");
      expect(await audit([site, network], "ann site", "headers")).toBe("taken");
    });

    it("take only one audit at a time", async () => {
      const subject = fresh();
      expect(await limits().take([subject], "a", visit("ann", "scan"))).toEqual({ ok: true });
      expect(await limits().take([subject], "b", visit("ann", "headers"))).toMatchObject({
        reason: "in_flight",
      });
    });

    it("end with the time between two visits, however late the last audit was", async () => {
      const subject = fresh();
      expect(await audit([subject], "ann", "scan")).toBe("taken");
      const ends = await store.redis.pttl(keys.scanVisit(subject));
      expect(ends > 0 && ends <= RULES.spacingMs).toBe(true);
      await store.redis.pexpire(keys.scanVisit(subject), 50_000);
      expect(await audit([subject], "ann", "headers")).toBe("taken");
      expect(await store.redis.pttl(keys.scanVisit(subject))).toBeLessThanOrEqual(50_000);
      await store.redis.del(keys.scanVisit(subject));
      expect(await audit([subject], "ann", "readiness")).toBe("too_soon");
    });

    it("begin anew with the next start, for whoever that is", async () => {
      const subject = fresh();
      expect(await audit([subject], "ann", "scan")).toBe("taken");
      await age(subject, 10 * MINUTE);
      expect(await audit([subject], "bob", "scan")).toBe("taken");
      expect(await audit([subject], "ann", "headers")).toBe("too_soon");
      expect(await audit([subject], "bob", "headers")).toBe("taken");
    });

    it("show a look whether somebody's visit lacks that kind, and a payer's look only their own", async () => {
      const subject = fresh();
      await audit([subject], "ann", "scan");
      expect(await limits().look([subject], { by: null, kind: "headers" })).toEqual({ ok: true });
      expect(await limits().look([subject], ANYBODY)).toMatchObject({ ok: false });
      expect(await limits().look([subject], visit("bob", "headers"))).toMatchObject({ ok: false });
      expect(await limits().look([subject], visit("ann", "headers"))).toEqual({ ok: true });
    });

    it("give a kind back once, to whom a site only sent on", async () => {
      const subject = fresh();
      for (const [at, expected] of [true, true, false].entries()) {
        const { ok } = await limits().take([subject], `try ${at}`, visit("ann", "scan"));
        expect(ok, `try ${at}`).toBe(expected);
        await limits().release([subject], `try ${at}`, "scan");
      }
      expect(await audit([subject], "ann", "headers")).toBe("taken");
    });

    it("don't give back what another holds", async () => {
      const subject = fresh();
      await limits().take([subject], "a", visit("ann", "scan"));
      await limits().release([subject], "b", "scan");
      await limits().release([subject], "a", null);
      expect(await audit([subject], "ann", "scan")).toBe("too_soon");
    });
  });

  it("refuse to judge when the store is gone", async () => {
    store.rest.setFault({ kind: "down" });
    await expect(limits().take([fresh()], "a", null)).rejects.toThrow();
    store.rest.setFault(undefined);
  });
});
