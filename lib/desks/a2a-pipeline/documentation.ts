import { documentIntel } from "@/lib/catalog/intel/document";
import { BUNDLE_SAMPLE, BUNDLE_SAMPLE_READ } from "../bundle/documentation";
import { a2aPipelineFields } from "./answer";
import { a2aPipelineEntry } from "./entry";

export const a2aPipelineDocumentation = documentIntel(a2aPipelineEntry, {
  description:
    "Everything of the desk brief, with a compact line that one agent hands to another (asset, bias, conviction), the " +
    "routes that follow from it with price and reason, and the mesh document's address.",
  fields: a2aPipelineFields,
  sample: {
    summary:
      "BTC, watch: no rule for more is met (S +0.08, agreement 61 %, risk 0.31). Confidence medium; no edge over 24 hours has been shown.",
    input: {},
    ...BUNDLE_SAMPLE_READ,
    envelope: { ...BUNDLE_SAMPLE_READ.envelope, method: "a2a-pipeline/2" },
    fields: {
      ...BUNDLE_SAMPLE,
      a2a: {
        handoff:
          "A2A|asset=BTC|bias=none|conviction=medium|signal=watch|score=0.08|risk=0.31|at=2026-10-07T14:06:23.000Z",
        delegate: [
          {
            route: "intel-scalp",
            url: "https://svc.example.com/api/svc-intel-scalp",
            priceUsdc: 0.1,
            why: "The 5 and 15 minute tape of BTC, ETH, BNB and SOL moves first.",
          },
        ],
        turns: [
          {
            to: "follow",
            score: 0.2,
            lever: { component: "tape", now: 0.19, needed: 0.49 },
            when: "S at or above +0.20 (now +0.08): tape at +0.49 (now +0.19), the rest unchanged.",
          },
        ],
        mesh: "https://svc.example.com/api/agent-a2a-mesh",
      },
    },
  },
});
