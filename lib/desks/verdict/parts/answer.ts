import * as z from "zod";
import { scorePart } from "@/lib/catalog/intel/answers/score";
import { SIGNALS, CONFIDENCES, COMPONENTS } from "@/lib/catalog/intel/signals";

/** The verdict as routes show it: alone, and inside a bundle. */

export const verdictPart = z
  .object({
    asset: z.literal("BTC").describe("What the verdict is on, whatever the message asks about."),
    signal: z
      .enum(SIGNALS)
      .describe(
        "`snipe` strong and agreed, `follow` up, `watch` nothing, `avoid` down, `rebalance` crowded.",
      ),
    confidence: z.enum(CONFIDENCES).describe("At most medium until the signal's record shows skill."),
    headline: z.string().describe("The verdict in a line."),
    rationale: z.array(z.string()).describe("Why, component by component, then risk and gaps."),
  })
  .describe("An explainable snapshot of BTC, not a forecast: no edge over 24 hours has been shown.");

export const insiderPart = z
  .array(
    z.object({
      line: z
        .string()
        .describe(
          "A creator's view by its facts: stance, age, proof, creator, record. No words of the creator's.",
        ),
    }),
  )
  .describe(
    "Published views that counted, creators with a record first; empty when there are none or they weren't wanted.",
  );

const component = z.object({
  name: z.enum(COMPONENTS).describe("What was looked at."),
  value: z.number().nullable().describe("−1 bearish to 1 bullish; null when unknown."),
  weight: z.number().describe("Its weight among all five."),
});
const nullable = (what: string) => z.number().nullable().describe(what);

export const frozenPart = z
  .object({
    at: z.iso.datetime().describe("When the call came in."),
    price: nullable("Bitcoin, US dollars; without it the verdict is void."),
    priceSource: z.string().nullable().describe("The exchange of this price and of the one 24 hours later."),
    priceAt: z.iso.datetime().nullable().describe("Time of that price."),
    sigmaDaily: nullable("Standard deviation of the last 30 daily log returns."),
    baseRate: nullable("How often this signal's rule came true in the last 365 days."),
    standard: z
      .boolean()
      .describe("Sold with default parameters: the day's first such verdict counts for skill."),
    inputsHash: z
      .string()
      .describe("SHA-256 of the canonical JSON (RFC 8785) of `supporting` without `frozen`."),
  })
  .describe("What is written down of this verdict, to score it 24 hours later.");

export const supportingPart = z
  .object({
    score: z.number().describe("S, −1 to 1: the weighted mean of the known components."),
    why: z.array(scorePart).describe("Its parts: the contributions add up to S."),
    components: z.array(component).describe("All five, known or not."),
    agreement: nullable("A, 0 to 1: how far the known components point the same way."),
    known: z.number().describe("C, 0 to 1: the weights of the known components."),
    risk: z.number().describe("R, 0 to 1: the larger of event risk and crowding."),
    crowding: nullable("0 to 1: how unusual funding or the crowd's ratio is."),
    fundingZ: nullable("Standard deviations of funding off its 30 days."),
    event: z
      .object({
        risk: z.number().describe("0.8 within 2 hours, 0.5 within 24, else 0."),
        title: z.string().nullable().describe("The next within 24 hours."),
        at: z.iso.datetime().nullable().describe("When, in UTC."),
      })
      .nullable()
      .describe("The Fed's decisions and US consumer prices ahead; null when no calendar could be read."),
    vix: nullable("Volatility index, shown only: no rule looks at it."),
    tape: z
      .object({
        venue: z.string().describe("Exchange."),
        barCloseMs: z.int().describe("When the hour closed, ms since 1970."),
        close: z.number().describe("US dollars (USDT)."),
        rsi14: nullable("Wilder's RSI."),
        emaSpreadBps: nullable("Average of 9 hours over that of 21, basis points."),
        vwapDistBps: nullable("Close over the VWAP of the hour's UTC day, basis points."),
        takerBuyPct: nullable("Share of the hour's taker volume that bought, percent."),
      })
      .nullable()
      .describe("BTC's perpetual swap by the hour."),
    positioning: z
      .object({
        venue: z.string().describe("Exchange."),
        topPosRatio: nullable("Top traders' positions: long ÷ short."),
        globalRatio: nullable("All accounts: net long ÷ net short."),
        takerRatio1h: nullable("Bought ÷ sold by takers in the last hour."),
        oiChg24hPct: nullable("Change of open interest over 24 hours, percent."),
        fundingPct: nullable("Funding of the running period, percent."),
      })
      .nullable()
      .describe("How that swap is positioned."),
    creators: z
      .int()
      .min(0)
      .nullable()
      .describe("Views that counted; null when none were asked or they could not be read."),
    fearGreed: nullable("The index, 0 to 100."),
    yields: z
      .object({
        medianApyPct: z.number().describe("Median sustainable APY of the 20 largest stable pools, percent."),
        billPct: z.number().describe("3 month US Treasury bill, percent a year."),
        pools: z.int().describe("Pools that the median is of."),
      })
      .nullable()
      .describe("What stable pools pay."),
    frozen: frozenPart,
  })
  .describe("Everything that the verdict was decided on.");
