import type { PricePath } from "@/lib/sources/price-history";
import type { FrozenVerdict, Outcome } from "./record";

export const HORIZON_MS = 24 * 3_600_000;
/** A price further from its moment than this is no price of that moment, at both ends of the day. */
export const MAX_OFF_MS = 5 * 60_000;
/** By then a candle that ended at the moment has been published. */
const PUBLISHED_AFTER_MS = 10 * 60_000;
/** After so long without an answer of its exchange, a verdict is void rather than open for ever. */
const GIVE_UP_MS = 7 * 86_400_000;

export const dueAt = ({ at }: Pick<FrozenVerdict, "at">): number => Date.parse(at) + HORIZON_MS;

/** When a verdict can be scored at the earliest: a little after its 24 hours. */
export const scorableAt = (frozen: Pick<FrozenVerdict, "at">): number => dueAt(frozen) + PUBLISHED_AFTER_MS;

/** The price nearest to a moment, if it is near enough. */
function priceNear(path: PricePath, moment: number): readonly [number, number] | null {
  let nearest: readonly [number, number] | null = null;
  for (const price of path.prices) {
    const off = Math.abs(price[0] - moment);
    if (off <= MAX_OFF_MS && (nearest === null || off < Math.abs(nearest[0] - moment))) nearest = price;
  }
  return nearest;
}

/**
 * What became of a verdict, or null while it can't be known. `path` is its exchange's prices around the moment, null
 * when they could not be read. z = ln(P₂₄ ÷ P₀) ÷ σ.
 */
export function outcomeOf(frozen: FrozenVerdict, path: PricePath | null, now: Date): Outcome | null {
  const { at, price, sigma, base } = frozen;
  const due = dueAt(frozen);
  if (now.getTime() < scorableAt(frozen)) return null;
  if (sigma === null || base === null) return { void: "no_history" };
  if (price === null || Math.abs(Date.parse(price.at) - Date.parse(at)) > MAX_OFF_MS)
    return { void: "no_price" };
  const later = path === null ? null : priceNear(path, due);
  if (later !== null) {
    const [laterAt, laterPrice] = later;
    const z = Math.log(laterPrice / price.usd) / sigma;
    return { price: laterPrice, priceAt: new Date(laterAt).toISOString(), z };
  }
  const complete = path !== null && path.until >= due + PUBLISHED_AFTER_MS;
  return complete || now.getTime() > due + GIVE_UP_MS ? { void: "no_price" } : null;
}
