import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { message, limit, includeInsider } from "@/lib/catalog/intel/candidate";
import type { ListingAnswer } from "./answer";

export const listingEntry = defineRoute<ListingAnswer>()({
  path: "/api/svc-intel-listing",
  method: "POST",
  label: "intel-listing",
  desk: "alpha",
  tier: "signal",
  gate: "payment-first",
  audience: "public",
  summary: "Exchange listings and delistings, as Binance, OKX and Upbit announce them",
  input: z.strictObject({
    message,
    chain: z
      .string()
      .max(40, "must be at most 40 characters")
      .optional()
      .describe("Accepted as by the other alpha desks; announcements name no chain, so it selects nothing."),
    limit,
    includeInsider,
  }),
  coverage: { binance: 0.35, okx: 0.35, upbit: 0.15, headlines: 0.15 },
  freshnessSec: 60,
  limits: DEFAULT_LIMITS,
  tool: "intel_listing",
  statuses: [503],
});
