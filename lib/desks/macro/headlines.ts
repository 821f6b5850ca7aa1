import type * as z from "zod";
import type { headline } from "@/lib/catalog/intel/envelope";
import type { Feed } from "@/lib/sources/feeds";
import { topicsOf } from "@/lib/sources/headline-categories";
import type { Reading } from "@/lib/sources/source";
import { creditByAge } from "../coverage";
import type { Part } from "../part";
import { MAX_AGE } from "./max-age";

type Headline = z.input<typeof headline>;

const SHOWN = 20;

/** Headlines of all feeds, newest first, each story once: by its address, and by its title across feeds. */
export function composeHeadlines(feeds: readonly Reading<Feed>[], now: Date): Part<Headline[] | null> {
  const seen = new Set<string>();
  const all = feeds
    .flatMap((feed) =>
      (feed.value?.items ?? []).map((item): Headline => ({
        ...item,
        source: feed.provider,
        origin: "live",
        categories: topicsOf(feed.id, item.title),
      })),
    )
    .sort((a, b) => b.publishedAt.localeCompare(a.publishedAt))
    .filter((item) => {
      const marks = [addressOf(item.url), wordsOf(item.title)];
      const again = marks.some((mark) => seen.has(mark));
      for (const mark of marks) seen.add(mark);
      return !again;
    });
  const credit = creditByAge(all[0]?.publishedAt ?? null, MAX_AGE.headlines, now);
  if (credit === 0) return { value: null, credits: [0], used: [], notes: [] };
  const used = feeds.filter(({ value }) => value !== null);
  return { value: all.slice(0, SHOWN), credits: [credit], used, notes: [] };
}

/** Host and path: what follows is tracking. */
function addressOf(url: string): string {
  const { hostname, pathname } = new URL(url);
  return `${hostname.replace(/^www\./, "")}${pathname.replace(/\/+$/, "")}`;
}

const wordsOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
