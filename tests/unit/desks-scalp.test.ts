import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WARM_BARS } from "@/lib/catalog/intel/bars";
import { composeScalp } from "@/lib/desks/scalp/compose";
import { scalpFields } from "@/lib/desks/scalp/answer";
import { scalpDocumentation } from "@/lib/desks/scalp/documentation";
import { scalpEntry } from "@/lib/desks/scalp/entry";
import { SCALP_SYMBOLS } from "@/lib/desks/scalp/vocabulary";
import { type FrameReadings, type TapeReadings, tapeOf } from "@/lib/desks/tape";
import { binanceCandles } from "@/lib/sources/binance/candles";
import { type Bar, type Timeframe, TIMEFRAMES } from "@/lib/sources/candles";
import type { TakerVolumes } from "@/lib/sources/derivatives";
import { okxCandles } from "@/lib/sources/okx/candles";
import { okxFunding } from "@/lib/sources/okx/funding";
import { okxTaker } from "@/lib/sources/okx/statistics";
import { barsOf, HOUR, indices } from "../fixtures/perp-readings";
import { failed, readingOf } from "../fixtures/readings";
import { runs } from "../support/properties";

const NOW = new Date("2026-10-07T14:01:00Z");
const T14 = Date.parse("2026-10-07T14:00:00Z");
const closedAt = new Date(T14);

const rising = indices(300).map((i) => 100 + i * 0.05);
const falling = indices(300).map((i) => 130 - i * 0.05);
const split = (bars: readonly Bar[], bought = 600, sold = 400): TakerVolumes =>
  bars.slice(-99).map(([at]): TakerVolumes[number] => [at, bought, sold]);

const frameOf = (
  tf: Timeframe,
  bars: Bar[],
  taker: TakerVolumes | null = split(bars),
  asOf: Date = closedAt,
): FrameReadings => ({
  tf,
  candles: readingOf(okxCandles("BTC", tf), { bars, taker: null }, asOf, NOW),
  taker: taker === null ? failed(okxTaker("BTC", tf)) : readingOf(okxTaker("BTC", tf), taker, asOf, NOW),
});
const tape = (closes: readonly number[], tf: Timeframe = "5m") => {
  const bars = barsOf(closes, T14, tf);
  return tapeOf(frameOf(tf, bars), NOW).record;
};

describe("a timeframe's tape", () => {
  it("leans with its bars, and its parts add up to its score", () => {
    for (const [closes, lean] of [
      [rising, "long"],
      [falling, "short"],
    ] as const) {
      const bars = barsOf(closes, T14, "5m");
      const taker = lean === "long" ? split(bars) : split(bars, 400, 600);
      const { record } = tapeOf(frameOf("5m", bars, taker), NOW);
      expect(record.lean).toBe(lean);
      expect(record.why.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(
        record.score ?? NaN,
        10,
      );
    }
  });

  it(`has no score before ${WARM_BARS} bars, and says that it is not warm`, () => {
    expect(tape(rising.slice(0, WARM_BARS - 1))).toMatchObject({
      warm: false,
      score: null,
      lean: null,
      why: [],
    });
    expect(tape(rising.slice(0, WARM_BARS))).toMatchObject({ warm: true, lean: "long" });
  });

  it("is that of the bar before when takers' volumes are one bar behind, and lacks them when they are two", () => {
    const bars = barsOf(rising, T14, "5m");
    const behind = (count: number) => tapeOf(frameOf("5m", bars, split(bars.slice(0, -count))), NOW).record;
    expect(behind(1)).toMatchObject({ barCloseMs: T14 - 300_000, takerBuyPct: 60, cvd20Usd: 4_000 });
    expect(behind(2)).toMatchObject({
      barCloseMs: T14,
      takerBuyPct: null,
      deltaQuoteUsd: null,
      cvd20Usd: null,
    });
  });

  it("sums takers over twenty bars only when all are there", () => {
    const bars = barsOf(rising, T14, "5m");
    const holed = split(bars).filter((_, i) => i !== 90);
    expect(tapeOf(frameOf("5m", bars, holed), NOW).record).toMatchObject({
      deltaQuoteUsd: 200,
      cvd20Usd: null,
    });
  });

  it("weighs VWAP from 00:00 UTC on, and knows none when the bars don't reach back to it", () => {
    const bars = barsOf(rising, T14, "5m");
    const midnight = Date.parse("2026-10-07T00:00:00Z");
    const today = bars.filter(([at]) => at >= midnight);
    const mean = today.reduce((sum, [, , , close]) => sum + close, 0) / today.length;
    expect(tapeOf(frameOf("5m", bars), NOW).record.vwapUtcDay).toBeCloseTo(mean, 4);
    const short = tapeOf(frameOf("5m", bars.slice(-120)), NOW).record;
    expect(short).toMatchObject({ vwapUtcDay: null, vwapDistBps: null });
    expect(short.why.map(({ factor }) => factor)).toEqual(["trend", "taker", "rsi"]);
  });

  it("of a price that never moved has no trend to measure, rather than a division by nothing", () => {
    const still = indices(300).map((i): Bar => [T14 - (300 - i) * 300_000, 100, 100, 100, 5]);
    const { record } = tapeOf(frameOf("5m", still), NOW);
    expect(record).toMatchObject({ atr14Pct: 0, rsi14: 50, emaSpreadBps: 0, score: null });
    expect(scalpFields.shape.scalp.element.shape.tape.element.safeParse(record).error).toBeUndefined();
  });

  it("is null from when its venue has had time to publish the next bar", () => {
    const late = (bars: number) => tapeOf(frameOf("5m", barsOf(rising, T14 - bars * 300_000, "5m")), NOW);
    expect(late(1).credits).toEqual({ bars: 1, taker: 1 });
    expect(late(2).credits).toEqual({ bars: 0, taker: 0 });
    expect(late(5)).toMatchObject({ credits: { bars: 0, taker: 0 }, used: [], record: { close: null } });
  });
});

const readingsOf = (five: readonly number[], fifteen: readonly number[]): TapeReadings => ({
  venue: "OKX",
  frames: [
    frameOf("5m", barsOf(five, T14, "5m"), split(barsOf(five, T14, "5m"), 500, 500)),
    frameOf("15m", barsOf(fifteen, T14, "15m"), split(barsOf(fifteen, T14, "15m"), 500, 500)),
  ],
  funding: readingOf(okxFunding("BTC"), { rate: 0.0001, nextMs: T14 + 2 * HOUR, intervalH: 8 }, NOW, NOW),
});
const one = { symbols: ["BTC" as const] };
const biasOf = (five: readonly number[], fifteen: readonly number[]) =>
  composeScalp({ BTC: [readingsOf(five, fifteen)] }, one, NOW).answer.scalp[0]?.bias;

describe("an answer", () => {
  it("has a bias only where both timeframes lean the same way", () => {
    expect(biasOf(rising, rising)).toBe("long");
    expect(biasOf(falling, falling)).toBe("short");
    expect(biasOf(rising, falling)).toBe("neutral");
    expect(biasOf(rising, rising.slice(0, 50))).toBeNull();
  });

  it("fits its schema, is dated by its oldest bar, and has funding", () => {
    const { answer, missing } = composeScalp({ BTC: [readingsOf(rising, falling)] }, one, NOW);
    expect(scalpDocumentation.output.safeParse(answer).error).toBeUndefined();
    expect(answer).toMatchObject({ coverage: 1, stale: false, dataAsOf: closedAt.toISOString() });
    expect(answer.scalp[0]).toMatchObject({ venue: "OKX", fundingPct: 0.01, nextFundingMs: T14 + 2 * HOUR });
    expect(missing).toEqual([]);
  });

  it("has no funding of a period that is over, nor a next payment that lies behind", () => {
    const full = readingsOf(rising, rising);
    const value = { rate: 0.0001, nextMs: NOW.getTime() - 6 * 60_000, intervalH: 8 };
    const over = { ...full, funding: readingOf(okxFunding("BTC"), value, NOW, NOW) };
    const { answer, missing } = composeScalp({ BTC: [over] }, one, NOW);
    expect(answer.scalp[0]).toMatchObject({ fundingPct: null, nextFundingMs: null });
    expect([answer.coverage, missing]).toEqual([0.9, ["scalp.BTC.funding"]]);
  });

  it("without takers covers 0.8 and names them; without bars it is not sold", () => {
    const full = readingsOf(rising, rising);
    const takerless = {
      ...full,
      frames: full.frames.map((frame) => ({
        ...frame,
        taker: failed<TakerVolumes>(okxTaker("BTC", frame.tf)),
      })),
    };
    const some = composeScalp({ BTC: [takerless] }, one, NOW);
    expect(some.answer.coverage).toBe(0.8);
    expect(some.missing).toEqual(["scalp.BTC.taker"]);
    const barless = {
      ...full,
      frames: full.frames.map((frame) => ({ ...frame, candles: failed<never>(okxCandles("BTC", frame.tf)) })),
    };
    const none = composeScalp({ BTC: [barless] }, one, NOW);
    expect(none.answer.coverage).toBe(0.1);
    expect(none.missing).toEqual(["scalp.BTC.5m", "scalp.BTC.15m", "scalp.BTC.taker"]);
  });

  it("takes the split from the bars where they carry it", () => {
    const bars = barsOf(rising, T14, "5m");
    const candles = readingOf(
      binanceCandles("BTC", "5m"),
      { bars, taker: split(bars, 300, 100) },
      closedAt,
      NOW,
    );
    const { record, used } = tapeOf({ tf: "5m", candles, taker: null }, NOW);
    expect(record).toMatchObject({ takerBuyPct: 75, deltaQuoteUsd: 200, cvd20Usd: 4_000 });
    expect(used).toEqual([candles]);
  });

  const price = fc.double({ min: 1e-6, max: 1e7, noNaN: true });
  const anyBars = (tf: Timeframe) =>
    fc
      .tuple(
        fc.array(
          fc.tuple(
            price,
            price,
            price,
            fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1e9, noNaN: true })),
          ),
          { minLength: 1, maxLength: 130 },
        ),
        fc.integer({ min: 0, max: 5 }),
      )
      .map(([rows, late]) =>
        rows.map(([a, b, c, volume], i): Bar => {
          const [low, close, high] = [a, b, c].sort((x, y) => x - y);
          const at = T14 - (rows.length - i + late) * TIMEFRAMES[tf];
          return [at, high ?? 1, low ?? 1, close ?? 1, volume];
        }),
      );
  const amount = fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1e12, noNaN: true }));
  const anyFrame = (tf: Timeframe): fc.Arbitrary<FrameReadings> =>
    fc
      .tuple(anyBars(tf), fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 99 }), fc.boolean())
      .map(([bars, volumes, read]) =>
        frameOf(
          tf,
          bars,
          read
            ? bars
                .slice(-volumes.length)
                .map(([at], i): TakerVolumes[number] => [at, ...(volumes[i] ?? [0, 0])])
            : null,
        ),
      );
  const anyVenue: fc.Arbitrary<TapeReadings> = fc
    .tuple(anyFrame("5m"), anyFrame("15m"), fc.constantFrom("OKX" as const, "Binance" as const))
    .map(([five, fifteen, venue]) => ({ ...readingsOf(rising, rising), venue, frames: [five, fifteen] }));

  it("whatever could be read is an answer of its schema, the same for the same readings, parts adding up", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(anyVenue, { minLength: 1, maxLength: 2 }), { minLength: 4, maxLength: 4 }),
        (venues) => {
          const inputs = Object.fromEntries(SCALP_SYMBOLS.map((symbol, i) => [symbol, venues[i] ?? []]));
          const { answer } = composeScalp(inputs, {}, NOW);
          expect(scalpDocumentation.output.safeParse(answer).error).toBeUndefined();
          expect(composeScalp(structuredClone(inputs), {}, NOW).answer).toEqual(answer);
          for (const { tape: records } of answer.scalp)
            for (const { score, why, rsi14, takerBuyPct } of records) {
              expect(Math.abs(score ?? 0)).toBeLessThanOrEqual(1);
              expect(why.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(score ?? 0, 9);
              for (const share of [rsi14, takerBuyPct]) {
                expect(share ?? 50).toBeGreaterThanOrEqual(0);
                expect(share ?? 50).toBeLessThanOrEqual(100);
              }
            }
        },
      ),
      runs(0.6),
    );
  });
});

describe("a request", () => {
  it("may name symbols; the refusal says which there are", () => {
    expect(scalpEntry.input.safeParse({ symbols: ["BNB"] }).success).toBe(true);
    const refused = scalpEntry.input.safeParse({ symbols: ["DOGE"] });
    expect(refused.error?.issues[0]?.message).toContain("BTC, ETH, BNB, SOL");
    expect(scalpEntry.input.safeParse({ symbols: [] }).success).toBe(false);
  });
});
