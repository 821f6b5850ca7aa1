import { defineIntel } from "@/lib/catalog/define";
import { contextOnlyInput } from "@/lib/catalog/intel/input";
import type { TvlFields } from "./answer";

export const tvlEntry = defineIntel<TvlFields>()({
  path: "/api/svc-intel-tvl",
  method: "POST",
  desk: "tvl",
  tier: "raw",
  summary: "Value locked in DeFi: the largest chains and protocols",
  input: contextOnlyInput,
  coverage: { chains: 0.5, protocols: 0.5 },
});
