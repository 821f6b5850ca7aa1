import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PERP_VENUES, POSITIONING_SYMBOLS } from "@/lib/catalog/intel/perps";
import { type PerpReadings, positionOf } from "@/lib/desks/positioning";
import {
  crowdingOf,
  crowdZ,
  dayChange,
  fundingZ,
  intervalOf,
  positioningFactors,
  takerRatioOf,
} from "@/lib/desks/positioning-figures";
import { composeWhales } from "@/lib/desks/whales/compose";
import { whalesDocumentation } from "@/lib/desks/whales/documentation";
import { whalesEntry } from "@/lib/desks/whales/entry";
import type { Reading } from "@/lib/sources/source";
import { HOUR, indices, okxReadings, series } from "../fixtures/perp-readings";
import { failed, readingOf } from "../fixtures/readings";
import { runs } from "../support/properties";

const NOW = new Date("2026-10-07T14:06:00Z");
const T14 = Date.parse("2026-10-07T14:00:00Z");

const position = (over: Partial<PerpReadings>) => positionOf("BTC", okxReadings(NOW, over), NOW);
const lost = <Value>(reading: Reading<Value> | null): Reading<Value> =>
  failed(reading ?? { id: "", provider: "" });
const aged = <Value>(reading: Reading<Value> | null, hours: number): Reading<Value> | null =>
  reading && { ...reading, asOf: new Date(NOW.getTime() - hours * HOUR).toISOString() };

describe("a symbol's record", () => {
  const all = okxReadings(NOW);

  it("is whole when everything was read, and its parts add up to its score", () => {
    const { record, credits } = position({});
    expect(Object.values(record)).not.toContain(null);
    expect(credits).toEqual({ ratios: [1, 1, 1], taker: [1], openInterest: [1, 1], funding: [1, 1] });
    const sum = record.why.reduce((total, { contribution }) => total + contribution, 0);
    expect(sum).toBeCloseTo(record.score ?? NaN, 10);
    expect(record.why.map(({ factor }) => factor)).toEqual([
      "divergence",
      "taker",
      "openInterest",
      "funding",
    ]);
  });

  it("without takers keeps its score, the weight shared out; without top traders or the crowd it has none", () => {
    const takerless = position({ taker: lost(all.taker) }).record;
    expect(takerless).toMatchObject({ takerRatio1h: null });
    expect(takerless.why.map(({ weight }) => weight)).toEqual([0.5625, 0.1875, 0.25]);
    for (const part of ["topPositions", "accounts"] as const) {
      const { record } = position({ [part]: lost(all[part]) });
      expect(record).toMatchObject({ score: null, why: [], bias: null, divergence: null });
    }
  });

  it("does not rest on data that is too old, and counts what ages by half", () => {
    expect(position({ topPositions: aged(all.topPositions, 3) }).credits.ratios).toEqual([0.5, 1, 1]);
    const old = position({ topPositions: aged(all.topPositions, 7) });
    expect(old.record).toMatchObject({ topPosRatio: null, topPosLongPct: null, score: null });
    expect(old.credits.ratios).toEqual([0, 1, 1]);
    expect(old.used.map(({ id }) => id)).not.toContain("okx.top-positions.BTC");
  });

  it("names no venue whose past payments are all that is known: of those alone nothing is reported", () => {
    const { record, used } = position({
      topPositions: lost(all.topPositions),
      topAccounts: lost(all.topAccounts),
      accounts: lost(all.accounts),
      taker: lost(all.taker),
      openInterest: lost(all.openInterest),
      candles: lost(all.candles),
      funding: lost(all.funding),
    });
    expect(record).toMatchObject({ venue: null, fundingPct: null, fundingZ30d: null });
    expect(used).toEqual([]);
  });

  it.each([
    [4, true],
    [6, false],
  ])("has the rate of a period that was to be paid %i minutes ago: %s", (minutes, has) => {
    const nextMs = NOW.getTime() - minutes * 60_000;
    const funding = { ...all.funding, value: { rate: 0.00009, nextMs, intervalH: 8 } };
    const { record, credits, used } = position({ funding });
    expect(record.fundingPct).toBe(has ? 0.009 : null);
    expect([record.fundingAprPct === null, record.fundingZ30d === null]).toEqual([!has, !has]);
    expect(credits.funding[0]).toBe(has ? 1 : 0);
    expect(used.includes(funding)).toBe(has);
  });

  it("counts the z by half when the payments are past their freshness", () => {
    const payments = all.payments.map((reading) => ({ ...reading, status: "stale" as const }));
    expect(position({ payments }).credits.funding).toEqual([1, 0.5]);
  });

  it("of nothing is null throughout, without a venue", () => {
    const nothing = {
      accounts: lost(all.accounts),
      topAccounts: null,
      topPositions: null,
      taker: null,
      openInterest: lost(all.openInterest),
      candles: null,
      funding: lost(all.funding),
      payments: [],
    };
    const { symbol, period, why, ...rest } = position(nothing).record;
    expect({ symbol, period, why }).toEqual({ symbol: "BTC", period: "1h", why: [] });
    expect(Object.values(rest).every((value) => value === null)).toBe(true);
  });
});

describe("its figures", () => {
  it("a price that stands still gives open interest no direction, on either side", () => {
    const opened = (priceChange: number): number | null =>
      positioningFactors({ divergence: null, takerRatio: null, priceChange, oiChange: 0.1, z: null })[2]
        ?.value ?? null;
    expect(opened(0)).toBe(0);
    expect(opened(1e-6)).toBeCloseTo(-(opened(-1e-6) ?? NaN), 12);
    expect(Math.abs(opened(1e-6) ?? NaN)).toBeLessThan(1e-4);
    expect(opened(0.05)).toBeGreaterThan(0.7);
    expect(opened(-0.05)).toBeLessThan(-0.7);
  });

  it("takers need twelve buckets in a row", () => {
    const hour = indices(12).map((i): [number, number, number] => [T14 + i * 300_000, 3, 2]);
    expect(takerRatioOf(hour)).toBe(1.5);
    expect(takerRatioOf(hour.slice(1))).toBeNull();
    const [first, ...rest] = hour;
    expect(takerRatioOf([[(first?.[0] ?? 0) - 300_000, 3, 2], ...rest])).toBeNull();
    expect(takerRatioOf(hour.map(([at]) => [at, 0, 0]))).toBeNull();
    expect(takerRatioOf(hour.map(([at]) => [at, 1e-9, 5]))).toBeNull();
  });

  it("a day's change needs the row of exactly 24 hours before", () => {
    const rows = series([100, 1, 1, 110], T14).map(([, value], i): [number, number] => [
      i === 0 ? T14 - 24 * HOUR : T14 - (3 - i) * HOUR,
      value,
    ]);
    expect(dayChange(rows)).toBeCloseTo(0.1, 12);
    expect(dayChange(rows.slice(1))).toBeNull();
    expect(dayChange([])).toBeNull();
  });

  it("funding is compared by the hour: a rate that halves with its interval is the same rate", () => {
    const eight = series(
      indices(60).map((i) => (i % 2 ? 8e-5 : 6e-5)),
      T14 - 240 * HOUR,
      8 * HOUR,
    );
    const four = series(
      indices(60).map((i) => (i % 2 ? 4e-5 : 3e-5)),
      T14,
      4 * HOUR,
    );
    const z = fundingZ([...eight, ...four], 4.5e-5, 4, NOW);
    expect(z).toBeCloseTo(fundingZ([...eight, ...four], 9e-5, 8, NOW) ?? NaN, 12);
    expect(z).toBeGreaterThan(1.9);
    expect(z).toBeLessThan(2.1);
  });

  it("funding has no z over too short a time, without an interval, or when it never varied", () => {
    const paid = (count: number, rate: (i: number) => number) =>
      series(indices(count).map(rate), T14, 8 * HOUR);
    const some = (i: number): number => i * 1e-6;
    expect(fundingZ(paid(59, some), 1e-4, 8, NOW)).toBeNull();
    expect(fundingZ(paid(62, some), 1e-4, 8, NOW)).not.toBeNull();
    expect(fundingZ(paid(90, some), 1e-4, null, NOW)).toBeNull();
    expect(
      fundingZ(
        paid(90, () => 1e-4),
        2e-4,
        8,
        NOW,
      ),
    ).toBeNull();
    expect(fundingZ([], 1e-4, 8, NOW)).toBeNull();
  });

  it("an interval that the venue does not tell is the time from the last payment to the next", () => {
    const next = { rate: 0, nextMs: T14 + 4 * HOUR, intervalH: null };
    const readAt = NOW.getTime();
    expect(intervalOf(next, [[T14 + 7, 0]], readAt)).toBe(4);
    expect(intervalOf(next, [], readAt)).toBeNull();
    expect(intervalOf(next, [[T14 - 30 * HOUR, 0]], readAt)).toBeNull();
    expect(intervalOf({ ...next, intervalH: 8 }, [], readAt)).toBe(8);
  });

  it.each([
    [8, "a payment has come since", -5, 8],
    [4, "a payment has come since", -5, 4],
    [1, "three payments have come since", -125, 1],
    [4, "none has come: the venue pays every 8 hours now", 5, 8],
  ])(
    "of a swap that paid every %i hours, where %s, is no other (read %i minutes from the last)",
    (every, _, min, is) => {
      const next = { rate: 0, nextMs: T14 + every * HOUR, intervalH: null };
      const missed = Math.max(1, Math.ceil(-min / 60 / every));
      const last = T14 - (min > 0 ? every : missed * every) * HOUR;
      const paid = [[last - every * HOUR, 0] as [number, number], [last + 3, 0] as [number, number]];
      expect(intervalOf(next, paid, T14 + min * 60_000)).toBe(is);
    },
  );

  it("crowding is the larger of both, at most 1, and unknown only when both are", () => {
    expect(crowdingOf(-1.5, 0.6)).toBe(0.5);
    expect(crowdingOf(0.6, -1.5)).toBe(0.5);
    expect(crowdingOf(9, null)).toBe(1);
    expect(crowdingOf(null, 1.5)).toBe(0.5);
    expect(crowdingOf(null, null)).toBeNull();
    expect(
      crowdZ(
        series(
          indices(71).map((i) => 1 + i / 100),
          T14,
        ),
      ),
    ).toBeNull();
    expect(
      crowdZ(
        series(
          indices(72).map((i) => 1 + i / 100),
          T14,
        ),
      ),
    ).toBeGreaterThan(1);
  });
});

describe("an answer", () => {
  const one = { symbols: ["BTC" as const] };

  it("fits its schema, is dated by its ratios, and is labelled as what it is", () => {
    const { answer, missing } = composeWhales({ BTC: [okxReadings(NOW)] }, one, NOW);
    expect(whalesDocumentation.output.safeParse(answer).error).toBeUndefined();
    expect(answer).toMatchObject({
      coverage: 1,
      stale: false,
      sources: ["OKX"],
      dataAsOf: "2026-10-07T14:00:00.000Z",
    });
    expect(answer.notes[0]).toContain("not labelled on-chain wallets");
    expect(missing).toEqual([]);
  });

  it("takes the first venue with a score, and says which it passed over", () => {
    const okx = okxReadings(NOW, { topPositions: lost(okxReadings(NOW).topPositions) });
    const binance = okxReadings(NOW, { venue: "Binance" });
    const { answer } = composeWhales({ BTC: [okx, binance] }, one, NOW);
    expect(answer.positioning[0]).toMatchObject({ venue: "Binance" });
    expect(answer.notes).toContain("BTC is from Binance: OKX gave too little.");
  });

  it("names what is missing of each symbol", () => {
    const bare = okxReadings(NOW, { topPositions: null, topAccounts: null, accounts: null, taker: null });
    const { answer, missing } = composeWhales({ BTC: [{ ...bare, venue: "Hyperliquid" }] }, one, NOW);
    expect(missing).toEqual(["positioning.BTC.ratios", "positioning.BTC.taker"]);
    expect(answer.coverage).toBe(0.35);
  });

  const ago = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 8 * HOUR }));
  const value = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
  const anyReading = <Value>(source: Reading<unknown> | null, values: fc.Arbitrary<Value>) =>
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc
          .tuple(values, ago)
          .map(([of, ms]) => readingOf(idOf(source), of, new Date(NOW.getTime() - ms), NOW)),
      },
      { weight: 1, arbitrary: fc.constant(failed<Value>(idOf(source))) },
    );
  const idOf = (reading: Reading<unknown> | null) => ({
    id: reading?.id ?? "x",
    provider: reading?.provider ?? "X",
  });
  const ratio = fc.double({ min: 0.01, max: 100, noNaN: true });
  const ratios = fc.array(ratio, { minLength: 1, maxLength: 110 }).map((values) => series(values, T14));
  const pairs = fc.array(value, { minLength: 1, maxLength: 110 }).map((values) => series(values, T14));
  const triples = fc
    .array(fc.tuple(value, value), { minLength: 1, maxLength: 40 })
    .map((values) =>
      values.map(([a, b], i): [number, number, number] => [T14 - (values.length - i) * 300_000, a, b]),
    );
  const rate = fc.double({ min: -0.05, max: 0.05, noNaN: true });
  const all = okxReadings(NOW);
  const readings: fc.Arbitrary<PerpReadings> = fc.record({
    venue: fc.constantFrom(...PERP_VENUES),
    accounts: fc.option(anyReading(all.accounts, ratios)),
    topAccounts: fc.option(anyReading(all.topAccounts, ratios)),
    topPositions: fc.option(anyReading(all.topPositions, ratios)),
    taker: fc.option(anyReading(all.taker, triples)),
    openInterest: fc.option(anyReading(all.openInterest, triples)),
    candles: fc.option(
      anyReading(
        all.candles,
        pairs.map((rows) => ({
          bars: rows.map(([at, p]): [number, number, number, number, number] => [at, p, p, p, 1]),
          taker: null,
        })),
      ),
    ),
    funding: anyReading(
      all.funding,
      fc.record({
        rate,
        nextMs: fc.integer({ min: T14, max: T14 + 9 * HOUR }),
        intervalH: fc.option(fc.constantFrom(1, 2, 4, 8)),
      }),
    ),
    payments: fc.array(
      anyReading(
        all.payments[0] ?? null,
        fc.array(rate, { minLength: 1, maxLength: 120 }).map((rates) => series(rates, T14, 8 * HOUR)),
      ),
      { maxLength: 3 },
    ),
  });

  it("whatever could be read is an answer of its schema, the same for the same readings, parts adding up", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(readings, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 3 }),
        (venues) => {
          const inputs = Object.fromEntries(
            POSITIONING_SYMBOLS.map((symbol, i) => [symbol, venues[i] ?? []]),
          );
          const { answer, missing } = composeWhales(inputs, {}, NOW);
          expect(whalesDocumentation.output.safeParse(answer).error).toBeUndefined();
          expect(composeWhales(structuredClone(inputs), {}, NOW).answer).toEqual(answer);
          expect(answer.positioning.map(({ symbol }) => symbol)).toEqual([...POSITIONING_SYMBOLS]);
          for (const { score, why, bias, crowding } of answer.positioning) {
            expect(bias === null).toBe(score === null);
            expect(Math.abs(score ?? 0)).toBeLessThanOrEqual(1);
            expect(why.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(score ?? 0, 9);
            expect(Number.isFinite(crowding ?? 0)).toBe(true);
          }
          expect(answer.coverage === 0).toBe(missing.length === 12);
        },
      ),
      runs(1.2),
    );
  });
});

describe("a request", () => {
  it("may name symbols, one at least; the refusal says which there are", () => {
    const { input } = whalesEntry;
    for (const body of [{}, { symbols: ["SOL", "BTC"] }, { message: "hello" }])
      expect(input.safeParse(body).success).toBe(true);
    const refused = input.safeParse({ symbols: ["doge"] });
    expect(refused.error?.issues[0]?.message).toContain("BTC, ETH, SOL");
    for (const body of [{ symbols: [] }, { symbols: "BTC" }, { symbols: ["BTC", "BTC", "BTC", "BTC"] }])
      expect(input.safeParse(body).success).toBe(false);
  });
});
