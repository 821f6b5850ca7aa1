import * as z from "zod";
import { DEFAULT_LIMITS, defineIntel } from "@/lib/catalog/define";
import { tokenChain } from "@/lib/catalog/intel/token-chains";
import { tokenAddress } from "../trenches/entry";
import type { TrenchesResearchFields } from "./answer";

export const trenchesResearchEntry = defineIntel<TrenchesResearchFields>()({
  path: "/api/trenches-research",
  method: "GET",
  desk: "trenches",
  tier: "free",
  summary: "Lite verdict and band of one token, or the lite screen",
  input: z.strictObject({ address: tokenAddress.optional(), chain: tokenChain.optional() }),
  // Free, and each of its addresses costs providers requests.
  limits: { ...DEFAULT_LIMITS, rate: { name: "trenches-research", perMinute: 10 } },
  statuses: [404, 503],
});
