import { documentIntel } from "@/lib/catalog/intel/document";
import { airdropFields } from "./answer";
import { airdropEntry } from "./entry";

export const airdropDocumentation = documentIntel(airdropEntry, {
  description:
    "Protocols of $5M and more that have no token, scored by size, growth and age (nobody confirmed an airdrop), and " +
    "claims that are open now with their last day; with headlines that name them and risk flags.",
  fields: airdropFields,
  sample: {
    summary: "1 airdrop candidate of 212 looked at, 0 actionable. First: Tidewell 71.6.",
    input: { limit: 5 },
    read: [{ provider: "DefiLlama", id: "llama.protocols", asOf: "2026-10-07T14:02:11.000Z", ageSec: 412 }],
    fields: {
      candidates: [
        {
          kind: "airdrop",
          name: "Tidewell",
          symbol: null,
          chain: "Base",
          venue: "Tidewell",
          eventTime: null,
          firstSeen: "2026-01-14T00:00:00.000Z",
          url: "https://tidewell.example/",
          evidence: ["Tokenless protocol: $120M locked, no token listed."],
          status: "rumour",
          insiderSignals: [],
          institutional: null,
          onchain: {
            basis: "tokenless-protocol",
            tvlUsd: 120_000_000,
            change7dPct: 16.9,
            category: "Lending",
            chains: ["Base"],
            listedAt: "2026-01-14T00:00:00.000Z",
            claimEndsAt: null,
          },
          narrative: [],
          kol: [],
          riskFlags: [],
          actionable: false,
          score: 71.6,
          why: [
            { factor: "tvl", value: 0.6931, weight: 0.5, contribution: 34.7 },
            { factor: "growth", value: 0.5633, weight: 0.3, contribution: 16.9 },
            { factor: "age", value: 1, weight: 0.2, contribution: 20 },
          ],
        },
      ],
    },
  },
});
