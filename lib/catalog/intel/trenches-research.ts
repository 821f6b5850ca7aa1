import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "../define";
import { tokenChain } from "./token-chains";
import { tokenAddress } from "./trenches";
import type { TrenchesResearchAnswer } from "./trenches-research.told";

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
