import { documentIntel } from "@/lib/catalog/intel/document";
import { airdropFields } from "./answer";
import { airdropEntry } from "./entry";

export const airdropDocumentation = documentIntel(airdropEntry, {
  description:
    "Claims that are open now, with their last day and page, then protocols of $5M and more that have no token, scored by " +
    "what speaks for a distribution (an announcement, a snapshot, a points programme, a token's contract, a foundation) " +
    "before size, growth and age: nobody confirmed those. Bridges, exchanges and real-world-asset funds are left out.",
  fields: airdropFields,
  sample: {
    summary: "1 airdrop candidate of 212 looked at, 0 actionable. Evidence: 1 onchain. First: Tidewell 70.",
    input: { limit: 5 },
    envelope: { method: "airdrop/2" },
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
          evidence: [
            "Its entry at DefiLlama speaks of a points programme.",
            "Tokenless protocol: $120M locked, no token listed.",
          ],
          restsOn: "onchain",
          status: "rumour",
          insiderSignals: [],
          institutional: null,
          onchain: {
            basis: "tokenless-protocol",
            distribution: ["points"],
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
          score: 70,
          why: [
            { factor: "evidence", value: 0.7, weight: 0.7, contribution: 49 },
            { factor: "tvl", value: 0.6931, weight: 0.15, contribution: 10.4 },
            { factor: "growth", value: 0.5633, weight: 0.1, contribution: 5.6 },
            { factor: "age", value: 1, weight: 0.05, contribution: 5 },
          ],
        },
      ],
    },
  },
});
