import { documentRoute } from "@/lib/catalog/document";
import { BUNDLE_SAMPLE_ENVELOPE, BUNDLE_SAMPLE } from "../bundle/documentation";
import { a2aPipelineAnswer } from "./answer";
import { a2aPipelineEntry } from "./entry";

export const a2aPipelineDocumentation = documentRoute(a2aPipelineEntry, {
  description:
    "Everything of the desk brief, with a compact line that one agent hands to another (asset, bias, conviction), the " +
    "routes that follow from it with price and reason, and the mesh document's address.",
  output: a2aPipelineAnswer,
  sample: {
    input: {},
    output: {
      kind: "intel-a2a-pipeline",
      method: "a2a-pipeline/1",
      ...BUNDLE_SAMPLE_ENVELOPE,
      ...BUNDLE_SAMPLE,
      a2a: {
        handoff:
          "A2A|asset=BTC|bias=none|conviction=medium|signal=watch|score=0.08|risk=0.31|at=2026-10-07T14:06:23.000Z",
        delegate: [],
        mesh: "https://svc.example.com/api/agent-a2a-mesh",
      },
    },
  },
});
