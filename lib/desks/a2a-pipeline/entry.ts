import { defineIntel } from "@/lib/catalog/define";
import { bundleInput, BUNDLE_WEIGHTS } from "../bundle/vocabulary";
import type { A2aPipelineFields } from "./answer";

export const a2aPipelineEntry = defineIntel<A2aPipelineFields>()({
  path: "/api/svc-intel-a2a-pipeline",
  method: "POST",
  desk: "a2a-pipeline",
  tier: "bundle",
  summary: "Desk brief for agents: the same, with a handoff line and what to ask next",
  input: bundleInput,
  coverage: BUNDLE_WEIGHTS,
  freshnessSec: 60,
});
