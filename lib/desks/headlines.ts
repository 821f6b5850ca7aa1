import type * as z from "zod";
import type { headline } from "@/lib/catalog/intel/envelope";
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
import { mergeStories, type Story } from "./stories";

export type Headline = z.input<typeof headline>;

/** Every feed that is read for headlines, by the name that readings of it go by. */
export const FEEDS = { coindesk, cointelegraph, decrypt, theBlock, fedPress, fedMonetary } as const;

/** What was made last, and of what: feeds change every few minutes, and are asked for at every call. */
let last: { feeds: readonly (Feed | null)[]; stories: readonly Story[] } | null = null;

/** The stories of all feeds, newest first. */
export function storiesOf(feeds: readonly Reading<Feed>[]): readonly Story[] {
  const values = feeds.map(({ value }) => value);
  if (last?.feeds.length === values.length && values.every((value, i) => value === last?.feeds[i]))
    return last.stories;
  const stories = mergeStories(feeds.flatMap(headlinesOf));
  last = { feeds: values, stories };
  return stories;
}

const headlinesOf = ({ id, provider, value }: Reading<Feed>): Headline[] =>
  (value?.items ?? []).map((item) => ({
    ...item,
    source: provider,
    origin: "live",
    categories: topicsOf(id, item.title),
  }));
