import { type Announcement, announcements, ANNOUNCEMENTS_WINDOW, newestOf } from "./announcements";
import { feedAnswer, reduceFeed } from "./feeds";
import type { Reduced, Source } from "./source";

/** Kraken announces in no API; its blog has a feed of new coins alone, each dated when it was posted. */
export function reduceKrakenListings(text: string, now: Date): Reduced<Announcement[]> {
  const { items } = reduceFeed(text, now).value;
  return { value: newestOf(items, now), asOf: null }; // weeks may pass without one
}

export const krakenListings: Source<Announcement[]> = {
  id: "kraken.listings",
  version: 1,
  provider: "Kraken",
  address: () => ({ host: "blog.kraken.com", path: "/category/product/asset-listings/feed" }),
  headers: { accept: "application/rss+xml, application/xml, text/xml" },
  answer: feedAnswer(reduceKrakenListings),
  kept: announcements,
  ...ANNOUNCEMENTS_WINDOW,
};
