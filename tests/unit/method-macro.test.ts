import { describe, expect, it } from "vitest";
import * as z from "zod";
import { TENORS } from "@/lib/catalog/intel/tenors";
import { composeMacro, MACRO_METHOD } from "@/lib/desks/macro/compose";
import { macroEntry } from "@/lib/desks/macro/entry";
import type { MacroInputs } from "@/lib/desks/macro/gather";
import { MAX_AGE } from "@/lib/desks/macro/max-age";
import { MARK_SYMBOLS } from "@/lib/desks/macro/vocabulary";
import { calendar } from "@/lib/sources/calendar";
import * as coinbase from "@/lib/sources/coinbase";
import { fearGreed } from "@/lib/sources/fear-greed";
import { fedCalendar } from "@/lib/sources/fed-calendar";
import { fredReleases } from "@/lib/sources/fred-releases";
import * as feeds from "@/lib/sources/feeds";
import * as fred from "@/lib/sources/fred";
import { hyperliquidPerps } from "@/lib/sources/hyperliquid";
import * as kraken from "@/lib/sources/kraken";
import { quote } from "@/lib/sources/quote";
import type { Source } from "@/lib/sources/source";
import * as treasury from "@/lib/sources/treasury";
import { weekCalendar } from "@/lib/sources/week-calendar";
import * as yahoo from "@/lib/sources/yahoo";
import { failed, readingOf } from "../fixtures/readings";
import { block, duration, itDescribes, rowsOf, pageOf } from "../support/method-page";

const isSource = (value: unknown): value is Source<unknown> =>
  typeof value === "object" && value !== null && "freshMs" in value;
const sources = [coinbase, feeds, fred, kraken, treasury, yahoo]
  .flatMap((module): unknown[] => Object.values(module))
  .filter(isSource);

describe("docs/method/macro.md", () => {
  itDescribes(
    {
      version: MACRO_METHOD,
      coverage: macroEntry.coverage,
      sources: [fearGreed, fedCalendar, weekCalendar, fredReleases, hyperliquidPerps, ...sources],
    },
    new Date("2026-10-07"),
  );

  it("names every age that a part may have", () => {
    const reported = Object.fromEntries(
      rowsOf(pageOf(MACRO_METHOD))
        .filter((cells) => cells.length === 3)
        .map(([part = "", whole, half]) => [
          /`(\w+)`/.exec(part)?.[1],
          { freshMs: duration(whole), staleMs: duration(half) },
        ]),
    );
    expect(reported).toEqual(MAX_AGE);
  });

  it("computes its example as the desk does", () => {
    const timed = quote.extend({ asOf: z.string() }).nullable();
    const given = z
      .object({
        now: z.string(),
        marks: z.record(z.enum(MARK_SYMBOLS), timed),
        dayOpen: z.object({ BTC: z.number(), ETH: z.number() }),
        sentiment: z.object({
          value: z.number(),
          classification: z.string(),
          previous: z.number(),
          asOf: z.string(),
        }),
        yields: z.object({ date: z.string(), y2: z.number(), y10: z.number(), asOf: z.string() }),
        fedCalendar: calendar,
        weekCalendar: z.null(),
        headline: z.string(),
      })
      .parse(block("macro-given"));
    const now = new Date(given.now);
    const first = {
      SPX: yahoo.yahooSpx,
      VIX: yahoo.yahooVix,
      DXY: yahoo.yahooDxy,
      GOLD: yahoo.yahooGold,
      BTC: coinbase.coinbaseBtc,
      ETH: coinbase.coinbaseEth,
    };
    const mark = (symbol: (typeof MARK_SYMBOLS)[number]) => {
      const quoted = given.marks[symbol];
      return [
        quoted === null ? failed<never>(first[symbol]) : readingOf(first[symbol], quoted, quoted.asOf, now),
      ];
    };
    const rates = Object.fromEntries(TENORS.map((tenor) => [tenor, null]));
    const inputs: MacroInputs = {
      marks: {
        SPX: mark("SPX"),
        VIX: mark("VIX"),
        DXY: mark("DXY"),
        GOLD: mark("GOLD"),
        BTC: mark("BTC"),
        ETH: mark("ETH"),
      },
      dayOpen: {
        BTC: readingOf(coinbase.coinbaseBtcDay, { open: given.dayOpen.BTC }, now, now),
        ETH: readingOf(coinbase.coinbaseEthDay, { open: given.dayOpen.ETH }, now, now),
      },
      fearGreed: readingOf(fearGreed, given.sentiment, given.sentiment.asOf, now),
      yields: [
        readingOf(
          treasury.treasuryYear,
          treasury.treasuryYear.kept.parse({
            date: given.yields.date,
            rates: { ...rates, y2: given.yields.y2, y10: given.yields.y10 },
          }),
          given.yields.asOf,
          now,
        ),
      ],
      fedCalendar: readingOf(fedCalendar, given.fedCalendar, now, now),
      weekCalendar: failed(weekCalendar),
      figures: failed(fredReleases),
      feeds: [
        readingOf(
          feeds.coindesk,
          { items: [{ title: "A story", url: "https://example.com/a", publishedAt: given.headline }] },
          given.headline,
          now,
        ),
      ],
    };
    const { answer } = composeMacro(inputs, now);
    const changePct = Object.fromEntries(answer.marks.map((one) => [one.symbol, one.changePct]));
    const { coverage, stale, dataAsOf } = answer;
    expect({ coverage, stale, dataAsOf, changePct, curve2s10sBps: answer.macro.curve2s10sBps }).toEqual(
      block("macro-answer"),
    );
  });
});
