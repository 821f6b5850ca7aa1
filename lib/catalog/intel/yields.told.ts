import * as z from "zod";
import { tell } from "../tell";
import { envelope } from "./envelope.told";
import { scored } from "./score.told";
import { yieldsEntry } from "./yields";

const percent = (what: string) => z.number().nullable().describe(`${what}, percent a year; null if unknown.`);

const pool = z.object({
  poolId: z.string().describe("The source's id of the pool; for Meteora its address."),
  project: z.string().describe("The protocol, by the source's name for it."),
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

const yieldsAnswer = z.object({
  ...envelope("intel-yields"),
  tbill3m: bill,
  matched: z
    .int()
    .min(0)
    .nullable()
    .describe("Pools that the filters leave, of which the first are shown; null when none could be read."),
  yields: z.array(pool).describe("Best score first, then those without one, the largest first."),
});
export type YieldsAnswer = z.input<typeof yieldsAnswer>;

export const yieldsTold = tell(yieldsEntry, {
  description:
    "Yield pools of at least $1M with a month of history, scored by what they are likely to go on paying over the " +
    "three-month Treasury bill, by size, steadiness and impermanent loss; each score with its parts. Filters: chain, " +
    "project. DLMM pools come from Meteora.",
  output: yieldsAnswer,
  sample: {
    input: { chain: "ethereum", limit: 1 },
    output: {
      ok: true,
      kind: "intel-yields",
      dataAsOf: "2026-10-06T19:30:00.000Z",
      sources: ["DefiLlama", "US Treasury"],
      provenance: [
        { id: "llama.yields", status: "ok", asOf: "2026-10-07T14:02:11.000Z", ageSec: 312 },
        { id: "treasury.year", status: "ok", asOf: "2026-10-06T19:30:00.000Z", ageSec: 67_000 },
      ],
      coverage: 1,
      stale: false,
      method: "yields/1",
      notes: ["Data by DefiLlama."],
      tbill3m: { ratePct: 3.85, date: "2026-10-06" },
      matched: 214,
      yields: [
        {
          poolId: "66985a81-9c51-46ca-9977-42b4fe7bc6df",
          project: "ethena-usde",
          symbol: "SUSDE",
          chain: "Ethereum",
          apy: 9.31,
          tvlUsd: 5_698_745_714,
          apyBasePct: 9.31,
          apyRewardPct: null,
          apyMean30dPct: 7.59,
          rewardShare: 0,
          sustainableApyPct: 7.59,
          excessOverTbillPp: 3.74,
          stablecoin: true,
          exposure: "single",
          ilRisk: "no",
          historyDays: 566,
          flags: [],
          source: "DefiLlama",
          score: 68.72,
          why: [
            { factor: "excess over the bill", value: 0.312, weight: 0.4, contribution: 12.48 },
            { factor: "size", value: 1, weight: 0.3, contribution: 30 },
            { factor: "steadiness", value: 0.812, weight: 0.2, contribution: 16.24 },
            { factor: "no impermanent loss", value: 1, weight: 0.1, contribution: 10 },
          ],
        },
      ],
    },
  },
});
