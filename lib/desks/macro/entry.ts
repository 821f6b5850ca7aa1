import { defineIntel } from "@/lib/catalog/define";
import { contextOnlyInput } from "@/lib/catalog/intel/input";
import type { MacroFields } from "./answer";

export const macroEntry = defineIntel<MacroFields>()({
  path: "/api/svc-intel-macro",
  method: "POST",
  desk: "macro",
  tier: "raw",
  summary: "Macro snapshot: marks, fear and greed, Treasury curve, central-bank calendar, headlines",
  input: contextOnlyInput,
  coverage: { marks: 0.4, sentiment: 0.15, yields: 0.15, events: 0.15, headlines: 0.15 },
});
