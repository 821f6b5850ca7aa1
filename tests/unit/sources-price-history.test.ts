import { describe, expect, it } from "vitest";
import { closesOf, coinbaseDaily, coinbaseDailyBefore, coinbasePath } from "@/lib/sources/coinbase-candles";
import { webAddress } from "@/lib/sources/fetcher/address";
import { krakenCloses } from "@/lib/sources/kraken-ohlc";
import { endedDays, pathAround } from "@/lib/sources/price-history";

const failing = (failure: string) => expect.objectContaining({ failure });
const DAY = 86_400;
const T = Date.parse("2026-10-07T00:00:00Z") / 1_000;

describe("Coinbase's candles", () => {
  it("are numbers, newest first: the fifth is the close", () => {
    const rows = [
      [T + 300, 1, 4, 2, 3, 12.5],
      [T, 5, 8, 6, 7, 0],
    ];
    expect(closesOf(rows)).toEqual([
      { at: (T + 300) * 1_000, close: 3 },
      { at: T * 1_000, close: 7 },
    ]);
    expect(closesOf([])).toEqual([]);
  });

  it.each([
    ["a refusal", { message: "granularity too small" }],
    ["strings", [[T, "1", "4", "2", "3", "1"]]],
    ["no close", [[T, 1, 2, 3]]],
    ["a price of 0", [[T, 0, 0, 0, 0, 0]]],
  ])("%s is another shape", (_, answer) => {
    expect(() => closesOf(answer)).toThrow(failing("schema"));
  });

  it("are asked for in pages of at most 300 that leave no day out", () => {
    const now = new Date("2026-10-07T18:30:00Z");
    const asked = [coinbaseDailyBefore, coinbaseDaily].map((source) => {
      const { searchParams } = webAddress(source.address(now));
      return ["start", "end"].map((name) => Date.parse(searchParams.get(name) ?? "") / 1_000 / DAY);
    });
    const [[a = 0, b = 0] = [], [c = 0, d = 0] = []] = asked;
    expect(c - b).toBe(1);
    expect(d).toBe(T / DAY);
    expect(d - a).toBe(400);
    for (const count of [b - a + 1, d - c + 1]) expect(count).toBeLessThanOrEqual(300);
    const path = webAddress(coinbasePath(T / DAY).address(now)).searchParams;
    const span = Date.parse(path.get("end") ?? "") - Date.parse(path.get("start") ?? "");
    expect(span / 300_000).toBeLessThanOrEqual(300);
  });
});

describe("Kraken's OHLC", () => {
  const row = (time: number, close: string) => [time, "1.0", "1.0", "1.0", close, "1.0", "0.5", 12];

  it("comes under another name than asked for, beside a cursor, with prices as strings", () => {
    const answer = { error: [], result: { XXBTZUSD: [row(T, "7.5")], last: T } };
    expect(krakenCloses(answer)).toEqual([{ at: T * 1_000, close: 7.5 }]);
  });

  it.each([
    ["too often", { error: ["EGeneral:Too many requests"] }, "rate_limited"],
    ["another refusal", { error: ["EQuery:Unknown asset pair"] }, "schema"],
    ["no pair", { error: [], result: { last: 1 } }, "schema"],
    ["two pairs", { error: [], result: { A: [], B: [], last: 1 } }, "schema"],
    ["garbage for a price", { error: [], result: { A: [row(T, "1e400")], last: 1 } }, "schema"],
    ["no answer", null, "schema"],
  ])("%s is a failure", (_, answer, failure) => {
    expect(() => krakenCloses(answer)).toThrow(failing(failure));
  });
});

describe("what is kept of candles", () => {
  it("is of days that were over when they were read", () => {
    const candles = [0, 1, 2].map((i) => ({ at: (T + i * DAY) * 1_000, close: 100 + i }));
    const now = new Date((T + 2 * DAY) * 1_000 - 1);
    expect(endedDays(candles.reverse(), now)).toEqual([[T / DAY, 100]]);
  });

  it("is what had ended of a day, with a margin, and says until when it is whole", () => {
    const minutes = [-20, -15, 0, 720, 1_430, 1_450].map((m) => ({ at: (T + m * 60) * 1_000, close: 5 }));
    const later = pathAround(T / DAY, minutes, new Date((T + 9 * DAY) * 1_000));
    expect(later.prices.map(([at]) => (at / 1_000 - T) / 60)).toEqual([-10, 5, 725, 1_435]);
    expect(later.until).toBe((T + DAY + 600) * 1_000);
    const early = pathAround(T / DAY, minutes, new Date((T + 724 * 60) * 1_000));
    expect(early.prices).toHaveLength(2);
    expect(early.until).toBe((T + 724 * 60) * 1_000);
  });
});
