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
import { similarity, wordsOf } from "./similar-titles";

export type Headline = z.input<typeof headline>;

/** Every feed that is read for headlines, by the name that readings of it go by. */
export const FEEDS = { coindesk, cointelegraph, decrypt, theBlock, fedPress, fedMonetary } as const;

/** One story: its headline as the first publisher had it, and who else had it. */
export interface Story extends Headline {
  alsoIn: string[];
}

/** Headlines of two publishers that share so much of their words, this close in time, tell one story. */
const SAME_STORY = 0.75;
const SAME_STORY_MS = 48 * 3_600_000;

interface Known {
  story: Story;
  words: ReadonlySet<string>;
  at: number;
  /** Found to be the same as an earlier one. */
  merged: boolean;
}

/** The stories of all feeds, newest first. */
export const storiesOf = (feeds: readonly Reading<Feed>[]): Story[] =>
  mergeStories(
    feeds.flatMap((feed) =>
      (feed.value?.items ?? []).map((item): Headline => ({
        ...item,
        source: feed.provider,
        origin: "live",
        categories: topicsOf(feed.id, item.title),
      })),
    ),
  );

/**
 * Each story once, newest first: by its address, by the words of its title, and across publishers by titles that are
 * nearly the same. It is told as its earliest publisher told it, with the topics of all.
 */
export function mergeStories(headlines: readonly Headline[]): Story[] {
  const byMark = new Map<string, Known>();
  const known: Known[] = [];
  for (const one of headlines.toSorted((a, b) => a.publishedAt.localeCompare(b.publishedAt))) {
    const words = wordsOf(one.title);
    const at = Date.parse(one.publishedAt);
    const marks = [addressOf(one.url), [...words].join(" ")].filter((mark) => mark !== "");
    const same = known.filter(
      (other) =>
        !other.merged &&
        (marks.some((mark) => byMark.get(mark) === other) ||
          (other.story.source !== one.source &&
            at - other.at <= SAME_STORY_MS &&
            similarity(words, other.words) >= SAME_STORY)),
    );
    const fresh: Known = { story: { ...one, alsoIn: [] }, words, at, merged: false };
    const [first = fresh, ...rest] = same;
    if (first === fresh) known.push(fresh);
    // Its address may be one's and its title another's: then all of them are one.
    for (const other of first === fresh ? [] : [...rest, fresh]) absorb(first, other);
    for (const [mark, holder] of byMark) if (holder.merged) byMark.set(mark, first);
    for (const mark of marks) byMark.set(mark, first);
  }
  return known
    .filter(({ merged }) => !merged)
    .map(({ story }) => story)
    .reverse();
}

function absorb({ story }: Known, other: Known): void {
  other.merged = true;
  for (const source of [other.story.source, ...other.story.alsoIn])
    if (story.source !== source && !story.alsoIn.includes(source)) story.alsoIn.push(source);
  story.categories = [...new Set([...story.categories, ...other.story.categories])];
}

/** Host and path: what follows is tracking. */
function addressOf(url: string): string {
  const { hostname, pathname } = new URL(url);
  return `${hostname.replace(/^www\./, "")}${pathname.replace(/\/+$/, "")}`;
}
