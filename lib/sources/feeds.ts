import * as z from "zod";
import { disbelieve } from "./disbelieve";
import { readBytes } from "./fetcher/chunks";
import { type Answer, MAX_CLOCK_SKEW_MS, type Reduced, type Source, SourceError } from "./source";
import { decodeXml } from "./text/charset";
import { cleanText, cleanUrl } from "./text/clean-text";
import { feedTime } from "./text/feed-time";
import { child, children, childText, parseXml, type XmlNode } from "./text/xml";

/**
 * News as RSS 2.0 or Atom. Only headline, link and time are kept. Quirks met here: the Fed wraps link and date in CDATA;
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

/** What a feed says of an item, as text. */
interface RawItem {
  title: string;
  link: string;
  time: string;
}

/** The items of an RSS or Atom document. Throws SourceError `schema` for any other. */
function itemsOf(document: XmlNode): RawItem[] {
  const channel = child(child(document, "rss"), "channel");
  if (channel !== undefined)
    return children(channel, "item").map((node) => ({
      title: childText(node, "title"),
      link: childText(node, "link"),
      time: childText(node, "pubDate"),
    }));
  const feed = child(document, "feed");
  if (feed === undefined) throw new SourceError("schema", "neither an RSS nor an Atom feed");
  return children(feed, "entry").map((node) => ({
    title: childText(node, "title"),
    link: atomLink(children(node, "link")),
    time: childText(node, "published") || childText(node, "updated"),
  }));
}

/** The address of an entry's page: other links lead to the feed itself, or to what is attached. */
const atomLink = (links: readonly XmlNode[]): string =>
  childText(
    links.find((link) => ["", "alternate"].includes(childText(link, "@rel"))),
    "@href",
  );

/** More titles with characters that could not be read are an answer in another charset than it says. */
const MOST_UNREADABLE = 1;

/** Items without a title, a web link or a date, or dated ahead of the clock, are left out; a clock may be a little ahead of ours. */
export function reduceFeed(text: string, now: Date): Reduced<Feed> {
  const latest = now.getTime() + MAX_CLOCK_SKEW_MS;
  const found = itemsOf(parseXml(text));
  const items = found.flatMap((raw): FeedItem[] => {
    const title = cleanText(raw.title);
    const url = cleanUrl(raw.link);
    const at = feedTime(raw.time);
    if (title === "" || url === null || Number.isNaN(at) || at > latest) return [];
    return [{ title, url, publishedAt: new Date(Math.min(at, now.getTime())).toISOString() }];
  });
  const unreadable = items.filter(({ title }) => title.includes("\uFFFD")).length;
  if (unreadable > MOST_UNREADABLE)
    disbelieve("titles with unreadable characters", unreadable, "of another charset than it says");
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

/** A feed that is read whole, by the charset that its header or its declaration names. */
export const feedAnswer =
  <Value>(reduce: (text: string, now: Date) => Reduced<Value>): Answer<Value> =>
  async (body, now, contentType = null) =>
    reduce(decodeXml(await readBytes(body), contentType), now);

const feed = (id: string, provider: string, host: string, path: string): Source<Feed> => ({
  id: `feed.${id}`,
  version: 1,
  provider,
  address: () => ({ host, path }),
  headers: { accept: "application/rss+xml, application/atom+xml, application/xml, text/xml" },
  answer: feedAnswer(reduceFeed),
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
