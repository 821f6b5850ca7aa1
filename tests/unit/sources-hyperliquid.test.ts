import { describe, expect, it } from "vitest";
import { fundingOf, openInterestOf } from "@/lib/desks/hyperliquid-perp";
import {
  hyperliquidPayments,
  hyperliquidPerps,
  reduceHourlyPayments,
  reducePerps,
} from "@/lib/sources/hyperliquid";
import { failed, readingOf } from "../fixtures/readings";

const NOW = new Date("2026-10-07T14:02:30Z");
const HOUR = 3_600_000;
const T14 = Date.parse("2026-10-07T14:00:00Z");
const failing = (failure: string) => expect.objectContaining({ failure });

const about = (name: string, isDelisted?: true) => ({
  name,
  szDecimals: 5,
  maxLeverage: 40,
  ...(isDelisted && { isDelisted }),
});
const stands = (funding: string, openInterest: string, markPx: string) => ({
  funding,
  openInterest,
  markPx,
  midPx: null,
});

describe("Hyperliquid's perpetuals", () => {
  it("stand in two lists side by side; open interest is in coins", () => {
    const { value } = reducePerps([
      { universe: [about("kPEPE"), about("BTC"), about("SOL")] },
      [{ funding: "x" }, stands("0.0000125", "30000.5", "118000.0"), stands("-0.00001", "5000000", "150.1")],
    ]);
    expect(value).toEqual({
      BTC: { fundingRate: 0.0000125, openInterestCoins: 30_000.5, markPrice: 118_000 },
      SOL: { fundingRate: -0.00001, openInterestCoins: 5_000_000, markPrice: 150.1 },
    });
  });

  it("that are delisted are left out; lists of unequal length are another shape", () => {
    const two = { universe: [about("BTC"), about("ETH", true)] };
    const one = stands("0", "1", "90000");
    expect(Object.keys(reducePerps([two, [one, one]]).value)).toEqual(["BTC"]);
    expect(() => reducePerps([two, [one]])).toThrow(failing("schema"));
    const both = { universe: [about("BTC"), about("SOL")] };
    for (const odd of [stands("0", "0.0", "90000"), stands("12.5", "1", "90000")])
      expect(Object.keys(reducePerps([both, [odd, one]]).value)).toEqual(["SOL"]);
    expect(() => reducePerps([{ universe: [] }, []])).toThrow(failing("suspect_empty"));
    expect(() => reducePerps({ error: "no" })).toThrow(failing("schema"));
  });

  it("are one coin's reading each: an hour's rate, dollars from coins, and null for one that is not listed", () => {
    const reading = readingOf(
      hyperliquidPerps,
      { BTC: { fundingRate: 0.0000125, openInterestCoins: 30_000, markPrice: 118_000 } },
      NOW,
      NOW,
    );
    expect(fundingOf(reading, "BTC").value).toEqual({ rate: 0.0000125, nextMs: T14 + HOUR, intervalH: 1 });
    expect(openInterestOf(reading, "BTC").value).toEqual([[NOW.getTime(), 30_000, 3_540_000_000]]);
    expect(fundingOf(reading, "SOL")).toMatchObject({ status: "suspect_empty", value: null, asOf: null });
    expect(fundingOf(failed(hyperliquidPerps, "timeout"), "BTC")).toMatchObject({
      status: "timeout",
      value: null,
    });
  });
});

describe("Hyperliquid's payments", () => {
  const row = (time: number, fundingRate: string, coin = "BTC") => ({
    coin,
    fundingRate,
    premium: "0",
    time,
  });

  it("come oldest first, hourly, a few milliseconds late", () => {
    const { value } = reduceHourlyPayments(
      [row(T14 - HOUR + 40, "0.0000125"), row(T14 + 61, "-0.0000001")],
      "BTC",
    );
    expect(value).toEqual([
      [T14 - HOUR + 40, 0.0000125],
      [T14 + 61, -0.0000001],
    ]);
    expect(() => reduceHourlyPayments([row(T14, "0", "ETH")], "BTC")).toThrow(failing("schema"));
    expect(() => reduceHourlyPayments(null, "BTC")).toThrow(failing("schema"));
  });

  it("are asked for in two pages of 500, from 30 days ago", () => {
    const asked = ([1, 2] as const).map((page): unknown =>
      JSON.parse(hyperliquidPayments("BTC", page).address(NOW).body ?? ""),
    );
    expect(asked).toEqual([
      { type: "fundingHistory", coin: "BTC", startTime: T14 - 720 * HOUR },
      { type: "fundingHistory", coin: "BTC", startTime: T14 - 220 * HOUR },
    ]);
  });
});
