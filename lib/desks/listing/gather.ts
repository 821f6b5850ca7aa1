import type { Announcement } from "@/lib/sources/announcements";
import { binanceArticles } from "@/lib/sources/binance/announcements";
import type { Feed } from "@/lib/sources/feeds";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { okxAnnouncements } from "@/lib/sources/okx/announcements";
import type { Reading } from "@/lib/sources/source";
import { upbitNotices } from "@/lib/sources/upbit";
import { gatherInstitutional } from "../institutional";
import { NARRATIVE_FEEDS } from "../narrative";
import { perValue } from "../per-value";
import type { PositioningInputs } from "../positioning-venues";
import { parseTitle, type ListingTitle, type Venue } from "./title";

export interface ListingInputs {
  /** What was read of each exchange. */
  venues: Readonly<Record<Venue, readonly Reading<Announcement[]>[]>>;
  feeds: readonly Reading<Feed>[];
  /** Of listed coins that have futures, which is seldom any. */
  positioning: PositioningInputs;
}

export async function gatherListing(read: ReadSources, context: ReadContext): Promise<ListingInputs> {
  const { binance, binanceEnded, okx, okxEnded, upbit, ...feeds } = await read(
    {
      binance: binanceArticles("listings"),
      binanceEnded: binanceArticles("delistings"),
      okx: okxAnnouncements("listings"),
      okxEnded: okxAnnouncements("delistings"),
      upbit: upbitNotices,
      ...NARRATIVE_FEEDS,
    },
    context,
  );
  const venues = { Binance: [binance, binanceEnded], OKX: [okx, okxEnded], Upbit: [upbit] };
  const positioning = await gatherInstitutional(read, context, tickersOf(venues));
  return { venues, feeds: Object.values(feeds), positioning };
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
  (["Binance", "OKX", "Upbit"] as const).flatMap((venue) =>
    venues[venue].flatMap(({ value }) => (value === null ? [] : announcedBy(value, venue))),
  );

const announcedBy = perValue((announcements: readonly Announcement[], venue: Venue): readonly Announced[] =>
  announcements.flatMap((one) => {
    const parsed = parseTitle(venue, one.title);
    return parsed === null ? [] : [{ ...one, venue, parsed }];
  }),
);
