import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { contextOnlyInput } from "@/lib/catalog/intel/input";
import type { MacroAnswer } from "./answer";

export const macroEntry = defineRoute<MacroAnswer>()({
  path: "/api/svc-intel-macro",
  method: "POST",
  label: "intel-macro",
  desk: "macro",
  tier: "raw",
  gate: "payment-first",
  audience: "public",
  summary: "Macro snapshot: marks, fear and greed, Treasury curve, central-bank calendar, headlines",
  input: contextOnlyInput,
  coverage: { marks: 0.4, sentiment: 0.15, yields: 0.15, events: 0.15, headlines: 0.15 },
  freshnessSec: 60,
  limits: DEFAULT_LIMITS,
  tool: "intel_macro",
  statuses: [503],
});
