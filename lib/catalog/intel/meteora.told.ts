import * as z from "zod";
import { tell } from "../tell";
import { envelope } from "./envelope.told";
import { meteoraEntry } from "./meteora";
import { scored } from "./score.told";

const percent = (what: string) => z.number().nullable().describe(`${what}, in percent; null if unknown.`);
const dollars = (what: string) => z.number().nullable().describe(`${what}, US dollars; null if unknown.`);

const token = z.object({
  address: z.string().describe("Its mint."),
  symbol: z.string().nullable().describe("As published. Untrusted third-party text; null if it has none."),
  verified: z.boolean().nullable().describe("Whether Meteora counts it as verified."),
  freezable: z.boolean().nullable().describe("Whether somebody can freeze holders' balances."),
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
    .describe("Impermanent loss against fees; null when it can't be told."),
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

const meteoraAnswer = z.object({
  ...envelope("intel-meteora"),
  hintMatched: z
    .boolean()
    .nullable()
    .describe("Whether the pools are those that poolHint names; null without a hint."),
  pools: z.array(pool).describe("In the order that was asked for; those with a doubtful turnover last."),
});
export type MeteoraAnswer = z.input<typeof meteoraAnswer>;

export const meteoraTold = tell(meteoraEntry, {
  description:
    "Concentrated-liquidity pools on Solana, the largest or the best paid, or the one that you name: TVL, volume, fees, " +
    "a simple APY, volatility from hourly closes, the width from which fees cover expected loss, risk flags, and a " +
    "score with its parts.",
  output: meteoraAnswer,
  sample: {
    input: { sortByApy: true, limit: 1 },
    output: {
      ok: true,
      kind: "intel-meteora",
      dataAsOf: "2026-10-07T14:05:20.000Z",
      sources: ["Meteora"],
      provenance: [{ id: "meteora.pools", status: "ok", asOf: "2026-10-07T14:05:20.000Z", ageSec: 63 }],
      coverage: 1,
      stale: false,
      method: "pools/1",
      notes: ["Data by Meteora."],
      hintMatched: null,
      pools: [
        {
          address: "5rCf1DM8LjKTw4YqhnoLcngyZYeNnQqztScTogYHAS6",
          name: "SOL-USDC",
          tokens: [
            {
              address: "So11111111111111111111111111111111111111112",
              symbol: "SOL",
              verified: true,
              freezable: false,
            },
            {
              address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
              symbol: "USDC",
              verified: true,
              freezable: true,
            },
          ],
          price: 163.42,
          binStepBps: 20,
          baseFeePct: 0.2,
          dynamicFeePct: 0,
          tvlUsd: 5_286_564.33,
          volume24hUsd: 16_805_979.04,
          lpFees24hUsd: 30_569.54,
          feeTvl24hPct: 0.5782,
          apy: 211.06,
          providerApyPct: 720.33,
          protocolFeeSharePct: 9.63,
          turnover24h: 3.179,
          feePersistence: 0.81,
          volDailyPct: 4.1,
          breakevenConcentration: 27.519,
          breakevenHalfwidthPct: 7.4,
          positionHalfwidthPct: 6.9,
          exitProb24h: 0.1847,
          ilRisk: "medium",
          ageDays: 345,
          flags: [],
          score: 83.33,
          why: [
            { factor: "fees over expected loss", value: 0.7855, weight: 0.6, contribution: 47.13 },
            { factor: "fee persistence", value: 0.81, weight: 0.2, contribution: 16.2 },
            { factor: "size", value: 1, weight: 0.2, contribution: 20 },
          ],
        },
      ],
    },
  },
});
