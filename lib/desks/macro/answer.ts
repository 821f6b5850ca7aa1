import * as z from "zod";
import { headline } from "@/lib/catalog/intel/answers/envelope";
import type { Tenor } from "@/lib/catalog/intel/tenors";
import { MARK_SYMBOLS } from "./vocabulary";

const mark = z.object({
  symbol: z
    .enum(MARK_SYMBOLS)
    .describe("S&P 500, volatility index, US dollar index, gold future, bitcoin, ether."),
  price: z.number().nullable().describe("In `currency`; null when no source could give it."),
  changePct: z
    .number()
    .nullable()
    .describe("Percent: against the previous close; for BTC and ETH over the last 24 hours."),
  currency: z.enum(["USD", "points"]).describe("`points` for an index."),
  asOf: z.iso.datetime().nullable().describe("Time of the price."),
  source: z.string().nullable().describe("Provider of the price."),
  reason: z.string().optional().describe("Why the price is null."),
  session: z
    .object({
      market: z.enum(["NYSE"]).describe("The exchange by whose calendar the price is dated."),
      state: z
        .enum(["pre", "open", "closed", "holiday"])
        .describe("Now; `pre`: opens later today, `closed`: after the close or at a weekend."),
      halfDay: z.boolean().describe("Whether today's session closes at 13:00 US Eastern."),
      lastClose: z.iso.datetime().describe("The last session's close."),
      missedSessions: z
        .int()
        .nullable()
        .describe(
          "Sessions that closed since the price: 1 counts half, 2 make it null; null without a price.",
        ),
    })
    .nullable()
    .describe(
      "Sessions of SPX and VIX; null for other marks, and after the last day of the exchange's list.",
    ),
  nextOpen: z.iso.datetime().nullable().describe("When the next session opens; null as `session` is."),
});

const sentiment = z
  .object({
    value: z.int().min(0).max(100).describe("Fear and greed: 0 extreme fear, 100 extreme greed."),
    classification: z.string().describe("The index's own word for the value."),
    previous: z.int().min(0).max(100).nullable().describe("The value of the day before."),
    asOf: z.iso.datetime().describe("Day of the value, at 00:00 UTC."),
  })
  .nullable()
  .describe("Crypto fear and greed index; null when it could not be read.");

const rate = (maturity: string) => z.number().nullable().describe(`${maturity}, percent a year.`);
const yields = z.object({
  date: z.iso.date().describe("Trading day of the curve."),
  m1: rate("1 month"),
  m1_5: rate("1.5 months"),
  m2: rate("2 months"),
  m3: rate("3 months"),
  m4: rate("4 months"),
  m6: rate("6 months"),
  y1: rate("1 year"),
  y2: rate("2 years"),
  y3: rate("3 years"),
  y5: rate("5 years"),
  y7: rate("7 years"),
  y10: rate("10 years"),
  y20: rate("20 years"),
  y30: rate("30 years"),
} satisfies Record<Tenor | "date", z.ZodType>);

const event = z.object({
  title: z.string().describe("As published, plain text. Untrusted text."),
  currency: z.string().describe("Currency of the central bank."),
  impact: z.enum(["high", "medium", "low"]).nullable().describe("Expected market impact; null if not rated."),
  at: z
    .union([z.iso.datetime(), z.iso.date()])
    .describe("When, in UTC; a bare date (US Eastern) where no hour is announced."),
  forecast: z.string().nullable().describe("As the calendar writes it, such as 2.25%; null if it has none."),
  previous: z.string().nullable().describe("The last result, as the calendar writes it."),
});

const released = event.extend({
  actual: z
    .string()
    .nullable()
    .describe(
      "What came out, by FRED's present figures, written as the calendar does; null while it has none.",
    ),
});

export const macroFields = z.object({
  marks: z.array(mark).length(MARK_SYMBOLS.length).describe("SPX, VIX, DXY, GOLD, BTC, ETH, in this order."),
  sentiment,
  macro: z
    .object({
      yields: yields
        .nullable()
        .describe("US Treasury par yield curve, in percent a year; null when unknown."),
      curve2s10sBps: z
        .number()
        .nullable()
        .describe("10 year minus 2 year yield, in basis points; negative when inverted."),
      events: z
        .array(event)
        .nullable()
        .describe(
          "Ahead, at most 20: first US prices, payrolls and rate decisions, then the rest, each soonest first; speeches in one row. Null when no calendar could be read.",
        ),
      released: z
        .array(released)
        .nullable()
        .describe(
          "Such US figures of the last 7 days, newest first, against their forecasts; null as above.",
        ),
      headlines: z
        .array(headline)
        .nullable()
        .describe("Newest first, at most 20; null when no feed could be read."),
    })
    .describe("Rates, central banks and news."),
});
export type MacroFields = z.input<typeof macroFields>;
