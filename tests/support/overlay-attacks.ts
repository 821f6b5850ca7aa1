import { clearsBase } from "@/lib/lounge/outcomes/record";
import { STANDING_CALLS } from "@/lib/lounge/outcomes/score";
import { creatorsComponent } from "@/lib/desks/verdict/components";
import { countedViews, type CreatorView } from "@/lib/desks/creator-views";

/** What publishing a signal costs, in dollars, and how often a call without any skill comes true: about the base rate. */
const PRICE = 0.02;
export const BASE = 0.37;

/** Mulberry32: the same attacks at every run. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * How many wallets with a record of their own a budget buys where nobody knows anything: each wallet goes on until it
 * has one, or is given up at `misses` misses, or is at `most` calls; then the next begins.
 */
export function survivors(dollars: number, misses: number, most: number, random: () => number): number {
  let found = 0;
  let calls = Math.floor(dollars / PRICE + 1e-9);
  while (calls > 0) {
    let [n, hits] = [0, 0];
    while (calls > 0 && n < most && n - hits < misses) {
      calls -= 1;
      n += 1;
      if (random() < BASE) hits += 1;
      if (n >= STANDING_CALLS && clearsBase({ n, hits, voids: 0, baseSum: n * BASE })) {
        found += 1;
        break;
      }
    }
  }
  return found;
}

const NOW = new Date("2026-10-07T12:00:00Z");
const viewsOf = (count: number, over: (at: number) => Partial<CreatorView>): CreatorView[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: `sig_${at}`, creator: `creator ${at}`, proof: "payment", asset: "BTC", stance: 1 },
    ...{ publishedAt: NOW.toISOString(), hits: 0, scored: 0, newcomer: false },
    ...over(at),
  }));

/** Creators who were right 60 times of 110: a record that stands by itself. */
export const honest = (count: number): CreatorView[] => viewsOf(count, () => ({ hits: 60, scored: 110 }));
/** Wallets that say the opposite at the same moment. */
export const fresh = (count: number): CreatorView[] =>
  viewsOf(count, (at) => ({ creator: `fresh ${at}`, stance: -1, newcomer: true }));
export const lucky = (count: number): CreatorView[] =>
  viewsOf(count, (at) => ({ creator: `lucky ${at}`, stance: -1, hits: 14, scored: STANDING_CALLS }));

/** The component with all of them; null where it is absent. */
export const component = (...views: CreatorView[][]): number | null =>
  creatorsComponent(countedViews(views.flat(), "BTC", NOW), NOW);
