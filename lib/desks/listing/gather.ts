import type { Announcement } from "@/lib/sources/announcements";
import { binanceArticles } from "@/lib/sources/binance/announcements";
import type { Feed } from "@/lib/sources/feeds";
import { ONE_PROVIDER, type ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { okxAnnouncements } from "@/lib/sources/okx/announcements";
import type { Reading } from "@/lib/sources/source";
import { jupiterVerified, type VerifiedTokens } from "@/lib/sources/jupiter-verified";
import { HOURLY } from "@/lib/sources/spot-hours";
import { SPOT_MARKETS } from "@/lib/sources/spot-markets";
import { krakenListings } from "@/lib/sources/kraken-listings";
import { upbitNotices } from "@/lib/sources/upbit";
import { gatherInstitutional } from "../institutional";
import { NARRATIVE_FEEDS } from "../narrative";
import { perValue } from "../per-value";
import type { PositioningInputs } from "../positioning-venues";
import { hourlyVenue, type MarketInputs } from "./market";
import { parseTitle, type ListingTitle, type Venue } from "./title";

export interface ListingInputs {
  /** What was read of each exchange. */
  venues: Readonly<Record<Venue, readonly Reading<Announcement[]>[]>>;
  feeds: readonly Reading<Feed>[];
  /** Of listed coins that have futures, which is seldom any. */
  positioning: PositioningInputs;
  market: MarketInputs;
  /** Of Solana: the only chain whose verified tokens anybody may read. */
  verified: Reading<VerifiedTokens>;
}

/** What part of one provider's time announcements and markets may take: the hours of what is new rest on them. */
const FIRST_SHARE = 0.6;

/** Announcements, headlines and lists side by side; the hours of what is new wait for them, all within one provider's time. */
export async function gatherListing(
  read: ReadSources,
  context: ReadContext,
  limit: number,
): Promise<ListingInputs> {
  const first = { ...context, patience: FIRST_SHARE };
  const rest = { ...context, patience: ONE_PROVIDER };
  const announced = Promise.all([
    read(
      {
        binance: binanceArticles("listings"),
        binanceEnded: binanceArticles("delistings"),
        okx: okxAnnouncements("listings"),
        okxEnded: okxAnnouncements("delistings"),
        upbit: upbitNotices,
        kraken: krakenListings,
      },
      first,
    ),
    read(SPOT_MARKETS, first),
  ]);
  const beside = Promise.all([read(NARRATIVE_FEEDS, rest), read({ verified: jupiterVerified }, rest)]);
  const [said, spot] = await announced;
  const venues = {
    Binance: [said.binance, said.binanceEnded],
    OKX: [said.okx, said.okxEnded],
    Upbit: [said.upbit],
    Kraken: [said.kraken],
  };
  const [positioning, hours, [feeds, { verified }]] = await Promise.all([
    gatherInstitutional(read, rest, tickersOf(venues)),
    gatherHours(read, rest, newListings(venues, limit), spot),
    beside,
  ]);
  return { venues, feeds: Object.values(feeds), positioning, market: { spot, hours }, verified };
}

/** The hours of so many coins at most are read: each is a request. */
const MAX_HOURS = 12;

/** Tickers of the newest announcements, each once, with who announced it. */
const newListings = (venues: ListingInputs["venues"], limit: number): [ticker: string, by: Venue][] => {
  const newest = announcedIn(venues)
    .filter(({ parsed }) => parsed.action === "list")
    .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt));
  const found = new Map<string, Venue>();
  for (const { parsed, venue } of newest)
    for (const { ticker } of parsed.tokens)
      if (!found.has(ticker.toUpperCase())) found.set(ticker.toUpperCase(), venue);
  return [...found].slice(0, Math.min(limit, MAX_HOURS));
};

async function gatherHours(
  read: ReadSources,
  context: ReadContext,
  tickers: readonly (readonly [ticker: string, by: Venue])[],
  spot: MarketInputs["spot"],
): Promise<MarketInputs["hours"]> {
  const traded = tickers.flatMap(([ticker, by]) => {
    const venue = hourlyVenue(ticker, by, { spot });
    return venue === null ? [] : [{ ticker, venue }];
  });
  const readings = await read(
    Object.fromEntries(traded.map(({ ticker, venue }) => [ticker, HOURLY[venue](ticker)])),
    context,
  );
  return Object.fromEntries(
    traded.flatMap(({ ticker, venue }) => {
      const reading = readings[ticker];
      return reading === undefined ? [] : [[ticker, { venue, reading }]];
    }),
  );
}

const tickersOf = (venues: ListingInputs["venues"]): string[] =>
  announcedIn(venues).flatMap(({ parsed }) => parsed.tokens.map(({ ticker }) => ticker));

/** An announcement that says something about the spot market. */
export interface Announced extends Announcement {
  venue: Venue;
  parsed: ListingTitle;
}

/** Every such announcement, with its exchange. */
export const announcedIn = (venues: ListingInputs["venues"]): Announced[] =>
  (["Binance", "OKX", "Upbit", "Kraken"] as const).flatMap((venue) =>
    venues[venue].flatMap(({ value }) => (value === null ? [] : announcedBy(value, venue))),
  );

const announcedBy = perValue((announcements: readonly Announcement[], venue: Venue): readonly Announced[] =>
  announcements.flatMap((one) => {
    const parsed = parseTitle(venue, one.title);
    return parsed === null ? [] : [{ ...one, venue, parsed }];
  }),
);
