import { describe, expect, it } from "vitest";
import * as z from "zod";
import { POSITIONING_MAX_AGE, positionOf } from "@/lib/desks/positioning";
import { WHALES_METHOD } from "@/lib/desks/whales/compose";
import { whalesEntry } from "@/lib/desks/whales/entry";
import { binanceCandles } from "@/lib/sources/binance/candles";
import { binanceFunding, binancePayments } from "@/lib/sources/binance/funding";
import { binanceOpenInterest, binanceRatios, binanceTaker } from "@/lib/sources/binance/statistics";
import type { Bar } from "@/lib/sources/candles";
import { hyperliquidPayments, hyperliquidPerps } from "@/lib/sources/hyperliquid";
import { okxCandles } from "@/lib/sources/okx/candles";
import { okxFunding, okxPayments } from "@/lib/sources/okx/funding";
import { okxOpenInterest, okxRatios, okxTaker } from "@/lib/sources/okx/statistics";
import { readingOf } from "../fixtures/readings";
import { block, duration, itDescribes, rowsOf, pageOf } from "../support/method-page";

const HOUR = 3_600_000;

describe("docs/method/whales.md", () => {
  itDescribes(
    {
      version: WHALES_METHOD,
      coverage: whalesEntry.coverage,
      sources: [
        okxRatios("top-positions", "BTC"),
        okxRatios("top-accounts", "BTC"),
        okxRatios("accounts", "BTC"),
        okxTaker("BTC", "5m"),
        okxOpenInterest("BTC"),
        okxCandles("BTC", "1h"),
        okxFunding("BTC"),
        okxPayments("BTC"),
        okxPayments("BTC", { intervalH: 4, number: 2 }),
        binanceRatios("top-positions", "BTC"),
        binanceRatios("top-accounts", "BTC"),
        binanceRatios("accounts", "BTC"),
        binanceTaker("BTC"),
        binanceOpenInterest("BTC"),
        binanceCandles("BTC", "1h"),
        binanceFunding("BTC"),
        binancePayments("BTC"),
        hyperliquidPerps,
        hyperliquidPayments("BTC", 1),
        hyperliquidPayments("BTC", 2),
      ],
    },
    new Date("2026-10-07"),
  );

  it("names every age that a part may have", () => {
    const reported = Object.fromEntries(
      rowsOf(pageOf(WHALES_METHOD))
        .filter((cells) => cells.length === 3)
        .map(([part = "", whole, half]) => [
          /`(\w+)`/.exec(part)?.[1],
          { freshMs: duration(whole), staleMs: duration(half) },
        ]),
    );
    expect(reported).toEqual(POSITIONING_MAX_AGE);
  });

  it("computes its example as the desk does", () => {
    const pair = z.tuple([z.number(), z.number()]);
    const given = z
      .object({
        now: z.string(),
        hour: z.string(),
        topPosRatio: z.number(),
        topAcctRatio: z.number(),
        globalRatio: z.object({ alternating: pair, hours: z.number(), newest: z.number() }),
        taker: z.object({ bought: z.number(), sold: z.number(), buckets: z.number() }),
        openInterest: z.object({ coins: pair, usd: z.number() }),
        price: pair,
        funding: z.object({ rate: z.number(), intervalH: z.number() }),
        payments: z.object({ alternating: pair, count: z.number() }),
      })
      .parse(block("whales-given"));
    const now = new Date(given.now);
    const hour = Date.parse(given.hour);
    const either = ([one, other]: readonly [number, number], i: number): number =>
      i % 2 === 0 ? one : other;
    const count = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
    const accounts = count(given.globalRatio.hours).map((i): [number, number] => [
      hour - (given.globalRatio.hours - i) * HOUR,
      either(given.globalRatio.alternating, i),
    ]);
    const taker = count(given.taker.buckets).map((i): [number, number, number] => [
      hour - (given.taker.buckets - i) * 300_000,
      given.taker.bought,
      given.taker.sold,
    ]);
    const { coins, usd } = given.openInterest;
    const bars = given.price.map((close, i): Bar => [
      hour - HOUR - (1 - i) * 24 * HOUR,
      close,
      close,
      close,
      1,
    ]);
    const interval = given.funding.intervalH * HOUR;
    const payments = count(given.payments.count).map((i): [number, number] => [
      hour - (given.payments.count - i) * interval,
      either(given.payments.alternating, i),
    ]);
    const { record } = positionOf(
      "BTC",
      {
        venue: "OKX",
        topPositions: readingOf(
          okxRatios("top-positions", "BTC"),
          [[hour, given.topPosRatio]],
          given.hour,
          now,
        ),
        topAccounts: readingOf(
          okxRatios("top-accounts", "BTC"),
          [[hour, given.topAcctRatio]],
          given.hour,
          now,
        ),
        accounts: readingOf(
          okxRatios("accounts", "BTC"),
          [...accounts, [hour, given.globalRatio.newest]],
          given.hour,
          now,
        ),
        taker: readingOf(okxTaker("BTC", "5m"), taker, given.hour, now),
        openInterest: readingOf(
          okxOpenInterest("BTC"),
          [
            [hour - 24 * HOUR, coins[0], null],
            [hour, coins[1], usd],
          ],
          given.hour,
          now,
        ),
        candles: readingOf(okxCandles("BTC", "1h"), { bars, taker: null }, given.hour, now),
        funding: readingOf(okxFunding("BTC"), { ...given.funding, nextMs: hour + 2 * HOUR }, now, now),
        payments: [readingOf(okxPayments("BTC"), payments, given.hour, now)],
      },
      now,
    );
    expect(record).toMatchObject(z.record(z.string(), z.unknown()).parse(block("whales-answer")));
    expect(record).toMatchObject({ tsMs: hour, oiUsd: usd, topPosRatio: given.topPosRatio });
  });
});
