import { documentIntel } from "@/lib/catalog/intel/document";
import { listingFields } from "./answer";
import { listingEntry } from "./entry";

export const listingDocumentation = documentIntel(listingEntry, {
  description:
    "Spot listings and delistings by the exchanges' own announcements, ticker by ticker, with how new each is, price and " +
    "volume since, who else trades it, whether there is a KRW pair, the contract where a verified token has its name, " +
    "headlines and risk flags. Freshness is the age of the announcement, not a forecast.",
  fields: listingFields,
  sample: {
    summary: "1 listing candidate of 9 looked at, 1 actionable. Evidence: 1 market. First: KITE 84.65.",
    input: { limit: 5 },
    read: [{ provider: "Binance", id: "binance.listings", asOf: "2026-10-07T14:02:11.000Z", ageSec: 12 }],
    envelope: { method: "listing/5" },
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
          evidence: [
            "Binance: “Binance Will List Kite (KITE) with Seed Tag Applied”",
            "+18.59 % and $18.4M traded since, on Binance.",
          ],
          restsOn: "market",
          status: "announced",
          insiderSignals: [],
          institutional: null,
          onchain: {
            action: "list",
            ageHours: 4,
            markets: [],
            krwPair: false,
            tradedOn: ["Binance", "OKX"],
            contract: null,
            since: {
              venue: "Binance",
              from: "2026-10-07T10:00:00.000Z",
              priceThenUsd: 0.412,
              priceUsd: 0.4886,
              changePct: 18.59,
              volumeUsd: 18_402_113,
            },
            others: [],
          },
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
