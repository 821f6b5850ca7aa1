import * as z from "zod";
import { limit, message } from "@/lib/catalog/intel/candidate";
import { defineIntel } from "@/lib/catalog/define";
import { tokenChain } from "@/lib/catalog/intel/token-chains";
import { saysSomething } from "@/lib/catalog/says-something";
import type { TrenchesScreenFields } from "./answer";

/** What counts as a low market cap unless the caller says otherwise, US dollars. */
export const DEFAULT_MAX_MCAP_USD = 1_000_000;

export const trenchesScreenEntry = defineIntel<TrenchesScreenFields>()({
  path: "/api/svc-intel-trenches-screen",
  method: "POST",
  desk: "trenches",
  tier: "signal",
  summary: "Early tokens of low market cap, floored by liquidity, with what is known of their safety",
  input: z.strictObject({
    chain: tokenChain.default("solana"),
    limit,
    maxMcapUsd: z
      .number()
      .positive("must be a number of US dollars above 0")
      .max(1e12)
      .default(DEFAULT_MAX_MCAP_USD)
      .describe(`Largest market cap, US dollars; by default ${DEFAULT_MAX_MCAP_USD}.`),
    meta: z
      .string()
      .trim()
      .min(2, { error: "must be at least 2 characters", abort: true })
      .max(40, "must be at most 40 characters")
      .refine(saysSomething, "must be a word, such as cat")
      .optional()
      .describe(
        "A narrative's word, such as cat or ai: only tokens that carry it in name, symbol or profile.",
      ),
    message,
  }),
  coverage: { lists: 0.4, heat: 0.2, details: 0.2, safety: 0.2 },
  statuses: [404, 503],
});
