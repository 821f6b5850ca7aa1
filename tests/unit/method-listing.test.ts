import { describe, expect, it } from "vitest";
import * as z from "zod";
import { noInsider } from "@/lib/desks/candidate";
import { composeListing, LISTING_METHOD } from "@/lib/desks/listing/compose";
import { listingDocumentation } from "@/lib/desks/listing/documentation";
import { listingEntry } from "@/lib/desks/listing/entry";
import { NARRATIVE_FEEDS } from "@/lib/desks/narrative";
import { binanceArticles, reduceBinanceArticles } from "@/lib/sources/binance/announcements";
import { okxAnnouncements } from "@/lib/sources/okx/announcements";
import { jupiterVerified } from "@/lib/sources/jupiter-verified";
import { HOURLY, reduceBinanceHours } from "@/lib/sources/spot-hours";
import { reduceBinanceSpot, SPOT_MARKETS, type SpotExchange } from "@/lib/sources/spot-markets";
import { krakenListings } from "@/lib/sources/kraken-listings";
import { upbitNotices } from "@/lib/sources/upbit";
import { readingOf } from "../fixtures/readings";
import { block, itDescribes } from "../support/method-page";

describe("docs/method/listing.md", () => {
  itDescribes(
    {
      version: LISTING_METHOD,
      coverage: listingEntry.coverage,
      sources: [
        binanceArticles("listings"),
        binanceArticles("delistings"),
        okxAnnouncements("listings"),
        okxAnnouncements("delistings"),
        upbitNotices,
        krakenListings,
        jupiterVerified,
        ...Object.values(SPOT_MARKETS),
        HOURLY.OKX("{ticker}"),
        HOURLY.Binance("{ticker}"),
        ...Object.values(NARRATIVE_FEEDS),
      ],
    },
    new Date("2026-10-07"),
  );

  it("computes its example as the desk does", () => {
    const given = z
      .object({ listings: z.unknown(), delistings: z.unknown(), prices: z.unknown(), hours: z.unknown() })
      .parse(block("listing-given"));
    const now = new Date("2026-10-07T14:00:00Z");
    const read = (list: "listings" | "delistings") =>
      readingOf(binanceArticles(list), reduceBinanceArticles(given[list], now).value, now, now);
    const empty = <Name extends SpotExchange>(name: Name) => readingOf(SPOT_MARKETS[name], {}, now, now);
    const lists = {
      Binance: readingOf(SPOT_MARKETS.Binance, reduceBinanceSpot(given.prices).value, now, now),
      ...{ OKX: empty("OKX"), Upbit: empty("Upbit"), Coinbase: empty("Coinbase") },
    };
    const read1h = readingOf(HOURLY.Binance("KITE"), reduceBinanceHours(given.hours).value, now, now);
    const hours = { KITE: { venue: "Binance" as const, reading: read1h } };
    const { answer } = composeListing(
      {
        venues: { Binance: [read("listings"), read("delistings")], OKX: [], Upbit: [], Kraken: [] },
        feeds: [],
        positioning: {},
        market: { spot: lists, hours },
        verified: readingOf(jupiterVerified, [], now, now),
      },
      { limit: 10, includeInsider: true },
      noInsider,
      now,
    );
    expect(answer).toMatchObject(block("listing-answer") as object);
    expect(listingDocumentation.output.safeParse(answer).error).toBeUndefined();
  });
});
