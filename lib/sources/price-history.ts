import * as z from "zod";

/** What exchanges keep of bitcoin's past: closes of days, and prices five minutes apart. */

export const DAY_MS = 86_400_000;
export const FIVE_MINUTES_MS = 300_000;

/** UTC days, counted from 1970-01-01, with their closes in US dollars. Only of days that had ended when they were read. */
export const dailyCloses = z.array(z.tuple([z.int(), z.number().positive()])).max(800);
export type DailyCloses = z.infer<typeof dailyCloses>;

export const pricePath = z.object({
  /** Ends of five-minute candles in milliseconds, oldest first, and their closes in US dollars. */
  prices: z.array(z.tuple([z.int(), z.number().positive()])).max(800),
  /** Until when nothing is missing that the exchange has, in milliseconds. */
  until: z.int(),
});
export type PricePath = z.infer<typeof pricePath>;

/** A path covers its UTC day and so much on either side, because a price may be so far from its moment. */
export const MARGIN_MS = 600_000;

export const HISTORY_FRESH_MS = 3_600_000;
export const HISTORY_STALE_MS = DAY_MS;
export const PATH_FRESH_MS = FIVE_MINUTES_MS;

export interface Close {
  /** When the candle began, in milliseconds. */
  at: number;
  close: number;
}

/** Of daily candles, the days that are over. */
export const endedDays = (candles: readonly Close[], now: Date): DailyCloses =>
  candles
    .filter(({ at }) => at + DAY_MS <= now.getTime())
    .map(({ at, close }): [number, number] => [Math.floor(at / DAY_MS), close])
    .sort(([a], [b]) => a - b);

/** Of five-minute candles, the prices around a UTC day. */
export function pathAround(day: number, candles: readonly Close[], now: Date): PricePath {
  const from = day * DAY_MS - MARGIN_MS;
  const until = Math.min((day + 1) * DAY_MS + MARGIN_MS, now.getTime());
  const prices = candles
    .map(({ at, close }): [number, number] => [at + FIVE_MINUTES_MS, close])
    .filter(([end]) => end >= from && end <= until)
    .sort(([a], [b]) => a - b);
  return { prices, until };
}
