import type { Signal } from "@/lib/catalog/intel/signals";
import { HITS } from "./hits";

/** A UTC day, counted from 1970-01-01, and its close. */
export type DailyClose = readonly [day: number, close: number];

const DAY_MS = 86_400_000;
export const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

/** Returns that a sigma is made of, and days that a base rate looks back on. */
const SIGMA_DAYS = 30;
const BASE_DAYS = 365;
/** Closes that both need: the oldest of the days looked back on has 30 returns before it. */
export const CLOSES_NEEDED = BASE_DAYS + SIGMA_DAYS + 1;
/** A base rate of fewer days than this is not one. */
const MIN_BASE_DAYS = 300;

/** What the market's past says at a moment. */
export interface DailyStatistics {
  /** Standard deviation (n − 1) of the last 30 daily log returns. */
  sigma: number;
  /** Share of the last 365 days on which each signal's rule would have come true; null with fewer than 300 of them. */
  base: Readonly<Record<Signal, number>> | null;
  /** Which way the last whole day went. */
  yesterday: -1 | 0 | 1;
}

/**
 * Of the closes before `now`'s own day. Null when the last 30 returns are not there without a gap, or the newest is more
 * than a day behind: yesterday's close may be published a little late.
 */
export function dailyStatistics(closes: readonly DailyClose[], now: Date): DailyStatistics | null {
  const today = dayOf(now);
  const byDay = new Map(closes.filter(([day]) => day < today));
  const last = Math.max(...byDay.keys());
  if (!(last >= today - 2)) return null;
  /** Log returns of the days that matter, oldest first; NaN across a gap. */
  const returns = Float64Array.from({ length: CLOSES_NEEDED - 1 }, (_, i) => {
    const day = last - CLOSES_NEEDED + 2 + i;
    return Math.log((byDay.get(day) ?? Number.NaN) / (byDay.get(day - 1) ?? Number.NaN));
  });
  const sigma = sigmaBefore(returns.length, returns);
  if (!(sigma > 0)) return null;
  const zs: number[] = [];
  for (let i = SIGMA_DAYS; i < returns.length; i++) {
    const z = (returns[i] ?? Number.NaN) / sigmaBefore(i, returns);
    if (Number.isFinite(z)) zs.push(z);
  }
  const yesterday = Math.sign(returns.at(-1) ?? 0);
  return {
    sigma,
    base: zs.length < MIN_BASE_DAYS ? null : sharesOf(zs),
    yesterday: yesterday > 0 ? 1 : yesterday < 0 ? -1 : 0,
  };
}

/** Sample standard deviation of the 30 returns before the one at `end`; NaN across a gap. */
function sigmaBefore(end: number, returns: Float64Array): number {
  let sum = 0;
  let squares = 0;
  for (let i = end - SIGMA_DAYS; i < end; i++) sum += returns[i] ?? Number.NaN;
  const mean = sum / SIGMA_DAYS;
  for (let i = end - SIGMA_DAYS; i < end; i++) squares += ((returns[i] ?? Number.NaN) - mean) ** 2;
  return Math.sqrt(squares / (SIGMA_DAYS - 1));
}

function sharesOf(zs: readonly number[]): Record<Signal, number> {
  const share = (signal: Signal): number => zs.filter(HITS[signal].hit).length / zs.length;
  return {
    snipe: share("snipe"),
    watch: share("watch"),
    follow: share("follow"),
    avoid: share("avoid"),
    rebalance: share("rebalance"),
  };
}
