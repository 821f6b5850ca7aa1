import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { bundleInput, BUNDLE_WEIGHTS } from "../bundle/vocabulary";
import type { DeskBriefAnswer } from "./answer";

export const deskBriefEntry = defineRoute<DeskBriefAnswer>()({
  path: "/api/svc-intel-desk-brief",
  method: "POST",
  label: "intel-desk-brief",
  desk: "desk-brief",
  tier: "bundle",
  gate: "payment-first",
  audience: "public",
  summary: "Desk brief: macro snapshot, largest pools and the verdict on BTC in one answer",
  input: bundleInput,
  coverage: BUNDLE_WEIGHTS,
  freshnessSec: 60,
  limits: DEFAULT_LIMITS,
  tool: "intel_desk_brief",
  statuses: [503],
});
