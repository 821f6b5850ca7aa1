import { documentIntel } from "@/lib/catalog/intel/document";
import { listingFields } from "./answer";
import { listingEntry } from "./entry";

export const listingDocumentation = documentIntel(listingEntry, {
  description:
    "Spot listings and delistings by the exchanges' own announcements, ticker by ticker, with how new each is, headlines " +
    "that name it and risk flags. Freshness is the age of the announcement, not a forecast.",
  fields: listingFields,
  sample: {
    summary: "1 listing candidate of 9 looked at, 1 actionable. First: KITE 84.65.",
    input: { limit: 5 },
    read: [{ provider: "Binance", id: "binance.listings", asOf: "2026-10-07T14:02:11.000Z", ageSec: 12 }],
    envelope: { method: "listing/2" },
    fields: {
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
          restsOn: null,
          status: "announced",
          insiderSignals: [],
          institutional: null,
          onchain: { action: "list", ageHours: 4, markets: [], others: [] },
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
