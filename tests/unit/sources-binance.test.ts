import { describe, expect, it } from "vitest";
import { reduceBinanceCandles } from "@/lib/sources/binance/candles";
import { binancePayments, reduceBinanceFunding, reduceBinancePayments } from "@/lib/sources/binance/funding";
import {
  reduceBinanceOpenInterest,
  reduceBinanceRatios,
  reduceBinanceTaker,
} from "@/lib/sources/binance/statistics";
import { webAddress } from "@/lib/sources/fetcher/address";

const NOW = new Date("2026-10-07T14:02:30Z");
const HOUR = 3_600_000;
const T14 = Date.parse("2026-10-07T14:00:00Z");
const failing = (failure: string) => expect.objectContaining({ failure });

describe("Binance's answers", () => {
  const generic = {
    status: "ERROR",
    type: "GENERAL",
    code: "99099990",
    errorData: "illegal params.",
    data: null,
  };

  it("refuse with status 200 in two forms, which are no rows", () => {
    expect(() => reduceBinancePayments(generic, "BTCUSDT")).toThrow(failing("schema"));
    expect(() => reduceBinanceRatios({ code: -1003, msg: "Too many requests" }, "BTCUSDT")).toThrow(
      failing("rate_limited"),
    );
    expect(() => reduceBinanceFunding({ code: -1121, msg: "Invalid symbol." }, "BTCUSDT")).toThrow(
      failing("schema"),
    );
    expect(() => reduceBinanceCandles(generic, "5m", NOW)).toThrow(failing("schema"));
  });

  it("an empty list is suspect", () => {
    expect(() => reduceBinanceRatios([], "BTCUSDT")).toThrow(failing("suspect_empty"));
  });
});

describe("Binance's statistics", () => {
  const ratio = (timestamp: number, longShortRatio: string, symbol = "BTCUSDT") => ({
    symbol,
    longAccount: "0.6561",
    shortAccount: "0.3439",
    longShortRatio,
    timestamp,
  });

  it("come oldest first and as strings", () => {
    const { value, asOf } = reduceBinanceRatios(
      [ratio(T14 - HOUR, "1.9078"), ratio(T14, "1.9197")],
      "BTCUSDT",
    );
    expect(value).toEqual([
      [T14 - HOUR, 1.9078],
      [T14, 1.9197],
    ]);
    expect(asOf).toEqual(new Date(T14));
  });

  it("of another symbol are none", () => {
    expect(() => reduceBinanceRatios([ratio(T14, "1.2", "ETHUSDT")], "BTCUSDT")).toThrow(failing("schema"));
    const interest = {
      symbol: "ETHUSDT",
      sumOpenInterest: "1",
      sumOpenInterestValue: "2",
      timestamp: T14,
    };
    expect(() => reduceBinanceOpenInterest([interest], "BTCUSDT")).toThrow(failing("schema"));
  });

  it("takers' rows bear no symbol and their bucket's opening: they are over a period later", () => {
    const row = {
      buySellRatio: "0.7586",
      sellVol: "1986.6060",
      buyVol: "1507.0400",
      timestamp: T14 - 300_000,
    };
    const running = { ...row, timestamp: T14 };
    const { value, asOf } = reduceBinanceTaker([row, running], "5m", NOW);
    expect(value).toEqual([[T14 - 300_000, 1507.04, 1986.606]]);
    expect(asOf).toEqual(new Date(T14));
  });
});

describe("Binance's funding", () => {
  it("is the running period's, and keeps silent about the interval", () => {
    const index = {
      symbol: "BTCUSDT",
      markPrice: "63086.40000000",
      lastFundingRate: "0.00009145",
      nextFundingTime: T14 + 2 * HOUR,
      time: T14 + 1_000,
    };
    expect(reduceBinanceFunding(index, "BTCUSDT")).toEqual({
      value: { rate: 0.00009145, nextMs: T14 + 2 * HOUR, intervalH: null },
      asOf: new Date(T14 + 1_000),
    });
    for (const other of [{ symbol: "ETHUSDT" }, { lastFundingRate: "0.9145" }])
      expect(() => reduceBinanceFunding({ ...index, ...other }, "BTCUSDT")).toThrow(failing("schema"));
  });

  it("that was paid may lack a mark price and bring fields unheard of", () => {
    const row = {
      symbol: "BTCUSDT",
      fundingTime: T14,
      fundingRate: "0.0001",
      markPrice: "",
      rateType: "New",
    };
    expect(reduceBinancePayments([row], "BTCUSDT").value).toEqual([[T14, 0.0001]]);
    const odd = { ...row, fundingTime: T14 - 8 * HOUR, fundingRate: "1" };
    expect(reduceBinancePayments([row, odd], "BTCUSDT").value).toEqual([[T14, 0.0001]]);
  });

  it("is asked for from 30 days ago on, and for no more rows than may be", () => {
    const { searchParams } = webAddress(binancePayments("BTC").address(NOW));
    expect(Number(searchParams.get("startTime"))).toBe(T14 - 720 * HOUR);
    expect(Number(searchParams.get("limit"))).toBeLessThanOrEqual(1_000);
    expect(Number(searchParams.get("limit"))).toBeGreaterThan(720);
  });
});

describe("Binance's candles", () => {
  const row = (at: number, close: string, bought = "3030", open = "100"): unknown[] => [
    at,
    open,
    "110",
    "90",
    close,
    "50",
    at + 299_999,
    "5050",
    12,
    "30",
    bought,
    "0",
  ];

  it("lose the last row, which is still running, by the moment of reading", () => {
    const { value, asOf } = reduceBinanceCandles(
      [row(T14 - 300_000, "101"), row(T14, "99", "3030", "101")],
      "5m",
      NOW,
    );
    expect(value.bars).toEqual([[T14 - 300_000, 110, 90, 101, 50]]);
    expect(value.taker).toEqual([[T14 - 300_000, 3_030, 2_020]]);
    expect(asOf).toEqual(new Date(T14));
  });

  it("have no takers where these bought more than was traded, and say so", () => {
    const { value, doubts } = reduceBinanceCandles([row(T14 - 300_000, "101", "6000")], "5m", NOW);
    expect(value.taker).toBeNull();
    expect(doubts).toContainEqual(expect.objectContaining({ want: "takers bought more than was traded" }));
  });

  it("none of which has closed are suspect", () => {
    expect(() => reduceBinanceCandles([row(T14, "99")], "5m", NOW)).toThrow(failing("suspect_empty"));
  });
});
