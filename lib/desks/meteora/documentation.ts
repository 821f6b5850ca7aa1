import { documentIntel } from "@/lib/catalog/intel/document";
import { meteoraFields } from "./answer";
import { meteoraEntry } from "./entry";

export const meteoraDocumentation = documentIntel(meteoraEntry, {
  description:
    "Concentrated-liquidity pools on Solana, the largest or the best paid, or the one that you name: TVL, volume, fees, " +
    "a simple APY, volatility from hourly closes, the width from which fees cover expected loss, risk flags, and a " +
    "score with its parts.",
  fields: meteoraFields,
  sample: {
    summary:
      "1 DLMM pools. First: 5rCf1DM8LjKTw4YqhnoLcngyZYeNnQqztScTogYHAS6, TVL $6.98M, 123.74 % a year by the last day's fees, impermanent loss high, score 22.1.",
    input: { sortByApy: true, limit: 1 },
    read: [{ provider: "Meteora", id: "meteora.pools", asOf: "2026-10-07T14:05:20.000Z", ageSec: 63 }],
    envelope: { method: "pools/1", notes: ["Data by Meteora."] },
    fields: {
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
