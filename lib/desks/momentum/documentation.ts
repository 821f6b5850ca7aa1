import { documentIntel } from "@/lib/catalog/intel/document";
import { momentumFields } from "./answer";
import { momentumEntry } from "./entry";

export const momentumDocumentation = documentIntel(momentumEntry, {
  description:
    "Tokens that move now, scored by organic volume over liquidity, net buyers, organic score and price change of the " +
    "last hour, and marked down by what is known of their safety; with headlines that name them, risk flags and a " +
    "direction. A description of the last hour, not a forecast.",
  fields: momentumFields,
  sample: {
    summary:
      "1 momentum candidate of 64 looked at, 0 actionable. Evidence: 1 onchain. First: DoVAVzViX8Bjy3r15nwikSaSbzE6dV4ovd28aWpJpump 31.2.",
    input: { limit: 5 },
    read: [{ provider: "Jupiter", id: "jupiter.trending", asOf: "2026-10-08T15:38:00.000Z", ageSec: 4 }],
    envelope: { method: "momentum/4" },
    fields: {
      theme: null,
      candidates: [
        {
          kind: "momentum",
          name: "Higgspad",
          symbol: "HIGGS",
          chain: "solana",
          venue: "pumpswap",
          eventTime: null,
          firstSeen: "2026-10-04T12:36:16.000Z",
          url: null,
          evidence: ["$2.31K of organic volume in an hour over $119K of liquidity."],
          restsOn: "onchain",
          status: "live",
          insiderSignals: [],
          institutional: null,
          onchain: {
            address: "DoVAVzViX8Bjy3r15nwikSaSbzE6dV4ovd28aWpJpump",
            ageHours: 99.03,
            priceUsd: 0.0008832,
            mcapUsd: 855_186,
            liquidityUsd: 119_336.33,
            volume1hUsd: 11_146.98,
            scoredVolume1hUsd: 2_310.4,
            volumeBasis: "organic",
            change1hPct: 12.1,
            change24hPct: -48.65,
            traders1h: 84,
            netBuyers1h: 19,
            organicScore: 70.5,
            holders: 1_204,
            safety: "clear",
          },
          narrative: [],
          kol: [],
          riskFlags: [],
          actionable: false,
          score: 31.2,
          why: [{ factor: "organic-score", value: 0.705, weight: 0.25, contribution: 17.63 }],
          direction: "watch",
        },
      ],
    },
  },
});
