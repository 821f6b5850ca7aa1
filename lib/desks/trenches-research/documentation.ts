import { documentRoute } from "@/lib/catalog/document";
import { trenchesResearchAnswer } from "./answer";
import { trenchesResearchEntry } from "./entry";

export const trenchesResearchDocumentation = documentRoute(trenchesResearchEntry, {
  description:
    "With an address: the safety verdict and the band of a token, without the evidence that the paid verdict carries. " +
    "Without one: the hottest early tokens by name and verdict. At most 10 calls a minute and address.",
  output: trenchesResearchAnswer,
  sample: {
    input: { address: "8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump" },
    output: {
      ok: true,
      kind: "trenches-research",
      dataAsOf: "2026-10-08T15:38:00.000Z",
      sources: ["RugCheck", "Jupiter"],
      provenance: [{ id: "rugcheck.report", status: "ok", asOf: "2026-10-08T15:38:00.000Z", ageSec: 4 }],
      coverage: 1,
      stale: false,
      method: "trenches/1",
      notes: [],
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
