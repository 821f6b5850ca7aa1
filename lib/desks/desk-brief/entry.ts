import { defineIntel } from "@/lib/catalog/define";
import { bundleInput, BUNDLE_WEIGHTS } from "../bundle/vocabulary";
import type { DeskBriefFields } from "./answer";

export const deskBriefEntry = defineIntel<DeskBriefFields>()({
  path: "/api/svc-intel-desk-brief",
  method: "POST",
  desk: "desk-brief",
  tier: "bundle",
  summary: "Desk brief: macro snapshot, largest pools and the verdict on BTC in one answer",
  input: bundleInput,
  coverage: BUNDLE_WEIGHTS,
  freshnessSec: 60,
});
