import { headlineWords } from "../curated/headline-words";
import { type Topic, TOPICS } from "@/lib/catalog/intel/topics";

/** What a feed is about as a whole, by the id of its source. */
const BY_FEED: Readonly<Record<string, readonly Topic[]>> = {
  "feed.coindesk": ["crypto"],
  "feed.cointelegraph": ["crypto"],
  "feed.decrypt": ["crypto"],
  "feed.the-block": ["crypto"],
  "feed.fed-press": ["macro"],
  "feed.fed-monetary": ["macro"],
};

/** What a headline's words say beyond its feed. */
const BY_WORDS: Readonly<Record<Topic, RegExp>> = headlineWords.items;

/** Topics of one headline, in the wire's order. */
export const topicsOf = (sourceId: string, title: string): Topic[] =>
  TOPICS.filter((topic) => BY_FEED[sourceId]?.includes(topic) || BY_WORDS[topic].test(title));
