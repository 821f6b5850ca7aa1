import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { atr, ema, rsi, vwap } from "@/lib/desks/indicators";
import { bestPosition, gatherPositioning } from "@/lib/desks/gather-positioning";
import { tapeOf } from "@/lib/desks/tape";
import { binanceCandles, reduceBinanceCandles } from "@/lib/sources/binance/candles";
import { reduceBinanceFunding, reduceBinancePayments } from "@/lib/sources/binance/funding";
import {
  reduceBinanceOpenInterest,
  reduceBinanceRatios,
  reduceBinanceTaker,
} from "@/lib/sources/binance/statistics";
import { parseJson } from "@/lib/sources/fetcher/answer";
import { startUpstream } from "@/sandbox/upstream/server";
import { readingOf } from "../fixtures/readings";
import { at, noStore, reader } from "../fixtures/test-source";
import { hasSamples, SAMPLES, SAMPLES_MANIFEST } from "../support/samples";
import { textbookAtr, textbookEma, textbookRsi, textbookVwap } from "../support/textbook-indicators";

const sample = async (name: string): Promise<unknown> =>
  parseJson(await readFile(path.join(SAMPLES, "binance", name), "utf8"));
const KLINES = "klines_BTCUSDT_5m_1000.json";

describe.skipIf(!hasSamples)("Binance's recorded statistics (skipped where there are none)", () => {
  it("are read unchanged", async () => {
    const ratios = reduceBinanceRatios(
      await sample("globalLongShortAccountRatio_BTCUSDT_1h.json"),
      "BTCUSDT",
    );
    expect(ratios.value).toEqual([
      [1_785_672_000_000, 1.9078],
      [1_785_675_600_000, 1.9197],
    ]);
    const interest = reduceBinanceOpenInterest(await sample("openInterestHist_BTCUSDT_1h.json"), "BTCUSDT");
    expect(interest.value[1]).toEqual([1_785_675_600_000, 108_833.193, 6_867_080_628.6789]);
    const funding = reduceBinanceFunding(await sample("premiumIndex_BTCUSDT.json"), "BTCUSDT");
    expect(funding).toEqual({
      value: { rate: 0.00009145, nextMs: 1_785_686_400_000, intervalH: null },
      asOf: new Date(1_785_676_356_000),
    });
    const payments = reduceBinancePayments(await sample("fundingRate_BTCUSDT_2026-08.json"), "BTCUSDT");
    expect(payments.value).toEqual([
      [1_785_628_800_000, 0.0000453],
      [1_785_657_600_000, 0.00008943],
    ]);
  });

  it("have takers a period behind the ratios, in a bucket that is over", async () => {
    const now = new Date(1_785_676_356_000);
    const taker = reduceBinanceTaker(await sample("takerlongshortRatio_BTCUSDT_1h.json"), "1h", now);
    expect(taker.value.at(-1)).toEqual([1_785_672_000_000, 1336.925, 1302.126]);
    expect(taker.asOf).toEqual(new Date(1_785_675_600_000));
  });

  it("hold an error under status 200, which is no list of payments", async () => {
    const answer = await sample("error_fundingRate_limit1001_http200.json");
    expect(() => reduceBinancePayments(answer, "BTCUSDT")).toThrow(
      expect.objectContaining({ failure: "schema" }),
    );
  });

  it("make a record as far as two rows go: ratio, funding and its year, and nothing that needs a day", async () => {
    const upstream = await startUpstream({
      port: 0,
      replayDir: SAMPLES,
      manifestFile: SAMPLES_MANIFEST,
      now: () => 1_785_676_400_000,
    });
    try {
      const now = new Date(1_785_676_400_000);
      const read = reader({ origin: upstream.url, store: noStore, timeoutMs: 5_000, breakerMs: 0 });
      const inputs = await gatherPositioning(read, at(now), ["BTC"]);
      const { record } = bestPosition("BTC", inputs.BTC ?? [], now) ?? {};
      expect(record).toMatchObject({
        venue: "Binance",
        globalRatio: 1.9197,
        globalLongPct: 65.75,
        oiUsd: 6_867_080_629,
        fundingIntervalH: 8,
        fundingPct: 0.009145,
        fundingAprPct: 10.01,
        topPosRatio: null,
        oiChg24hPct: null,
        fundingZ30d: null,
        crowding: null,
        score: null,
      });
    } finally {
      await upstream.close();
    }
  });
});

describe.skipIf(!existsSync(path.join(SAMPLES, "binance", KLINES)))(
  "Binance's recorded bars (skipped where there are none)",
  () => {
    const all = async () => {
      const { value } = reduceBinanceCandles(await sample(KLINES), "5m", new Date("2026-01-01T00:00:00Z"));
      return value;
    };

    it("are a thousand without a gap, each with what takers bought and sold", async () => {
      const { bars, taker } = await all();
      expect(bars).toHaveLength(1_000);
      expect(taker).toHaveLength(1_000);
      expect(taker?.[0]?.[1]).toBeCloseTo(1_120_620.9564, 4);
      expect((taker?.[0]?.[1] ?? 0) + (taker?.[0]?.[2] ?? 0)).toBeCloseTo(1_736_660.8817, 4);
    });

    it("at the moment of their recording, lose the bar that was running", async () => {
      const { bars } = await all();
      const last = bars.at(-1)?.[0] ?? 0;
      const { value } = reduceBinanceCandles(await sample(KLINES), "5m", new Date(last + 60_000));
      expect(value.bars.at(-1)?.[0]).toBe(last - 300_000);
    });

    it("have the indicators of the textbook at every length", async () => {
      const rows = (await all()).bars.map(([, high, low, close, volume]) => ({ high, low, close, volume }));
      for (let end = 1; end <= rows.length; end += 37) {
        const some = rows.slice(0, end);
        const closes = some.map(({ close }) => close);
        for (const [mine, book] of [
          [ema(closes, 9), textbookEma(closes, 9)],
          [ema(closes, 21), textbookEma(closes, 21)],
          [rsi(closes, 14), textbookRsi(closes, 14)],
          [atr(some, 14), textbookAtr(some, 14)],
          [vwap(some), textbookVwap(some)],
        ] as const) {
          if (mine === null || book === null) expect(mine).toBe(book);
          else expect(mine).toBeCloseTo(book, 8);
        }
      }
    });

    it("leave about 37 % of 900 tapes neutral, with 90 % of the scores between about −0.75 and 0.75", async () => {
      const { bars, taker } = await all();
      const tapes = bars.slice(100).map((_, i) => {
        const end = i + 101;
        const read = bars.slice(Math.max(0, end - 300), end);
        const now = new Date((read.at(-1)?.[0] ?? 0) + 310_000);
        const value = { bars: read, taker: taker?.slice(Math.max(0, end - 300), end) ?? null };
        const candles = readingOf(binanceCandles("BTC", "5m"), value, now, now);
        return tapeOf({ tf: "5m", candles, taker: null }, now).record;
      });
      const scores = tapes.map(({ score }) => score ?? NaN).sort((a, b) => a - b);
      const neutral = tapes.filter(({ lean }) => lean === "neutral").length / tapes.length;
      const [low, high] = [0.05, 0.95].map((share) => scores[Math.floor(share * scores.length)]);
      expect(Math.abs(neutral - 0.37)).toBeLessThan(0.02);
      expect(Math.abs((low ?? NaN) + 0.75)).toBeLessThan(0.05);
      expect(Math.abs((high ?? NaN) - 0.75)).toBeLessThan(0.05);
    });
  },
);
