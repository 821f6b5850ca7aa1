import * as z from "zod";
import { candidate } from "@/lib/catalog/intel/answers/candidate";
import { MAX_CANDIDATES } from "@/lib/catalog/intel/candidate";

/** Exchanges whose announcements are read. */
export const LISTING_VENUES = ["Binance", "OKX", "Upbit", "Kraken"] as const;

/** Exchanges whose lists of markets are read. */
const SPOT_VENUES = ["Binance", "OKX", "Upbit", "Coinbase"] as const;

const onchain = z
  .object({
    action: z.enum(["list", "delist"]).describe("What the exchange announced for the spot market."),
    ageHours: z.number().min(0).describe("Hours since the announcement."),
    markets: z
      .array(z.string())
      .describe("Currencies against which it trades, where the title says so, such as KRW."),
    krwPair: z
      .boolean()
      .nullable()
      .describe("Whether Upbit trades it against won, by the title or its list; null when unknown."),
    tradedOn: z
      .array(z.enum(SPOT_VENUES))
      .nullable()
      .describe(
        "Exchanges, of those four, that trade the ticker now; two coins may share one. Null when unread.",
      ),
    contract: z
      .object({
        chain: z.string().describe("The chain that it is on."),
        address: z.string().describe("Mint or contract."),
      })
      .nullable()
      .describe("Where one verified token has both its ticker and its name; null where none does."),
    since: z
      .object({
        venue: z.string().describe("Exchange of the prices."),
        from: z.iso
          .datetime()
          .describe("Hour compared with: the announcement's, or of the first trade after it."),
        priceThenUsd: z.number().describe("First price of that hour, in tether."),
        priceUsd: z.number().describe("Last price."),
        changePct: z.number().describe("Change between them, percent."),
        volumeUsd: z.number().describe("Traded there since, in tether."),
      })
      .nullable()
      .describe("How it traded since the announcement; null where nobody did, or for a delisting."),
    others: z.array(z.string()).describe("Other tickers of the same announcement, at most 8."),
  })
  .describe("What is known of the announcement and of the coin's market.");

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
    .describe("Newest announcement first; a delisting is `announced` until trading has ended, then `ended`."),
});
export type ListingFields = z.input<typeof listingFields>;
