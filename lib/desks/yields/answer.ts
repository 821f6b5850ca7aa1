import * as z from "zod";
import { scored } from "@/lib/catalog/intel/answers/score";

const percent = (what: string) => z.number().nullable().describe(`${what}, percent a year; null if unknown.`);

const pool = z.object({
  poolId: z.string().describe("The source's id of the pool; for Meteora its address."),
  project: z.string().describe("The protocol, by the source's name for it. Untrusted text."),
  symbol: z.string().describe("What is deposited. Untrusted third-party text."),
  chain: z.string().describe("The chain, by the source's name for it."),
  apy: z.number().describe("What it pays now, percent a year. Meteora: 365 × the last day's fees over TVL."),
  tvlUsd: z.number().describe("Value locked, US dollars."),
  apyBasePct: percent("Of the APY, what comes from fees or interest"),
  apyRewardPct: percent("Of the APY, what is paid in reward tokens"),
  apyMean30dPct: percent("Mean APY of 30 days"),
  rewardShare: z.number().nullable().describe("Share of the APY that is paid in reward tokens, 0 to 1."),
  sustainableApyPct: percent("The lower of APY and its 30-day mean, rewards counted half"),
  excessOverTbillPp: z
    .number()
    .nullable()
    .describe("Sustainable APY minus the three-month Treasury bill, percentage points."),
  stablecoin: z.boolean().nullable().describe("Whether all of it is stablecoins."),
  exposure: z.enum(["single", "multi"]).nullable().describe("One asset, or several."),
  ilRisk: z.enum(["no", "yes"]).nullable().describe("Whether impermanent loss is possible."),
  historyDays: z.int().nullable().describe("Days of history at the source."),
  flags: z
    .array(z.enum(["reward-heavy", "apy-above-mean", "below-tbill", "short-history", "unverified-token"]))
    .describe("What to be careful about."),
  source: z.enum(["DefiLlama", "Meteora"]).describe("Whose data this pool is."),
  ...scored,
});

const bill = z
  .object({
    ratePct: z.number().describe("Percent a year."),
    date: z.iso.date().describe("Trading day."),
  })
  .nullable()
  .describe("Three-month US Treasury bill; null when it could not be read: then nothing has a score.");

export const yieldsFields = z.object({
  tbill3m: bill,
  matched: z
    .int()
    .min(0)
    .nullable()
    .describe("Pools that the filters leave, of which the first are shown; null when none could be read."),
  yields: z.array(pool).describe("Best score first, then those without one, the largest first."),
});
export type YieldsFields = z.input<typeof yieldsFields>;
