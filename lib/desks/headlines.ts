import type { Headline } from "@/lib/catalog/intel/answers/envelope";
import {
  coindesk,
  cointelegraph,
  decrypt,
  type Feed,
  fedMonetary,
  fedPress,
  theBlock,
} from "@/lib/sources/feeds";
import { topicsOf } from "@/lib/sources/headline-categories";
import type { Reading } from "@/lib/sources/source";
import { perReadings } from "./per-value";
import { mergeStories, type Story } from "./stories";

/** Every feed that is read for headlines, by the name that readings of it go by. */
export const FEEDS = { coindesk, cointelegraph, decrypt, theBlock, fedPress, fedMonetary } as const;

const headlinesOf = ({ id, provider, value }: Reading<Feed>): Headline[] =>
  (value?.items ?? []).map((item) => ({
    ...item,
    source: provider,
    origin: "live",
    categories: topicsOf(id, item.title),
  }));

/** The stories of all feeds, newest first. */
export const storiesOf = perReadings((feeds: readonly Reading<Feed>[]): readonly Story[] =>
  mergeStories(feeds.flatMap(headlinesOf)),
);
