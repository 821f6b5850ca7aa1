import * as z from "zod";
import { tell } from "../tell";
import { a2aPipelineEntry } from "./a2a-pipeline";
import { bundleOutput, BUNDLE_SAMPLE_ENVELOPE, BUNDLE_SAMPLE } from "./bundle-parts.told";
import { envelope } from "./envelope.told";

const delegate = z.object({
  route: z.string().describe("Label of the route."),
  url: z.url().describe("Where to call it, by POST."),
  priceUsdc: z.number().describe("US dollars."),
  why: z.string().describe("Why now."),
});

const a2a = z
  .object({
    handoff: z
      .string()
      .describe("One line for another agent: `A2A|asset=BTC|bias=long|conviction=medium|signal=follow|…`."),
    delegate: z.array(delegate).describe("What to buy next, and why; empty when nothing follows."),
    mesh: z.url().describe("Where the pipelines are described, by GET."),
  })
  .describe("What an agent passes on.");

const a2aPipelineAnswer = z.object({ ...envelope("intel-a2a-pipeline"), ...bundleOutput, a2a });
export type A2aPipelineAnswer = z.input<typeof a2aPipelineAnswer>;

export const a2aPipelineTold = tell(a2aPipelineEntry, {
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
