import * as z from "zod";
import { limits } from "../curated/plausibility";
import { disbelieve } from "./disbelieve";

/** Coins whose perpetual swaps against the dollar are read. */
export const COINS = ["BTC", "ETH", "BNB", "SOL"] as const;
export type Coin = (typeof COINS)[number];

/**
 * What any venue of perpetual swaps gives, in one form. Rows stand oldest first, each time once; times are in
 * milliseconds since the epoch. Whether a venue sends its newest row first or last ends at its source.
 */

/** Long ÷ short. No exchange's customers are ever so one-sided that more than 99 of 100 agree. */
const longShortRatio = z.number().min(0.01).max(100);

/** `[at, ratio]`: long ÷ short. */
export const ratios = z.array(z.tuple([z.int(), longShortRatio])).min(1);
export type Ratios = z.infer<typeof ratios>;

/** `[bucket's opening, bought, sold]` by takers, of buckets that are over; in the venue's own unit. */
export const takerVolumes = z.array(z.tuple([z.int(), z.number().min(0), z.number().min(0)])).min(1);
export type TakerVolumes = z.infer<typeof takerVolumes>;

/** `[at, coins, US dollars]`. */
export const openInterest = z
  .array(z.tuple([z.int(), z.number().positive(), z.number().positive().nullable()]))
  .min(1);
export type OpenInterest = z.infer<typeof openInterest>;

export const fundingRate = z.object({
  /** Of the period that runs, as the venue foresees it; a fraction, paid by longs to shorts when positive. */
  rate: z.number(),
  nextMs: z.int(),
  /** Hours between two payments; null when the answer does not tell. */
  intervalH: z.int().min(1).max(24).nullable(),
});
export type FundingRate = z.infer<typeof fundingRate>;

/** `[at, rate]` of past payments. */
export const fundingPayments = z.array(z.tuple([z.int(), z.number()])).min(1);
export type FundingPayments = z.infer<typeof fundingPayments>;

/** A decimal in a string, as exchanges write them. */
export const decimal = z
  .string()
  .regex(/^-?\d{1,30}(\.\d{1,40})?(e-?\d{1,2})?$/i)
  .transform(Number)
  .pipe(z.number());

/** A ratio in a string. */
export const decimalRatio = decimal.pipe(longShortRatio);

/** A decimal above zero. */
export const positiveDecimal = decimal.pipe(z.number().positive());

/** A period's funding. Venues cap it at a few percent: ten are another unit, and would make every other one look like none. */
export const fundingDecimal = decimal.pipe(z.number().min(-0.1).max(0.1));

/**
 * Throws SourceError `implausible` for a running rate beyond what a period of `hours` may have, or outside of the venue's own least
 * and most. Null: not said; a period is then taken to be of 8 hours.
 */
export function checkFunding(
  rate: number,
  hours: number | null,
  least: number | null,
  most: number | null,
): void {
  const cap = (limits.funding8h * (hours ?? 8)) / 8;
  if (Math.abs(rate) > cap) disbelieve("the funding rate", rate, `at most ${cap} a period`);
  if ((least !== null && rate < least) || (most !== null && rate > most))
    disbelieve("the funding rate", rate, `outside its own ${least ?? "unknown"} to ${most ?? "unknown"}`);
}

/** Milliseconds since the epoch, as a number or in a string. */
export const milliseconds = z
  .union([z.int(), z.string().regex(/^\d{13}$/)])
  .transform(Number)
  .pipe(z.int().min(1e12));

/** Rows by time, oldest first, each time once: of two rows of one time the one that came first stands. */
export function oldestFirst<Row extends readonly [number, ...unknown[]]>(rows: readonly Row[]): Row[] {
  const byTime = new Map<number, Row>();
  for (const row of rows) if (!byTime.has(row[0])) byTime.set(row[0], row);
  return [...byTime.values()].sort((a, b) => a[0] - b[0]);
}

/** The time of the newest row. */
export const newestTime = (rows: readonly (readonly [number, ...unknown[]])[]): Date | null => {
  const last = rows.at(-1);
  return last === undefined ? null : new Date(last[0]);
};

export const HOUR_MS = 3_600_000;
/** Statistics of positions are made anew every five minutes at best. */
export const STATISTICS_FRESH_MS = 60_000;
export const STATISTICS_STALE_MS = 60 * 60_000;
/** Past payments change only when the next one is made. */
export const PAYMENTS_FRESH_MS = 10 * 60_000;
export const PAYMENTS_STALE_MS = 12 * HOUR_MS;
/** How far back the statistics of funding look. */
export const FUNDING_DAYS = 30;
