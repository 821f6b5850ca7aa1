import * as z from "zod";
import { textAnswer } from "./fetcher/answer";
import { MAX_CLOCK_SKEW_MS, type Reduced, type Source, SourceError } from "./source";
import { cleanText, cleanUrl } from "./text/clean-text";
import { child, children, childText, parseXml } from "./text/xml";

/**
 * News as RSS 2.0. Only headline, link and time are kept. Quirks met here: the Fed wraps link and date in CDATA;
 * CoinDesk adds empty namespaced elements beside the real ones.
 */
const item = z.object({
  title: z.string(),
  url: z.url({ protocol: /^https?$/ }),
  publishedAt: z.iso.datetime(),
});
const feedKept = z.object({ items: z.array(item) });
export type Feed = z.infer<typeof feedKept>;
export type FeedItem = z.infer<typeof item>;

const KEPT_ITEMS = 30;
const MINUTE_MS = 60_000;

/** Items without a title, a web link or a date, or dated ahead of the clock, are left out. */
export function reduceFeed(text: string, now: Date): Reduced<Feed> {
  const channel = child(child(parseXml(text), "rss"), "channel");
  if (channel === undefined) throw new SourceError("schema", "not an RSS feed");
  const latest = now.getTime() + MAX_CLOCK_SKEW_MS;
  const found = children(channel, "item");
  const items = found.flatMap((node): FeedItem[] => {
    const title = cleanText(childText(node, "title"));
    const url = cleanUrl(childText(node, "link"));
    const at = Date.parse(childText(node, "pubDate"));
    if (title === "" || url === null || Number.isNaN(at) || at > latest) return [];
    return [{ title, url, publishedAt: new Date(at).toISOString() }];
  });
  const [newest, ...older] = items.sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
  if (newest === undefined)
    throw found.length === 0
      ? new SourceError("suspect_empty", "no item in the feed")
      : new SourceError("schema", "no readable item in the feed");
  return {
    value: { items: [newest, ...older].slice(0, KEPT_ITEMS) },
    asOf: new Date(newest.publishedAt),
  };
}

const feed = (id: string, provider: string, host: string, path: string): Source<Feed> => ({
  id: `feed.${id}`,
  version: 1,
  provider,
  address: () => ({ host, path }),
  headers: { accept: "application/rss+xml, application/xml, text/xml" },
  answer: textAnswer(reduceFeed),
  kept: feedKept,
  freshMs: 5 * MINUTE_MS,
  staleMs: 12 * 60 * MINUTE_MS,
  maxBytes: 3_000_000,
});

export const coindesk = feed("coindesk", "CoinDesk", "www.coindesk.com", "/arc/outboundfeeds/rss/");
export const cointelegraph = feed("cointelegraph", "Cointelegraph", "cointelegraph.com", "/rss");
export const decrypt = feed("decrypt", "Decrypt", "decrypt.co", "/feed");
export const theBlock = feed("the-block", "The Block", "www.theblock.co", "/rss.xml");
export const fedPress = feed(
  "fed-press",
  "Federal Reserve",
  "www.federalreserve.gov",
  "/feeds/press_all.xml",
);
export const fedMonetary = feed(
  "fed-monetary",
  "Federal Reserve",
  "www.federalreserve.gov",
  "/feeds/press_monetary.xml",
);
