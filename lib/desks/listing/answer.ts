import * as z from "zod";
import { candidate } from "@/lib/catalog/intel/answers/candidate";
import { MAX_CANDIDATES } from "@/lib/catalog/intel/candidate";

/** Exchanges whose announcements are read. */
export const LISTING_VENUES = ["Binance", "OKX", "Upbit"] as const;

const onchain = z
  .object({
    action: z.enum(["list", "delist"]).describe("What the exchange announced for the spot market."),
    ageHours: z.number().min(0).describe("Hours since the announcement."),
    markets: z
      .array(z.string())
      .describe("Currencies against which it trades, where the title says so, such as KRW."),
    others: z.array(z.string()).describe("Other tickers of the same announcement, at most 8."),
  })
  .describe("What is known of the announcement; listings say nothing of chains.");

export const listingFields = z.object({
  candidates: z
    .array(
      z.object({
        ...candidate("listing", onchain),
        freshness: z
          .number()
          .min(0)
          .max(100)
          .describe("100·e^(−age in hours ÷ 24): how new the announcement is, and nothing else."),
      }),
    )
    .max(MAX_CANDIDATES)
    .describe("Newest announcement first; delistings have the status `ended`."),
});
export type ListingFields = z.input<typeof listingFields>;
