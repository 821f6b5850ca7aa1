import { HITS } from "@/lib/accuracy/hits";
import { type DailyClose, dailyStatistics } from "@/lib/accuracy/daily";
import { HORIZON_MS } from "@/lib/accuracy/outcome";
import type { Venue } from "@/lib/accuracy/record";
import type { Signal as Rule } from "@/lib/catalog/intel/signals";
import type { PricePath } from "@/lib/sources/price-history";
import type { Asset, Stance } from "../vocabulary";

/** Whose rule a stance is held to: it comes true when that verdict would. */
export const RULE_OF: Readonly<Record<Stance, Rule>> = { long: "follow", short: "avoid", neutral: "watch" };

/**
 * A price counts for a moment when its five-minute candle ended then, or so much later: an exchange has no candle where
 * nobody traded. Never earlier: what moved before was known to who published.
 */
const MAX_LATE_MS = 10 * 60_000;
/** By then the last of those candles has been published. */
const PUBLISHED_AFTER_MS = 20 * 60_000;
/** After so long without an answer of the exchanges, a signal is void rather than open for ever. */
const GIVE_UP_MS = 30 * 86_400_000;

/** What a signal says that can be held against it. */
export interface Call {
  asset: Asset;
  stance: Stance;
  /** Milliseconds of the settlement. */
  publishedAt: number;
}

/** What became of it. */
export type SignalOutcome =
  | {
      result: "hit" | "miss";
      venue: Venue;
      /** First close at or after publication, US dollars, and the end of its candle in milliseconds. */
      price: number;
      priceAt: number;
      later: number;
      laterAt: number;
      /** Log return in daily standard deviations. */
      z: number;
      /** How often the stance's rule came true in the year before. */
      base: number;
    }
  | { result: "void"; why: "no_price" | "no_history" };

export const dueAt = ({ publishedAt }: Pick<Call, "publishedAt">): number => publishedAt + HORIZON_MS;
export const scorableAt = (call: Pick<Call, "publishedAt">): number => dueAt(call) + PUBLISHED_AFTER_MS;

/** What one exchange has of a signal's asset; null where it could not be read. */
export interface VenueHistory {
  venue: Venue;
  closes: readonly DailyClose[] | null;
  /** Prices around the publication, and around the end of its 24 hours. */
  start: PricePath | null;
  end: PricePath | null;
}

const priceFrom = (path: PricePath, moment: number): readonly [number, number] | undefined =>
  path.prices.find(([end]) => end >= moment && end - moment <= MAX_LATE_MS);

/** By one exchange's prices alone; null while that can't tell. */
function outcomeAt({ asset: _, stance, publishedAt }: Call, history: VenueHistory): SignalOutcome | null {
  const { venue, closes, start, end } = history;
  if (closes === null || start === null || end === null) return null;
  const due = publishedAt + HORIZON_MS;
  const [first, last] = [priceFrom(start, publishedAt), priceFrom(end, due)];
  if (first === undefined || last === undefined)
    return end.until >= due + MAX_LATE_MS ? { result: "void", why: "no_price" } : null;
  const past = dailyStatistics(closes, new Date(publishedAt));
  const rule = RULE_OF[stance];
  const base = past?.base?.[rule];
  if (past === null || base === undefined) return { result: "void", why: "no_history" };
  const [[priceAt, price], [laterAt, later]] = [first, last];
  const z = Math.log(later / price) / past.sigma;
  return { result: HITS[rule].hit(z) ? "hit" : "miss", venue, price, priceAt, later, laterAt, z, base };
}

/**
 * What became of a signal, or null while it can't be known: by the first exchange, in order of preference, that has both
 * of its prices. Void where all have answered and none has, or nobody has answered for a month.
 */
export function outcomeOf(call: Call, histories: readonly VenueHistory[], now: Date): SignalOutcome | null {
  if (now.getTime() < scorableAt(call)) return null;
  const found = histories.map((history) => outcomeAt(call, history));
  const scored = found.find((one) => one !== null && one.result !== "void");
  if (scored !== undefined) return scored;
  const [first] = found;
  if (first !== undefined && found.every((one) => one !== null)) return first;
  return now.getTime() > dueAt(call) + GIVE_UP_MS ? { result: "void", why: "no_price" } : null;
}
