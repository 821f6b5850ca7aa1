import * as z from "zod";
import { jsonAnswer } from "./fetcher/answer";
import { type Source, SourceError } from "./source";

/** What exchanges keep of a coin's past: closes of days, and prices five minutes apart. */

/** The coins whose past is read, by their tickers. */
export type PricedAsset = "BTC" | "ETH" | "SOL" | "BNB";

export const DAY_MS = 86_400_000;
const FIVE_MINUTES_MS = 300_000;

/** UTC days, counted from 1970-01-01, with their closes in US dollars. Only of days that had ended when they were read. */
const dailyCloses = z.array(z.tuple([z.int(), z.number().positive()])).max(800);
export type DailyCloses = z.infer<typeof dailyCloses>;

const pricePath = z.object({
  /** Ends of five-minute candles in milliseconds, oldest first, and their closes in US dollars. */
  prices: z.array(z.tuple([z.int(), z.number().positive()])).max(800),
  /** Until when nothing is missing that the exchange has, in milliseconds. */
  until: z.int(),
});
export type PricePath = z.infer<typeof pricePath>;

/** A path covers its UTC day and so much on either side, because a price may be so far from its moment. */
export const MARGIN_MS = 600_000;

const HISTORY_FRESH_MS = 3_600_000;
const HISTORY_STALE_MS = 24 * HISTORY_FRESH_MS;
const PATH_FRESH_MS = FIVE_MINUTES_MS;

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

type Kept<Value> = Pick<Source<Value>, "answer" | "kept" | "freshMs" | "staleMs">;
/** Reads an exchange's own form of candles. */
type ReadCandles = (answer: unknown) => Close[];

/** What the sources of daily closes have in common. No day at all in an answer is `suspect_empty`. */
export const dailyKept = (read: ReadCandles): Kept<DailyCloses> => ({
  answer: jsonAnswer((answer, now) => {
    const value = endedDays(read(answer), now);
    if (value.length === 0) throw new SourceError("suspect_empty", "no day in the answer");
    return { value, asOf: null };
  }),
  kept: dailyCloses,
  freshMs: HISTORY_FRESH_MS,
  staleMs: HISTORY_STALE_MS,
});

/**
 * What the sources of a UTC day's prices have in common. An exchange that was down has none of some hours, and one that
 * forgets none of an old day, which are answers; no candle at all is `suspect_empty`: it would make verdicts void for good.
 */
export const pathKept = (day: number, read: ReadCandles): Kept<PricePath> => ({
  answer: jsonAnswer((answer, now) => {
    const candles = read(answer);
    if (candles.length === 0) throw new SourceError("suspect_empty", "no candle in the answer");
    return { value: pathAround(day, candles, now), asOf: null };
  }),
  kept: pricePath,
  freshMs: PATH_FRESH_MS,
  staleMs: HISTORY_STALE_MS,
});
