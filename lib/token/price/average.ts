import type { Close } from "@/lib/sources/price-history";

const HOUR_MS = 3_600_000;

/**
 * The price over the last hour, each weighted by how long it stood (TWAP): a trade's price stands until the next. `closes`
 * are of the minutes that had a trade, oldest first. Null where none stood when the hour began.
 */
export function hourAverage(closes: readonly Close[], now: number): number | null {
  const from = now - HOUR_MS;
  const past = closes.filter(({ at }) => at <= now);
  const [first] = past;
  if (first === undefined || first.at > from) return null;
  const weighed = past.reduce((sum, { at, close }, index) => {
    const until = past[index + 1]?.at ?? now;
    return sum + close * Math.max(0, until - Math.max(at, from));
  }, 0);
  return weighed / HOUR_MS;
}
