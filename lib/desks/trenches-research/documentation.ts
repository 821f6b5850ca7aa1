import { documentIntel } from "@/lib/catalog/intel/document";
import { trenchesResearchFields } from "./answer";
import { trenchesResearchEntry } from "./entry";

export const trenchesResearchDocumentation = documentIntel(trenchesResearchEntry, {
  description:
    "With an address: the safety verdict and the band of a token, without the evidence that the paid verdict carries. " +
    "Without one: the hottest early tokens by name and verdict. At most 10 calls a minute and address.",
  fields: trenchesResearchFields,
  sample: {
    summary:
      "8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump on solana: caution, risk 20; liquidity $33.3K, heat 41.2; failed organic-share-pct",
    input: { address: "8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump" },
    read: [{ provider: "RugCheck", id: "rugcheck.report", asOf: "2026-10-08T15:38:00.000Z", ageSec: 4 }],
    envelope: { sources: ["RugCheck", "Jupiter"], method: "trenches/3" },
    fields: {
      token: {
        address: "8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump",
        name: "Gary the Cat",
        symbol: "Gary",
        verdict: "caution",
        upsideBand: null,
      },
      candidates: null,
      full: "/api/svc-intel-trenches",
    },
  },
});
