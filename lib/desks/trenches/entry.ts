import * as z from "zod";
import { message } from "@/lib/catalog/intel/candidate";
import { defineIntel } from "@/lib/catalog/define";
import { tokenChain } from "@/lib/catalog/intel/token-chains";
import type { TrenchesFields } from "./answer";

const ADDRESS = /^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/;

/** A token's address as callers send it. */
export const tokenAddress = z
  .string()
  .regex(
    ADDRESS,
    "must be a Solana mint (32 to 44 base58 characters) or 0x and 40 hex digits, such as So11111111111111111111111111111111111111112",
  )
  .describe("The token: its mint on Solana, its contract elsewhere.");

export const trenchesEntry = defineIntel<TrenchesFields>()({
  path: "/api/svc-intel-trenches",
  method: "POST",
  desk: "trenches",
  tier: "signal",
  summary: "New-token verdict: safety checks, heat, links, whales and the band of its peers",
  input: z.strictObject({
    address: tokenAddress
      .optional()
      .describe("The token: its mint on Solana, its contract elsewhere. Without it, the one in `message`."),
    chain: tokenChain.optional(),
    message,
  }),
  needs: ["address", "message"],
  coverage: { safety: 0.45, holders: 0.15, market: 0.25, screen: 0.15 },
  statuses: [404, 503],
});
