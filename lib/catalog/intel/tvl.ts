import { DEFAULT_LIMITS, defineRoute } from "../define";
import { contextOnlyInput } from "./input";
import type { TvlAnswer } from "./tvl.told";

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
