import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atr, ema, rsi, vwap, zScore } from "@/lib/desks/indicators";
import { runs } from "../support/properties";
import { textbookAtr, textbookEma, textbookRsi, textbookVwap } from "../support/textbook-indicators";

/** Prices that move, stand still and jump, as bars whose close lies within them. */
const bars = fc.array(
  fc
    .record({
      close: fc.double({ min: 0.01, max: 1e6, noNaN: true }),
      up: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 100, noNaN: true })),
      down: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 0.5, noNaN: true })),
      volume: fc.oneof(fc.constant(0), fc.double({ min: 1e-8, max: 1e6, noNaN: true })),
    })
    .map(({ close, up, down, volume }) => ({ high: close + up, low: close * (1 - down), close, volume })),
  { maxLength: 120 },
);
const close = (mine: number | null, book: number | null): void => {
  if (mine === null || book === null) expect(mine).toBe(book);
  else expect(Math.abs(mine - book)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(book)));
};

describe("indicators are those of the textbook, written out", () => {
  it.each([2, 9, 14, 21])("over %i bars of any prices", (n) => {
    fc.assert(
      fc.property(bars, (some) => {
        const closes = some.map((bar) => bar.close);
        close(ema(closes, n), textbookEma(closes, n));
        close(rsi(closes, n), textbookRsi(closes, n));
        close(atr(some, n), textbookAtr(some, n));
        close(vwap(some), textbookVwap(some));
      }),
      runs(1.5),
    );
  });
});

describe("where they begin", () => {
  const rising = Array.from({ length: 40 }, (_, i) => 100 + i);

  it("there is none with one value too few", () => {
    expect(ema(rising.slice(0, 8), 9)).toBeNull();
    expect(ema(rising.slice(0, 9), 9)).toBe(104);
    expect(rsi(rising.slice(0, 14), 14)).toBeNull();
    expect(rsi(rising.slice(0, 15), 14)).toBe(100);
    const flat = rising.map((price) => ({ high: price, low: price, close: price }));
    expect(atr(flat.slice(0, 14), 14)).toBeNull();
    expect(atr(flat.slice(0, 15), 14)).toBe(1);
    expect(vwap([])).toBeNull();
  });

  it("an average of a straight line lags (n − 1) ÷ 2 behind it", () => {
    expect(ema(rising, 9)).toBeCloseTo(139 - 4, 9);
    expect(ema(rising, 21)).toBeCloseTo(139 - 10, 9);
  });

  it("a price that never moved has no strength either way, and no range", () => {
    const still = Array.from({ length: 30 }, () => 100);
    expect(rsi(still, 14)).toBe(50);
    expect(
      atr(
        still.map((price) => ({ high: price, low: price, close: price })),
        14,
      ),
    ).toBe(0);
  });

  it("the RSI of the closes that StockCharts' ChartSchool works through is 70.53, and 66.32 a day later", () => {
    const closes = [
      44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931,
      46.0328, 45.614, 46.282, 46.282, 46.0028,
    ];
    expect(rsi(closes.slice(0, 15), 14)).toBeCloseTo(70.53, 1);
    expect(rsi(closes, 14)).toBeCloseTo(66.32, 1);
  });
});

describe("a z-score", () => {
  it("counts standard deviations of the sample", () => {
    expect(zScore(5, [1, 2, 3, 4, 5])).toBeCloseTo(2 / Math.sqrt(2.5), 12);
    expect(zScore(3, [1, 2, 3, 4, 5])).toBe(0);
  });

  it("is unknown without a spread, even where rounding leaves one", () => {
    expect(zScore(1, [1])).toBeNull();
    expect(zScore(2, [0.1, 0.1, 0.1])).toBeNull();
    expect(
      zScore(
        2,
        Array.from({ length: 90 }, () => 0.1 + 0.2 - 0.2),
      ),
    ).toBeNull();
  });
});
