import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { message, limit, includeInsider } from "@/lib/catalog/intel/candidate";
import { tokenChain } from "@/lib/catalog/intel/token-chains";
import type { MomentumAnswer } from "./answer";
import { MOMENTUM_THEMES } from "./vocabulary";

export const momentumEntry = defineRoute<MomentumAnswer>()({
  path: "/api/svc-intel-momentum",
  method: "POST",
  label: "intel-momentum",
  desk: "alpha",
  tier: "signal",
  gate: "payment-first",
  audience: "public",
  summary: "Momentum candidates: organic volume, net buyers and price, marked down by safety",
  input: z.strictObject({
    message,
    chain: tokenChain.optional(),
    limit,
    includeInsider,
    theme: z
      .enum(MOMENTUM_THEMES, { error: `must be one of: ${MOMENTUM_THEMES.join(", ")}` })
      .optional()
      .describe("A rotation by name. Without it, one that the message names."),
  }),
  coverage: { tokens: 0.5, details: 0.3, headlines: 0.2 },
  freshnessSec: 30,
  limits: DEFAULT_LIMITS,
  tool: "intel_momentum",
  statuses: [503],
});
