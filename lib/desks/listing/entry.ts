import * as z from "zod";
import { message, limit, includeInsider } from "@/lib/catalog/intel/candidate";
import { defineIntel } from "@/lib/catalog/define";
import { saysSomething } from "@/lib/catalog/says-something";
import type { ListingFields } from "./answer";

export const listingEntry = defineIntel<ListingFields>()({
  path: "/api/svc-intel-listing",
  method: "POST",
  desk: "alpha",
  tier: "signal",
  summary: "Exchange listings and delistings, as Binance, OKX, Upbit and Kraken announce them",
  input: z.strictObject({
    message,
    chain: z
      .string()
      .trim()
      .min(1, { error: "must name a chain, such as Solana", abort: true })
      .refine(saysSomething, "must name a chain, such as Solana")
      .max(40, "must be at most 40 characters")
      .optional()
      .describe(
        "Only coins whose contract is known to be on this chain, such as Solana; a note counts the others. Default: all.",
      ),
    limit,
    includeInsider,
  }),
  coverage: { binance: 0.3, okx: 0.3, upbit: 0.15, kraken: 0.05, market: 0.15, headlines: 0.05 },
  statuses: [404, 503],
});
