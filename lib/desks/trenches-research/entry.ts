import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { tokenChain } from "@/lib/catalog/intel/token-chains";
import { tokenAddress } from "../trenches/entry";
import type { TrenchesResearchAnswer } from "./answer";

export const trenchesResearchEntry = defineRoute<TrenchesResearchAnswer>()({
  path: "/api/trenches-research",
  method: "GET",
  label: "trenches-research",
  desk: "trenches",
  tier: "free",
  gate: "open",
  audience: "public",
  summary: "Lite verdict and band of one token, or the lite screen",
  input: z.strictObject({ address: tokenAddress.optional(), chain: tokenChain.optional() }),
  coverage: {},
  freshnessSec: 30,
  // Free, and each of its addresses costs providers requests.
  limits: { ...DEFAULT_LIMITS, rate: { name: "trenches-research", perMinute: 10 } },
  tool: "trenches_research",
  statuses: [503],
});
