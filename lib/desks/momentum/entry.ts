import * as z from "zod";
import { message, limit, includeInsider } from "@/lib/catalog/intel/candidate";
import { defineIntel } from "@/lib/catalog/define";
import { anyCase } from "@/lib/catalog/intel/any-case";
import { tokenChain } from "@/lib/catalog/intel/token-chains";
import type { MomentumFields } from "./answer";
import { MOMENTUM_THEMES } from "./vocabulary";

export const momentumEntry = defineIntel<MomentumFields>()({
  path: "/api/svc-intel-momentum",
  method: "POST",
  desk: "alpha",
  tier: "signal",
  summary: "Momentum candidates: organic volume, net buyers and price, marked down by safety",
  input: z.strictObject({
    message,
    chain: tokenChain.optional(),
    limit,
    includeInsider,
    theme: anyCase(MOMENTUM_THEMES, `must be one of: ${MOMENTUM_THEMES.join(", ")}`)
      .optional()
      .describe("A rotation by name, in any case. Without it, one that the message names."),
  }),
  coverage: { tokens: 0.4, details: 0.2, safety: 0.2, headlines: 0.2 },
  statuses: [404, 503],
});
