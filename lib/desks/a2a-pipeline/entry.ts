import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { bundleInput, BUNDLE_WEIGHTS } from "../bundle/vocabulary";
import type { A2aPipelineAnswer } from "./answer";

export const a2aPipelineEntry = defineRoute<A2aPipelineAnswer>()({
  path: "/api/svc-intel-a2a-pipeline",
  method: "POST",
  label: "intel-a2a-pipeline",
  desk: "a2a-pipeline",
  tier: "bundle",
  gate: "payment-first",
  audience: "public",
  summary: "Desk brief for agents: the same, with a handoff line and what to ask next",
  input: bundleInput,
  coverage: BUNDLE_WEIGHTS,
  freshnessSec: 60,
  limits: DEFAULT_LIMITS,
  tool: "intel_a2a_pipeline",
  statuses: [503],
});
