import * as z from "zod";
import { limits } from "../curated/plausibility";
import { disbelieve, within } from "./disbelieve";
import type { Doubt } from "./doubt";
import type { Reduced, Source } from "./source";

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

const fundingRate = z.object({
  /** Of the period that runs, as the venue foresees it; a fraction, paid by longs to shorts when positive. */
  rate: z.number(),
  nextMs: z.int(),
  /** Hours between two payments; null when the answer does not tell. */
  intervalH: z.int().min(1).max(24).nullable(),
});
export type FundingRate = z.infer<typeof fundingRate>;

/** `[at, rate]` of past payments. */
const fundingPayments = z.array(z.tuple([z.int(), z.number()])).min(1);
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

const FUNDING = "the funding rate";
/** Of a period that has no stated length. */
const USUAL_PERIOD_H = 4;

/**
 * The reading of a running rate. A rate that only another venue's word makes credible is an open doubt. Throws SourceError
 * `implausible` when the next payment is not ahead. `askedAt`: when the rate stood, in milliseconds; null: not said.
 */
export function believedFunding(
  value: FundingRate,
  asOf: Date | null,
  askedAt: number | null,
  doubts: readonly Doubt[] = [],
): Reduced<FundingRate> {
  const { rate, nextMs, intervalH } = value;
  const { paymentAheadMs, paymentPastMs } = limits;
  if (askedAt !== null) {
    const ahead = { least: -paymentPastMs, most: paymentAheadMs };
    within("the milliseconds to the next payment", nextMs - askedAt, ahead);
  }
  const alone = (limits.loneFunding8h * (intervalH ?? 8)) / 8;
  const lone: Doubt[] =
    Math.abs(rate) <= alone
      ? []
      : [{ path: FUNDING, rule: "continuity", scope: "field", got: rate, want: `beyond ${alone} a period` }];
  const all = [...doubts, ...lone];
  return { value, asOf, ...(all.length > 0 && { doubts: all }) };
}

/** Whether a quarter of a period has run: before that, its mean may move as the market does. */
export const isSettling = (nextMs: number, hours: number, atMs: number): boolean =>
  nextMs - atMs <= hours * HOUR_MS * 0.75;

/** Milliseconds since the epoch, as a number or in a string. */
export const milliseconds = z
  .union([z.int(), z.string().regex(/^\d{13}$/)])
  .transform(Number)
  .pipe(z.int().min(1e12).max(4e12));

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
/** Statistics that were read longer ago are read again before they are sold. */
export const DUE_STATISTICS = { sinceReadingMs: 5 * 60_000 } as const;
/** Past payments change only when the next one is made. */
const PAYMENTS_FRESH_MS = 10 * 60_000;
const PAYMENTS_STALE_MS = 12 * HOUR_MS;
/** How far back the statistics of funding look. */
export const FUNDING_DAYS = 30;

/** What the sources of a running rate have in common: within a period, the next reading is compared with the last one. */
export const fundingKept: Pick<
  Source<FundingRate>,
  "kept" | "baseline" | "steps" | "freshMs" | "staleMs" | "due"
> = {
  kept: fundingRate,
  baseline: ({ rate, nextMs, intervalH }, asOfMs) =>
    isSettling(nextMs, intervalH ?? USUAL_PERIOD_H, asOfMs)
      ? { [`${FUNDING} of the period to ${new Date(nextMs).toISOString()}`]: rate }
      : {},
  steps: () => limits.steps.funding,
  freshMs: STATISTICS_FRESH_MS,
  staleMs: STATISTICS_STALE_MS,
  due: DUE_STATISTICS,
};

/** Names how many rows a series has, in doubts and baselines. */
export const ROWS_TOLD = "the number of rows";
/** What the sources of series have in common: the next reading may not be cut short. */
export const seriesKept: Pick<Source<readonly unknown[]>, "baseline" | "steps"> = {
  baseline: (rows) => ({ [ROWS_TOLD]: rows.length }),
  steps: () => limits.steps.rows,
};

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
/** Payments that are compared one by one, the newest; those before by the day. */
const NEWEST_PAYMENTS = 24;

/** What is paid stays paid: the oldest payment, each of the newest, and the sum of each whole day between. */
const paymentFigures = (rows: FundingPayments): Record<string, number> => {
  const figures: Record<string, number> = { [ROWS_TOLD]: rows.length };
  for (const [at, rate] of [...rows.slice(0, 1), ...rows.slice(-NEWEST_PAYMENTS)])
    figures[`the funding paid at ${new Date(at).toISOString().slice(0, 16)}`] = rate;
  const [first, last] = [rows[0], rows.at(-1)].map((row) => dayOf(row?.[0] ?? 0));
  for (const [at, rate] of rows) {
    const day = dayOf(at);
    if (day === first || day === last) continue;
    const name = `the funding paid on ${day}`;
    figures[name] = (figures[name] ?? 0) + rate;
  }
  return figures;
};

/** What the sources of past payments have in common. */
export const paymentsKept: Pick<
  Source<FundingPayments>,
  "kept" | "baseline" | "steps" | "freshMs" | "staleMs"
> = {
  kept: fundingPayments,
  baseline: paymentFigures,
  steps: (figure) => (figure === ROWS_TOLD ? limits.steps.rows : limits.steps.paid),
  freshMs: PAYMENTS_FRESH_MS,
  staleMs: PAYMENTS_STALE_MS,
};
