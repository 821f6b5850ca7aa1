import { describe, expect, it } from "vitest";
import { gatherPositioning } from "@/lib/desks/gather-positioning";
import { atr, ema, rsi, vwap } from "@/lib/desks/indicators";
import { bestPosition } from "@/lib/desks/positioning-venues";
import { tapeOf } from "@/lib/desks/tape";
import { binanceCandles, reduceBinanceCandles } from "@/lib/sources/binance/candles";
import { reduceBinanceFunding, reduceBinancePayments } from "@/lib/sources/binance/funding";
import {
  reduceBinanceOpenInterest,
  reduceBinanceRatios,
  reduceBinanceTaker,
} from "@/lib/sources/binance/statistics";
import { startUpstream } from "@/sandbox/upstream/server";
import { readingOf } from "../fixtures/readings";
import { at, noStore, reader } from "../fixtures/test-source";
import { SAMPLE_SETS, SAMPLES_MANIFEST } from "../support/samples";
import { textbookAtr, textbookEma, textbookRsi, textbookVwap } from "../support/textbook-indicators";

const KLINES = "binance/klines_BTCUSDT_5m_1000.json";

describe.each(SAMPLE_SETS)("Binance's statistics that are $name", (set) => {
  describe.skipIf(!set.present)("as they are read", () => {
    it("are read unchanged", async () => {
      const ratios = reduceBinanceRatios(
        await set.json("binance/globalLongShortAccountRatio_BTCUSDT_1h.json"),
        "BTCUSDT",
      );
      expect(ratios.value).toEqual(
        set.expected({
          madeUp: [
            [1_785_672_000_000, 1.5],
            [1_785_675_600_000, 3],
          ],
          recorded: [
            [1_785_672_000_000, 1.9078],
            [1_785_675_600_000, 1.9197],
          ],
        }),
      );
      const interest = reduceBinanceOpenInterest(
        await set.json("binance/openInterestHist_BTCUSDT_1h.json"),
        "BTCUSDT",
      );
      expect(interest.value[1]).toEqual([
        1_785_675_600_000,
        ...set.expected({
          madeUp: [100_000.5, 6_000_000_000.25],
          recorded: [108_833.193, 6_867_080_628.6789],
        }),
      ]);
      const funding = reduceBinanceFunding(await set.json("binance/premiumIndex_BTCUSDT.json"), "BTCUSDT");
      expect(funding).toEqual({
        value: {
          rate: set.expected({ madeUp: -0.0002, recorded: 0.00009145 }),
          nextMs: 1_785_686_400_000,
          intervalH: null,
        },
        asOf: new Date(1_785_676_356_000),
      });
      const payments = reduceBinancePayments(
        await set.json("binance/fundingRate_BTCUSDT_2026-08.json"),
        "BTCUSDT",
      );
      expect(payments.value).toEqual([
        [1_785_628_800_000, set.expected({ madeUp: 0.0001, recorded: 0.0000453 })],
        [1_785_657_600_000, set.expected({ madeUp: -0.0002, recorded: 0.00008943 })],
      ]);
    });

    it("have takers a period behind the ratios, in a bucket that is over", async () => {
      const now = new Date(1_785_676_356_000);
      const taker = reduceBinanceTaker(
        await set.json("binance/takerlongshortRatio_BTCUSDT_1h.json"),
        "1h",
        now,
      );
      expect(taker.value.at(-1)).toEqual([
        1_785_672_000_000,
        ...set.expected({ madeUp: [1500, 1200], recorded: [1336.925, 1302.126] }),
      ]);
      expect(taker.asOf).toEqual(new Date(1_785_675_600_000));
    });

    it("hold an error under status 200, which is no list of payments", async () => {
      const answer = await set.json("binance/error_fundingRate_limit1001_http200.json");
      expect(() => reduceBinancePayments(answer, "BTCUSDT")).toThrow(
        expect.objectContaining({ failure: "schema" }),
      );
    });

    it("make a record as far as two rows go: ratio, funding and its year, and nothing that needs a day", async () => {
      const upstream = await startUpstream({
        port: 0,
        replayDir: set.folder,
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
          fundingIntervalH: 8,
          ...set.expected({
            madeUp: {
              globalRatio: 3,
              globalLongPct: 75,
              oiUsd: 6_000_000_000,
              fundingPct: -0.02,
              fundingAprPct: -21.9,
            },
            recorded: {
              globalRatio: 1.9197,
              globalLongPct: 65.75,
              oiUsd: 6_867_080_629,
              fundingPct: 0.009145,
              fundingAprPct: 10.01,
            },
          }),
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
});

describe.each(SAMPLE_SETS)("Binance's bars that are $name", (set) => {
  describe.skipIf(!set.present)("as they are read", () => {
    const all = async () => {
      const { value } = reduceBinanceCandles(await set.json(KLINES), "5m", new Date("2026-01-01T00:00:00Z"));
      return value;
    };

    it("are read without a gap, all of them, each with what takers bought and sold", async () => {
      const { bars, taker } = await all();
      const count = set.expected({ madeUp: 400, recorded: 1_000 });
      expect(bars).toHaveLength(count);
      expect(bars.map(([at], place) => at - (bars[0]?.[0] ?? 0) - place * 300_000)).toEqual(
        Array(count).fill(0),
      );
      expect(taker).toHaveLength(count);
      const [bought, whole] = set.expected<[number, number]>({
        madeUp: [817_288.3618, 2_414_377.6452],
        recorded: [1_120_620.9564, 1_736_660.8817],
      });
      expect(taker?.[0]?.[1]).toBeCloseTo(bought, 4);
      expect((taker?.[0]?.[1] ?? 0) + (taker?.[0]?.[2] ?? 0)).toBeCloseTo(whole, 4);
    });

    it("at the moment of their recording, lose the bar that was running", async () => {
      const { bars } = await all();
      const last = bars.at(-1)?.[0] ?? 0;
      const { value } = reduceBinanceCandles(await set.json(KLINES), "5m", new Date(last + 60_000));
      expect(value.bars.at(-1)?.[0]).toBe(last - 300_000);
    });

    it("have the indicators of the textbook at every length", async () => {
      const rows = (await all()).bars.map(([, high, low, close, volume]) => ({ high, low, close, volume }));
      expect(rows).toHaveLength(set.expected({ madeUp: 400, recorded: 1_000 }));
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

    const { count, share, edges } = set.expected({
      // a random walk's, as measured when it was made: it changes only when the method does
      madeUp: { count: 300, share: 0.35, edges: [-0.87, 0.57] },
      recorded: { count: 900, share: 0.37, edges: [-0.75, 0.75] },
    });

    it(`leave about ${share * 100} % of ${count} tapes neutral, with 90 % of the scores between about ${edges.join(" and ")}`, async () => {
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
      expect(tapes).toHaveLength(count);
      expect(Math.abs(neutral - share)).toBeLessThan(0.02);
      expect(Math.abs((low ?? NaN) - (edges[0] ?? NaN))).toBeLessThan(0.05);
      expect(Math.abs((high ?? NaN) - (edges[1] ?? NaN))).toBeLessThan(0.05);
    });
  });
});
