import * as z from "zod";
import { tell } from "../tell";
import { envelope, headline, headlineSample } from "./envelope.told";
import { MARK_SYMBOLS, macroEntry } from "./macro";
import type { Tenor } from "./tenors";

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
  title: z.string().describe("As published, plain text."),
  currency: z.string().describe("Currency of the central bank."),
  impact: z.enum(["high", "medium", "low"]).nullable().describe("Expected market impact; null if not rated."),
  at: z
    .union([z.iso.datetime(), z.iso.date()])
    .describe("When, in UTC; a bare date (US Eastern) where no hour is announced."),
  forecast: z.string().nullable().describe("As the calendar writes it, such as 2.25%; null if it has none."),
  previous: z.string().nullable().describe("The last result, as the calendar writes it."),
});

const macroAnswer = z.object({
  ...envelope("intel-macro"),
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
          "Central-bank events ahead, soonest first, at most 20; null when no calendar could be read.",
        ),
      headlines: z
        .array(headline)
        .nullable()
        .describe("Newest first, at most 20; null when no feed could be read."),
    })
    .describe("Rates, central banks and news."),
});
export type MacroAnswer = z.input<typeof macroAnswer>;

export const macroTold = tell(macroEntry, {
  description:
    "S&P 500, VIX, dollar index, gold, BTC and ETH with their changes; crypto fear and greed; the US Treasury " +
    "yield curve with the 2s10s spread; central-bank events ahead; newest headlines. Each part carries its own " +
    "time, and what could not be read is null with its reason.",
  output: macroAnswer,
  sample: {
    input: {},
    output: {
      ok: true,
      kind: "intel-macro",
      dataAsOf: "2026-10-07T14:06:12.000Z",
      sources: [
        "Yahoo Finance",
        "Coinbase",
        "alternative.me",
        "US Treasury",
        "Federal Reserve",
        "Forex Factory",
        "CoinDesk",
      ],
      provenance: [
        { id: "yahoo.spx", status: "ok", asOf: "2026-10-07T14:05:58.000Z", ageSec: 25 },
        { id: "coinbase.btc", status: "ok", asOf: "2026-10-07T14:06:12.000Z", ageSec: 11 },
        { id: "fear-greed", status: "ok", asOf: "2026-10-07T00:00:00.000Z", ageSec: 50_783 },
        { id: "feed.decrypt", status: "timeout", asOf: null, ageSec: null },
      ],
      coverage: 0.9333,
      stale: false,
      method: "macro/1",
      notes: ["Sentiment: Crypto Fear & Greed Index by alternative.me."],
      marks: [
        {
          symbol: "SPX",
          price: 6_741.15,
          changePct: 0.21,
          currency: "points",
          asOf: "2026-10-07T14:05:58.000Z",
          source: "Yahoo Finance",
        },
        {
          symbol: "VIX",
          price: 16.4,
          changePct: -1.32,
          currency: "points",
          asOf: "2026-10-07T14:05:31.000Z",
          source: "Yahoo Finance",
        },
        {
          symbol: "DXY",
          price: null,
          changePct: null,
          currency: "points",
          asOf: null,
          source: null,
          reason: "Yahoo Finance: rate_limited. No other free source carries the dollar index.",
        },
        {
          symbol: "GOLD",
          price: 4_162.3,
          changePct: -0.95,
          currency: "USD",
          asOf: "2026-10-07T14:05:49.000Z",
          source: "Yahoo Finance",
        },
        {
          symbol: "BTC",
          price: 118_420.11,
          changePct: 1.84,
          currency: "USD",
          asOf: "2026-10-07T14:06:12.000Z",
          source: "Coinbase",
        },
        {
          symbol: "ETH",
          price: 4_388.6,
          changePct: 2.05,
          currency: "USD",
          asOf: "2026-10-07T14:06:11.000Z",
          source: "Coinbase",
        },
      ],
      sentiment: { value: 58, classification: "Greed", previous: 55, asOf: "2026-10-07T00:00:00.000Z" },
      macro: {
        yields: {
          date: "2026-10-06",
          m1: 3.92,
          m1_5: 3.9,
          m2: 3.88,
          m3: 3.85,
          m4: 3.82,
          m6: 3.76,
          y1: 3.64,
          y2: 3.58,
          y3: 3.6,
          y5: 3.72,
          y7: 3.91,
          y10: 4.12,
          y20: 4.68,
          y30: 4.71,
        },
        curve2s10sBps: 54,
        events: [
          {
            title: "FOMC Minutes",
            currency: "USD",
            impact: "high",
            at: "2026-10-07T18:00:00.000Z",
            forecast: null,
            previous: null,
          },
          {
            title: "Official Cash Rate",
            currency: "NZD",
            impact: "high",
            at: "2026-10-08T01:00:00.000Z",
            forecast: "2.25%",
            previous: "2.50%",
          },
        ],
        headlines: [headlineSample],
      },
    },
  },
});
