import * as z from "zod";
import { scored } from "@/lib/catalog/intel/answers/score";

const percent = (what: string) => z.number().nullable().describe(`${what}, in percent; null if unknown.`);
const dollars = (what: string) => z.number().nullable().describe(`${what}, US dollars; null if unknown.`);

const token = z.object({
  address: z.string().describe("Its mint."),
  symbol: z.string().nullable().describe("As published. Untrusted third-party text; null if it has none."),
  verified: z.boolean().nullable().describe("Whether Meteora counts it as verified."),
  freezable: z.boolean().nullable().describe("Whether holders' balances can be frozen."),
});

const pool = z.object({
  address: z.string().describe("The pool's account."),
  name: z.string().nullable().describe("As published. Untrusted third-party text."),
  tokens: z.array(token).describe("The two tokens."),
  price: z.number().nullable().describe("Of the first token, in the second."),
  binStepBps: z.number().nullable().describe("Distance of two bins, basis points."),
  baseFeePct: percent("Base fee of a swap"),
  dynamicFeePct: percent("Fee of a swap at the moment beyond the base fee"),
  tvlUsd: dollars("Value locked"),
  volume24hUsd: dollars("Traded in 24 hours"),
  lpFees24hUsd: dollars("Fees of 24 hours, net to liquidity providers"),
  feeTvl24hPct: percent("Those fees over TVL"),
  apy: percent("365 × feeTvl24hPct, not compounded, before impermanent loss: a year of days like the last"),
  providerApyPct: percent("The provider's own APY, one day's rate compounded 365 times"),
  protocolFeeSharePct: percent("Share of all fees that the protocol took in 24 hours"),
  turnover24h: z.number().nullable().describe("Volume of 24 hours over TVL."),
  feePersistence: z.number().nullable().describe("24 × the last hour's fees over those of 24 hours."),
  volDailyPct: percent("Standard deviation of a day's return, from up to 168 hourly closes"),
  breakevenConcentration: z
    .number()
    .nullable()
    .describe("Daily fees over the expected daily loss of a position over the whole range."),
  breakevenHalfwidthPct: percent("Fees cover the expected loss only of positions wider than ± this"),
  positionHalfwidthPct: percent("Half the width of a position of 69 bins"),
  exitProb24h: z
    .number()
    .nullable()
    .describe("Chance, 0 to 1, that the price leaves such a position within a day."),
  ilRisk: z
    .enum(["low", "medium", "high"])
    .nullable()
    .describe("Impermanent loss against fees; null when it can't be computed."),
  ageDays: z.int().nullable().describe("Days since the pool was created."),
  flags: z
    .array(
      z.enum([
        "low-tvl",
        "high-turnover",
        "blacklisted",
        "young",
        "unverified-token",
        "unnamed-token",
        "short-history",
      ]),
    )
    .describe("What to be careful about; the first four leave the pool without a score."),
  ...scored,
});

export const meteoraFields = z.object({
  hintMatched: z
    .boolean()
    .nullable()
    .describe("Whether the pools are those that poolHint names; null without a hint."),
  pools: z.array(pool).describe("In the order that was asked for; those with a doubtful turnover last."),
});
export type MeteoraFields = z.input<typeof meteoraFields>;
