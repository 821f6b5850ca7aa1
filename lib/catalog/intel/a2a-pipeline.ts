import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "../define";
import {
  BUNDLE_SAMPLE,
  BUNDLE_SAMPLE_ENVELOPE,
  BUNDLE_WEIGHTS,
  bundleInput,
  bundleOutput,
} from "./bundle-parts";
import { envelope } from "./envelope";

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

export const a2aPipelineEntry = defineRoute({
  path: "/api/svc-intel-a2a-pipeline",
  method: "POST",
  label: "intel-a2a-pipeline",
  desk: "a2a-pipeline",
  tier: "bundle",
  gate: "payment-first",
  audience: "public",
  summary: "Desk brief for agents: the same, with a handoff line and what to ask next",
  description:
    "Everything of the desk brief, with a compact line that one agent hands to another (asset, bias, conviction), the " +
    "routes that follow from it with price and reason, and the mesh document's address.",
  input: bundleInput,
  output: z.object({ ...envelope("intel-a2a-pipeline"), ...bundleOutput, a2a }),
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
  coverage: BUNDLE_WEIGHTS,
  freshnessSec: 60,
  limits: DEFAULT_LIMITS,
  tool: "intel_a2a_pipeline",
  statuses: [503],
});
