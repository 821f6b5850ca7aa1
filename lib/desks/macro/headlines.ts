import type { Headline } from "@/lib/catalog/intel/answers/envelope";
import type { Feed } from "@/lib/sources/feeds";
import type { Reading } from "@/lib/sources/source";
import { creditByAge } from "../coverage";
import { storiesOf } from "../headlines";
import type { Part } from "../part";
import { MAX_AGE } from "./max-age";

const SHOWN = 20;

/** Headlines of all feeds, newest first, each story once. */
export function composeHeadlines(feeds: readonly Reading<Feed>[], now: Date): Part<Headline[] | null> {
  const all = storiesOf(feeds);
  const credit = creditByAge(all[0]?.publishedAt ?? null, MAX_AGE.headlines, now);
  if (credit === 0) return { value: null, credits: [0], used: [], notes: [] };
  const used = feeds.filter(({ value }) => value !== null);
  const shown = all.slice(0, SHOWN).map(({ alsoIn: _, ...headline }) => headline);
  return { value: shown, credits: [credit], used, notes: [] };
}
