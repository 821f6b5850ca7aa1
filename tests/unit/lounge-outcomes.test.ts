import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as outcomeModule from "@/lib/lounge/outcomes/outcome";
import type { VenueHistory } from "@/lib/lounge/outcomes/outcome";
import type * as scoreModule from "@/lib/lounge/outcomes/score";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { shownRecord } from "@/lib/lounge/creator/shown-record";
import { recordFrom } from "@/lib/lounge/outcomes/record";
import type { DailyCloses } from "@/lib/sources/price-history";
import { noStore, reader } from "../fixtures/test-source";
import { type LoungeWorld, OPEN, PUBLISH, startLoungeWorld, submission } from "../support/lounge-world";
import { madeSignal, type PublishEffects, seedSignals } from "../support/seed-signals";

const CREATOR = "/api/lounge-creator";
const SCHEDULED = "/api/cron/score-signals";
const SECRET = "c".repeat(32);
const MINUTE = 60_000;
const DAY = 86_400_000;

let world: LoungeWorld;
let effects: PublishEffects;
let outcomes: typeof outcomeModule;
let scoring: typeof scoreModule;
let live: ReadSources;
beforeAll(async () => {
  world = await startLoungeWorld(
    async () => {
      effects = (await import("@/lib/lounge/publish/effects")).publishEffects;
      outcomes = await import("@/lib/lounge/outcomes/outcome");
      scoring = await import("@/lib/lounge/outcomes/score");
      return {
        [PUBLISH]: await import("@/app/api/lounge-signal-publish/route"),
        [OPEN]: await import("@/app/api/lounge-signal-open/route"),
        [CREATOR]: await import("@/app/api/lounge-creator/route"),
        [SCHEDULED]: await import("@/app/api/cron/score-signals/route"),
      };
    },
    { CRON_SECRET: SECRET },
  );
  const origin = process.env.UPSTREAM_ORIGIN ?? "";
  live = reader({ origin, store: noStore, timeoutMs: 5_000, breakerMs: 0 });
});
afterAll(() => world.close());
beforeEach(() => world.store.redis.flushdb());

const wallet = (at: number) => `0x${at.toString(16).padStart(40, "0")}`;
const creatorOf = (at: number, proof: "payment" | "sign-in" | "unproved" = "payment") => ({
  creator: { wallet: wallet(at), chain: "evm" as const, proof },
});
const seed = (signals: Parameters<typeof seedSignals>[2]) => seedSignals(world.store.redis, effects, signals);
const score = (read: ReadSources = live, most = 1_000, now = new Date()) =>
  scoring.scoreDue(most, read, {
    ...{ now, signal: new AbortController().signal, stale: "wait" },
    startedMs: performance.now(),
  });

interface Shown {
  record: Record<string, unknown>;
  signals: { signalId: string; outcome: Record<string, unknown> | null }[];
}
const creator = async (at: number) =>
  (await world.get(`${CREATOR}?wallet=${wallet(at)}&limit=50`)).body as unknown as Shown;

describe("a signal's outcome, by an exchange's prices", () => {
  const at = Date.UTC(2026, 9, 7, 14, 7, 30);
  const due = at + DAY;
  const days: DailyCloses = Array.from({ length: 420 }, (_, index) => [
    Math.floor(at / DAY) - 420 + index,
    70_000 * (index % 2 === 0 ? 1 : 1.02),
  ]);
  const path = (prices: [number, number][], until = due + 15 * MINUTE) => ({ prices, until });
  const history = (over: Partial<VenueHistory> = {}): VenueHistory => ({
    ...{ venue: "coinbase", closes: days },
    start: path([
      [at - 1, 60_000],
      [at + 150_000, 70_000],
      [at + 450_000, 80_000],
    ]),
    end: path([
      [due - 1, 50_000],
      [due + 150_000, 71_000],
    ]),
    ...over,
  });
  const call = (stance: "long" | "short" | "neutral" = "long") =>
    ({ asset: "BTC", stance, publishedAt: at }) as const;
  const later = new Date(due + 21 * MINUTE);

  it("begins with the first price after publication: what moved just before is nobody's hit", () => {
    expect(outcomes.outcomeOf(call(), [history()], later)).toMatchObject({
      ...{ result: "hit", price: 70_000, later: 71_000, priceAt: at + 150_000 },
    });
  });

  it.each([
    ["long", 71_000, "hit"],
    ["long", 70_000, "miss"],
    ["short", 69_000, "hit"],
    ["short", 71_000, "miss"],
    ["neutral", 70_000, "hit"],
    ["neutral", 72_000, "miss"],
  ] as const)("of %s at 70,000 and %i a day later is a %s", (stance, price, result) => {
    const end = path([[due + 150_000, price]]);
    expect(outcomes.outcomeOf(call(stance), [history({ end })], later)).toMatchObject({ result });
  });

  it("is not known before twenty minutes after its day, nor while no exchange has answered", () => {
    expect(outcomes.outcomeOf(call(), [history()], new Date(due + 19 * MINUTE))).toBeNull();
    expect(outcomes.outcomeOf(call(), [history({ end: null })], later)).toBeNull();
    expect(outcomes.outcomeOf(call(), [history({ end: null })], new Date(due + 31 * DAY))).toEqual({
      result: "void",
      why: "no_price",
    });
  });

  it("is the second exchange's where the first has a gap, both prices of one, and void where both have", () => {
    const gap = history({ end: path([]) });
    const second = history({ venue: "kraken" });
    expect(outcomes.outcomeOf(call(), [gap, second], later)).toMatchObject({ venue: "kraken" });
    expect(outcomes.outcomeOf(call(), [gap, { ...second, start: path([]) }], later)).toEqual({
      ...{ result: "void", why: "no_price" },
    });
    expect(outcomes.outcomeOf(call(), [gap, { ...second, closes: null }], later)).toBeNull();
  });

  it("is void without a past to measure by", () => {
    const young = history({ closes: days.slice(-20) });
    expect(outcomes.outcomeOf(call(), [young], later)).toEqual({ result: "void", why: "no_history" });
  });
});

describe("scoring", () => {
  const ago = (days: number) => Date.now() - days * DAY;

  it("writes down each due signal with asset and stance, once, and leaves alone what is not due", async () => {
    await seed([
      { signal: madeSignal(1, { asset: "BTC" }), publishedAt: ago(1.5) },
      { signal: madeSignal(2, { asset: "SOL", stance: "short" }), publishedAt: ago(1.4) },
      { signal: madeSignal(3, { asset: null, stance: null }), publishedAt: ago(1.4) },
      { signal: madeSignal(4), publishedAt: ago(0.5) },
    ]);
    const both = await Promise.all([score(), score()]);
    expect(both.map(({ open }) => open)).toEqual([0, 0]);
    expect(await score()).toEqual({ scored: 0, voids: 0, open: 0 });
    const { record, signals } = await creator(1);
    expect(signals.map(({ outcome }) => outcome?.["counts"] ?? null)).toEqual([null, null, true, true]);
    expect(record).toMatchObject({ scored: 2, voids: 0 });
    expect(Number(record["hits"]) + Number(record["misses"])).toBe(2);
    const [, , sol, btc] = signals;
    expect(btc?.outcome).toMatchObject({ venue: "coinbase", result: expect.stringMatching(/^(hit|miss)$/) });
    expect(Number(sol?.outcome?.["price"])).toBeLessThan(1_000);
    expect(Number(btc?.outcome?.["price"])).toBeGreaterThan(10_000);
  });

  it("counts a creator's first call on an asset of a day: a hundred of one afternoon are one", async () => {
    const noon = Math.floor(ago(3) / DAY) * DAY + DAY / 2;
    const hundred = Array.from({ length: 100 }, (_, at) => ({
      signal: madeSignal(at),
      publishedAt: noon + at * MINUTE,
    }));
    await seed([...hundred.reverse(), { signal: madeSignal(200, { asset: "BTC" }), publishedAt: noon }]);
    expect(await score()).toMatchObject({ scored: 101, open: 0 });
    const { record, signals } = await creator(1);
    expect(record).toMatchObject({ scored: 2 });
    expect(
      signals.filter(({ outcome }) => outcome?.["counts"] === true).map(({ signalId }) => signalId),
    ).toEqual([madeSignal(200).id, madeSignal(0).id]);
  });

  it("gives an unproved signal its outcome, and nobody a record for it", async () => {
    await seed([{ signal: madeSignal(1, creatorOf(1, "unproved")), publishedAt: ago(2) }]);
    expect(await score()).toMatchObject({ scored: 1 });
    const { record, signals } = await creator(1);
    expect(signals[0]?.outcome).toMatchObject({ counts: false });
    expect(record).toMatchObject({ scored: 0, hits: 0, misses: 0, voids: 0, hitRate: null });
  });

  it("is counted by hits, misses and the base rates of the very calls", async () => {
    await seed(
      Array.from({ length: 12 }, (_, at) => ({
        signal: madeSignal(at, { stance: at % 2 === 0 ? "long" : "neutral" }),
        publishedAt: ago(2 + at),
      })),
    );
    expect(await score()).toMatchObject({ scored: 12, open: 0 });
    const { record, signals } = await creator(1);
    const became = signals.map(({ outcome }) => outcome?.["result"]);
    expect(record).toMatchObject({
      ...{ scored: 12, hits: became.filter((one) => one === "hit").length, hitRate: null },
      statement: expect.stringContaining("12 scored calls, of 100"),
    });
    const kept: unknown = await world.store.redis.hmget(`svc:lounge:record:${wallet(1)}`, "base", "dn");
    const [base, directional] = Array.isArray(kept) ? kept.map(Number) : [];
    const bases = signals.map(({ outcome }) => Number(outcome?.["baseRate"]));
    expect((base ?? 0) / 1e6).toBeCloseTo(
      bases.reduce((sum, base) => sum + base, 0),
      3,
    );
    expect(directional).toBe(6);
  });

  it("shows rates from thirty calls on, and claims nothing that chance may do", () => {
    const of = (n: number, hits: number) =>
      shownRecord(recordFrom([String(n), String(hits), "2", String(n * 370_000), null, null, null, null]));
    expect(of(29, 29)).toMatchObject({ scored: 29, misses: 0, voids: 2, hitRate: null, interval95: null });
    expect(of(30, 15)).toMatchObject({
      hitRate: 0.5,
      baseRate: 0.37,
      interval95: { low: 0.3315, high: 0.6685 },
    });
    expect(of(99, 99).statement).toMatch(/^No demonstrated skill/);
    expect(of(200, 80).statement).toMatch(/^No demonstrated skill/);
    expect(of(200, 120).statement).toMatch(/^Skill is demonstrated/);
  });

  it("lets others pass while an exchange is silent, and takes up what waits an hour later", async () => {
    const silent = reader({ origin: "http://127.0.0.1:9", store: noStore, timeoutMs: 500, breakerMs: 0 });
    await seed([
      { signal: madeSignal(1, { asset: "BNB" }), publishedAt: ago(2.2) },
      { signal: madeSignal(2, creatorOf(2)), publishedAt: ago(2.1) },
    ]);
    expect(await score(silent, 1)).toEqual({ scored: 0, voids: 0, open: 1 });
    expect(await score(live, 1)).toMatchObject({ scored: 1 });
    expect((await creator(2)).signals[0]?.outcome).not.toBeNull();
    expect(await score()).toMatchObject({ scored: 0, open: 0 });
    expect(await score(live, 10, new Date(Date.now() + 61 * MINUTE))).toMatchObject({ scored: 1 });
  });

  it("follows from a purchase, and the schedule does it", async () => {
    const buyer = world.buyer();
    const { body } = await world.buy(buyer, PUBLISH, submission(buyer.address));
    expect(await world.store.redis.zrange("svc:lounge:to-score", 0, -1)).toEqual([body["id"]]);
    await seed([{ signal: madeSignal(1), publishedAt: ago(2) }]);
    const reply = await world.get(SCHEDULED, { authorization: `Bearer ${SECRET}` });
    expect(reply).toMatchObject({ status: 200, body: { ok: true, scored: 1, voids: 0, open: 0 } });
  });
});
