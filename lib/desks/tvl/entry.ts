import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { contextOnlyInput } from "@/lib/catalog/intel/input";
import type { TvlAnswer } from "./answer";

export const tvlEntry = defineRoute<TvlAnswer>()({
  path: "/api/svc-intel-tvl",
  method: "POST",
  label: "intel-tvl",
  desk: "tvl",
  tier: "raw",
  gate: "payment-first",
  audience: "public",
  summary: "Value locked in DeFi: the largest chains and protocols",
  input: contextOnlyInput,
  coverage: { chains: 0.5, protocols: 0.5 },
  freshnessSec: 1_800,
  limits: DEFAULT_LIMITS,
  tool: "intel_tvl",
  statuses: [503],
});
