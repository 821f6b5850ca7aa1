import * as z from "zod";
import { POSITIONING_SYMBOLS, PERP_VENUES } from "../perps";
import { scored } from "./score";

const ratio = (what: string) => z.number().positive().nullable().describe(what);
const percent = (what: string) => z.number().nullable().describe(what);

/** How the perpetual swap of one coin is positioned on one venue. */
export const positioningRecord = z.object({
  symbol: z.enum(POSITIONING_SYMBOLS).describe("Coin."),
  venue: z
    .enum(PERP_VENUES)
    .nullable()
    .describe("The one venue that the whole record is about; null when none could be read."),
  period: z.literal("1h").describe("Spacing of the ratios and of open interest."),
  tsMs: z
    .int()
    .nullable()
    .describe("Time of the newest ratios, ms since 1970; of funding where there are none."),
  topPosRatio: ratio("Top traders' positions: long ÷ short."),
  topAcctRatio: ratio("Top traders' accounts: net long ÷ net short."),
  globalRatio: ratio("All accounts: net long ÷ net short."),
  topPosLongPct: percent("Share of top traders' positions that is long, percent."),
  globalLongPct: percent("Share of all accounts that is net long, percent."),
  takerRatio1h: ratio("Bought ÷ sold by takers in the last hour of closed 5 minute buckets."),
  oiUsd: z.number().nullable().describe("Open interest, US dollars."),
  oiChg24hPct: percent("Change of open interest over 24 hours, counted in coins, percent."),
  priceChg24hPct: percent("Change of the swap's price over 24 hours, percent."),
  fundingIntervalH: z.number().nullable().describe("Hours between two funding payments."),
  fundingPct: percent("Funding of the running period, percent; longs pay shorts when positive."),
  fundingAprPct: percent("The same over a year, not compounded, percent."),
  fundingZ30d: z.number().nullable().describe("Standard deviations off the mean of 30 days."),
  divergence: z
    .number()
    .nullable()
    .describe("ln(topPosRatio) − ln(globalRatio): above 0, top traders are longer than the crowd."),
  crowding: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe("0 to 1: how unusual funding, or the crowd's ratio, is. Of whichever of both is known."),
  ...scored,
  bias: z
    .enum(["long", "short", "neutral"])
    .nullable()
    .describe("By score: long from 0.25, short from −0.25; null without a score."),
});
export type PositioningRecord = z.input<typeof positioningRecord>;
