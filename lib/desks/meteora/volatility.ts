import { CLOSES, type Close } from "@/lib/sources/meteora/closes";

/** Fewer closes than three days' say too little. */
export const MIN_CLOSES = 72;
const HOUR_SEC = 3_600;

/**
 * Standard deviation of a day's log return, as a fraction: √24 times the sample standard deviation of hourly log returns
 * over the last 168 closed hours before `now`. A return over a gap of k hours counts as 1/√k of it. Null with fewer
 * than 72 closes.
 */
export function dailyVolatility(closes: readonly Close[], now: Date): number | null {
  const until = Math.floor(now.getTime() / 1_000 / HOUR_SEC) * HOUR_SEC;
  const counted = closes.filter(([at]) => at < until && at >= until - CLOSES * HOUR_SEC);
  if (counted.length < MIN_CLOSES) return null;
  const returns = counted.flatMap(([at, close], i) => {
    const before = counted[i - 1];
    return before === undefined ? [] : [Math.log(close / before[1]) / Math.sqrt((at - before[0]) / HOUR_SEC)];
  });
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length;
  const squares = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const sigma = Math.sqrt(24 * (squares / (returns.length - 1)));
  return Number.isFinite(sigma) ? sigma : null; // prices further apart than a double can hold are no prices
}
