import { describe, expect, it } from "vitest";
import * as z from "zod";
import { SCALP_METHOD } from "@/lib/desks/scalp/compose";
import { scalpEntry } from "@/lib/desks/scalp/entry";
import { tapeOf } from "@/lib/desks/tape";
import { binanceCandles } from "@/lib/sources/binance/candles";
import { binanceFunding } from "@/lib/sources/binance/funding";
import type { Bar } from "@/lib/sources/candles";
import { okxCandles } from "@/lib/sources/okx/candles";
import { okxFunding } from "@/lib/sources/okx/funding";
import { okxTaker } from "@/lib/sources/okx/statistics";
import { readingOf } from "../fixtures/readings";
import { block, itDescribes } from "../support/method-page";

describe("docs/method/scalp.md", () => {
  itDescribes(
    {
      version: SCALP_METHOD,
      coverage: scalpEntry.coverage,
      sources: [
        okxCandles("BTC", "5m"),
        okxCandles("BTC", "15m"),
        okxTaker("BTC", "5m"),
        okxTaker("BTC", "15m"),
        okxFunding("BTC"),
        binanceCandles("BTC", "5m"),
        binanceCandles("BTC", "15m"),
        binanceFunding("BTC"),
      ],
    },
    new Date("2026-10-07"),
  );

  it("computes its example as the desk does", () => {
    const given = z
      .object({
        midnight: z.string(),
        bars: z.number(),
        last: z.number(),
        step: z.number(),
        high: z.number(),
        low: z.number(),
        bought: z.number(),
        sold: z.number(),
      })
      .parse(block("scalp-given"));
    const opening = (i: number): number => Date.parse(given.midnight) + i * 300_000;
    const indices = Array.from({ length: given.bars }, (_, i) => i);
    const bars = indices.map((i): Bar => {
      const close = given.last - (given.bars - 1 - i) * given.step;
      return [opening(i), close + given.high, close - given.low, close, 10];
    });
    const closed = new Date(opening(given.bars));
    const now = new Date(closed.getTime() + 20_000);
    const volumes = indices.map((i): [number, number, number] => [opening(i), given.bought, given.sold]);
    const { record } = tapeOf(
      {
        tf: "5m",
        candles: readingOf(okxCandles("BTC", "5m"), { bars, taker: null }, closed, now),
        taker: readingOf(okxTaker("BTC", "5m"), volumes, closed, now),
      },
      now,
    );
    expect(record).toMatchObject(z.record(z.string(), z.unknown()).parse(block("scalp-answer")));
    expect(record.barCloseMs).toBe(closed.getTime());
  });
});
