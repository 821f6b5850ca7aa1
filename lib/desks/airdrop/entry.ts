import * as z from "zod";
import { message, limit, includeInsider } from "@/lib/catalog/intel/candidate";
import { defineIntel } from "@/lib/catalog/define";
import { saysSomething } from "@/lib/catalog/says-something";
import type { AirdropFields } from "./answer";

export const airdropEntry = defineIntel<AirdropFields>()({
  path: "/api/svc-intel-airdrop",
  method: "POST",
  desk: "alpha",
  tier: "signal",
  summary: "Airdrop candidates: protocols without a token, and claims that are open",
  input: z.strictObject({
    message,
    chain: z
      .string()
      .trim()
      .min(1, { error: "must name a chain, such as Solana or Base", abort: true })
      .refine(saysSomething, "must name a chain, such as Solana or Base")
      .max(40, "must be at most 40 characters")
      .optional()
      .describe("Only candidates on this chain, by DefiLlama's name for it, such as Solana. Default: all."),
    limit,
    includeInsider,
  }),
  coverage: { protocols: 0.6, claims: 0.25, headlines: 0.15 },
  statuses: [404, 503],
  freshnessSec: 1_800,
});
