import { documentIntel } from "@/lib/catalog/intel/document";
import { yieldsFields } from "./answer";
import { yieldsEntry } from "./entry";

export const yieldsDocumentation = documentIntel(yieldsEntry, {
  description:
    "Yield pools of at least $1M with a month of history, scored by what they are likely to go on paying over the " +
    "three-month Treasury bill, by size, steadiness and impermanent loss; each score with its parts. Filters: chain, " +
    "project. DLMM pools come from Meteora.",
  fields: yieldsFields,
  sample: {
    summary:
      "214 pools match; 3-month bill 3.85 %. First: ethena-usde on Ethereum (66985a81-9c51-46ca-9977-42b4fe7bc6df), 9.31 % now, 7.59 % sustainable, score 68.72.",
    input: { chain: "ethereum", limit: 1 },
    read: [
      { provider: "DefiLlama", id: "llama.yields", asOf: "2026-10-07T14:02:11.000Z", ageSec: 312 },
      { provider: "US Treasury", id: "treasury.year", asOf: "2026-10-06T19:30:00.000Z", ageSec: 67_000 },
    ],
    envelope: {
      asOf: { yields: "2026-10-07T14:02:11.000Z" },
      method: "yields/3",
      notes: ["Data by DefiLlama."],
    },
    fields: {
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
