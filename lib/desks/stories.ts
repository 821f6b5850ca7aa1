import type { Headline } from "@/lib/catalog/intel/answers/envelope";
import { similarity, wordsOf } from "./similar-titles";

/** One story: its headline as the first publisher had it, and who else had it. */
export interface Story extends Headline {
  alsoIn: string[];
}

/** Headlines of two publishers that share so much of their words, this close in time, are one story. */
const SAME_STORY = 0.8;
const SAME_STORY_MS = 48 * 3_600_000;

interface ComparableHeadline {
  headline: Headline;
  words: ReadonlySet<string>;
  address: string;
  /** The title's words as one text. */
  title: string;
  at: number;
  story: Story;
}

/**
 * Each story once, newest first: by its address, by the words of its title, and across publishers by titles that are
 * nearly the same. Titles count within 48 hours only: some come back every week. It has its earliest publisher's title, with
 * the topics of all.
 */
export function mergeStories(headlines: readonly Headline[]): Story[] {
  const stories = new Set<Story>();
  /** Headlines by their address and by each of their words: most are compared with few others. */
  const byKey = new Map<string, ComparableHeadline[]>();
  const headlinesOf = new Map<Story, ComparableHeadline[]>();
  for (const headline of headlines.toSorted((a, b) => a.publishedAt.localeCompare(b.publishedAt))) {
    const one = toComparable(headline);
    const keys = [one.address, ...one.words];
    const near = new Set(keys.flatMap((key) => byKey.get(key) ?? []));
    const same = new Set([...near].filter((other) => isSame(one, other)).map(({ story }) => story));
    // Its address may be one's and its title another's: then all of them are one, the earliest.
    const [first = one.story, ...rest] = [...stories].filter((story) => same.has(story));
    stories.add(first);
    headlinesOf.set(first, [...(headlinesOf.get(first) ?? []), one]);
    if (first !== one.story) absorb(first, one.story);
    one.story = first;
    for (const story of rest) {
      stories.delete(story);
      absorb(first, story);
      for (const headline of headlinesOf.get(story) ?? []) headline.story = first;
      headlinesOf.set(first, [...(headlinesOf.get(first) ?? []), ...(headlinesOf.get(story) ?? [])]);
    }
    for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), one]);
  }
  return [...stories].reverse();
}

function toComparable(headline: Headline): ComparableHeadline {
  const words = wordsOf(headline.title);
  return {
    headline,
    words,
    address: addressOf(headline.url),
    title: [...words].join(" "),
    at: Date.parse(headline.publishedAt),
    story: { ...headline, alsoIn: [] },
  };
}

const isSame = (one: ComparableHeadline, earlier: ComparableHeadline): boolean =>
  one.address === earlier.address ||
  (one.at - earlier.at <= SAME_STORY_MS &&
    (one.title === earlier.title ||
      (one.headline.source !== earlier.headline.source &&
        similarity(one.words, earlier.words) >= SAME_STORY)));

function absorb(story: Story, other: Story): void {
  for (const source of [other.source, ...other.alsoIn])
    if (story.source !== source && !story.alsoIn.includes(source)) story.alsoIn.push(source);
  story.categories = [...new Set([...story.categories, ...other.categories])];
}

/** Host and path: what follows is tracking. */
function addressOf(url: string): string {
  const { hostname, pathname } = new URL(url);
  return `${hostname.replace(/^www\./, "")}${pathname.replace(/\/+$/, "")}`;
}
