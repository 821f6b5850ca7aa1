import * as z from "zod";
import { tell } from "../tell";
import { MAX_CANDIDATES } from "./candidate";
import { summary, candidate } from "./candidate.told";
import { envelope } from "./envelope.told";
import { listingEntry } from "./listing";

/** Exchanges whose announcements are read. */
export const LISTING_VENUES = ["Binance", "OKX", "Upbit"] as const;

const onchain = z
  .object({
    action: z.enum(["list", "delist"]).describe("What the exchange announced for the spot market."),
    ageHours: z.number().min(0).describe("Hours since the announcement."),
    others: z.array(z.string()).describe("Other tickers of the same announcement, at most 8."),
  })
  .describe("What is known of the announcement; listings say nothing of chains.");

const listingAnswer = z.object({
  ...envelope("intel-listing"),
  summary,
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
export type ListingAnswer = z.input<typeof listingAnswer>;

export const listingTold = tell(listingEntry, {
  description:
    "Spot listings and delistings by the exchanges' own announcements, ticker by ticker, with how new each is, headlines " +
    "that name it and risk flags. Freshness is the age of the announcement, not a forecast.",
  output: listingAnswer,
  sample: {
    input: { limit: 5 },
    output: {
      ok: true,
      kind: "intel-listing",
      dataAsOf: "2026-10-07T14:02:11.000Z",
      sources: ["Binance"],
      provenance: [{ id: "binance.listings", status: "ok", asOf: "2026-10-07T14:02:11.000Z", ageSec: 12 }],
      coverage: 1,
      stale: false,
      method: "listing/1",
      notes: [],
      summary: "1 listing candidate of 9 looked at, 1 actionable. First: KITE 84.65.",
      candidates: [
        {
          kind: "listing",
          name: "Kite",
          symbol: "KITE",
          chain: null,
          venue: "Binance",
          eventTime: null,
          firstSeen: "2026-10-07T10:00:00.000Z",
          url: null,
          evidence: ["Binance: “Binance Will List Kite (KITE) with Seed Tag Applied”"],
          status: "announced",
          insiderSignals: [],
          institutional: null,
          onchain: { action: "list", ageHours: 4, others: [] },
          narrative: [],
          kol: [],
          riskFlags: [],
          actionable: true,
          freshness: 84.65,
        },
      ],
    },
  },
});
