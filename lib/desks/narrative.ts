import type * as z from "zod";
import type { headline } from "@/lib/catalog/intel/answers/envelope";
import { narrativeWords } from "@/lib/curated/narrative-words";
import { coindesk, cointelegraph, decrypt, type Feed, theBlock } from "@/lib/sources/feeds";
import { topicsOf } from "@/lib/sources/headline-categories";
import type { Reading } from "@/lib/sources/source";
import { perReadings } from "./per-value";

type Headline = z.input<typeof headline>;

/** Feeds that write about single tokens, ready for a desk's `read`. */
export const NARRATIVE_FEEDS = { coindesk, cointelegraph, decrypt, theBlock } as const;

const SHOWN = 3;

/**
 * Names and tickers that headlines use for something else. A token called so is only matched by `$TICKER`, or by a
 * name of several words.
 */
const COMMON: ReadonlySet<string> = new Set(narrativeWords.items.common);

/** As COMMON, of several words: a new token of such a name is a copy, and the headlines are about the other. */
const COMMON_PHRASES: ReadonlySet<string> = new Set(narrativeWords.items.phrases);

/** Tickers that even with their mark mean another token. */
const MAJORS: ReadonlySet<string> = new Set(narrativeWords.items.majors);

const MIN_NAME = 5;
const MIN_PHRASE = 6;
const MIN_TICKER = 4;
const MIN_MARKED_TICKER = 2;

const wordsOf = (text: string): string[] => text.match(/\$?[\p{L}\p{N}]+/gu) ?? [];

interface IndexedHeadline {
  headline: Headline;
  /** As written, and all in capitals. */
  words: readonly string[];
  upper: readonly string[];
}

/** Whether `phrase` stands in `words` as a whole. */
const includes = (words: readonly string[], phrase: readonly string[]): boolean =>
  words.some((_, start) => phrase.every((word, i) => words[start + i] === word));

function names({ words, upper }: IndexedHeadline, name: readonly string[], symbol: string | null): boolean {
  const [only = ""] = name;
  const isPhrase =
    name.length > 1 && name.join("").length >= MIN_PHRASE && !COMMON_PHRASES.has(name.join(" "));
  if (isPhrase && includes(upper, name)) return true;
  // A name of one word must be written as a name: with a capital, not as the word of the language.
  const isName = (word: string, i: number): boolean => upper[i] === only && /^\p{Lu}/u.test(word);
  if (name.length === 1 && only.length >= MIN_NAME && !COMMON.has(only) && words.some(isName)) return true;
  if (symbol === null) return false;
  if (symbol.length >= MIN_MARKED_TICKER && !MAJORS.has(symbol) && upper.includes(`$${symbol}`)) return true;
  return symbol.length >= MIN_TICKER && !COMMON.has(symbol) && words.includes(symbol);
}

/** Headlines of the feeds, newest first and each title once, with the places of those that have a word. */
interface Index {
  indexed: readonly IndexedHeadline[];
  byWord: ReadonlyMap<string, readonly number[]>;
}

function indexOf(feeds: readonly Reading<Feed>[]): Index {
  const titles = new Set<string>();
  const indexed = feeds
    .flatMap(indexHeadlines)
    .sort((a, b) => b.headline.publishedAt.localeCompare(a.headline.publishedAt))
    .filter(({ upper }) => {
      const title = upper.join(" ");
      return !titles.has(title) && titles.add(title);
    });
  const byWord = new Map<string, number[]>();
  for (const [place, { words, upper }] of indexed.entries())
    for (const word of new Set([...words, ...upper])) {
      const places = byWord.get(word);
      if (places === undefined) byWord.set(word, [place]);
      else places.push(place);
    }
  return { indexed, byWord };
}

/**
 * Finds headlines that name a token: its name of several words as a phrase, a name of one word (5 letters or more, not
 * a common word) written with a capital, its ticker as `$TICKER` or (4 letters or more, not a common word) in capitals.
 * Newest first, at most 3, each title once; null when no feed could be read. Rather misses one than shows another
 * token's.
 */
export const narrativesFrom = perReadings((feeds: readonly Reading<Feed>[]) => {
  const unread = feeds.every(({ value }) => value === null);
  const { indexed, byWord } = indexOf(feeds);
  return ({ name, symbol }: { name: string; symbol: string | null }): Headline[] | null => {
    if (unread) return null;
    const phrase = wordsOf(name.toUpperCase());
    const [ticker] = wordsOf((symbol ?? "").toUpperCase());
    const bare = ticker?.replace("$", "") ?? null;
    // Whatever `names` accepts has the name's first word or the ticker among its words.
    const near = new Set([phrase[0], bare, `$${bare}`].flatMap((key) => byWord.get(key ?? "") ?? []));
    return [...near]
      .sort((a, b) => a - b)
      .flatMap((place) => indexed[place] ?? [])
      .filter((one) => names(one, phrase, bare))
      .slice(0, SHOWN)
      .map((one) => one.headline);
  };
});

const indexHeadlines = ({ value, id, provider }: Reading<Feed>): IndexedHeadline[] =>
  (value?.items ?? []).map((item) => {
    const words = wordsOf(item.title);
    return {
      headline: { ...item, source: provider, origin: "live", categories: topicsOf(id, item.title) },
      words,
      upper: words.map((word) => word.toUpperCase()),
    };
  });
