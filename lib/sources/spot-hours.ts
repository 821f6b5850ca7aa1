import * as z from "zod";
import { decimal, milliseconds, positiveDecimal } from "./derivatives";
import { accept, acceptRows, jsonAnswer } from "./fetcher/answer";
import { okxAddress, okxRows } from "./okx/okx";
import { type Reduced, type Source, SourceError } from "./source";
import { BINANCE_DATA_HOST } from "./spot-markets";

/** An hour of a spot market: `[began, open, close, traded]`; times in ms, the rest in tether, which counts as dollars. */
const hour = z.tuple([z.int(), z.number().positive(), z.number().positive(), z.number().min(0)]);
const spotHours = z.array(hour);
/** Oldest first; the last hour may still run. Empty where the exchange does not trade the coin against tether. */
export type SpotHours = z.infer<typeof spotHours>;

/** A week of announcements, and the day before. */
const HOURS = 192;
const amount = decimal.pipe(z.number().min(0));

const byTime = (hours: SpotHours): Reduced<SpotHours> => {
  if (hours.length === 0) throw new SourceError("suspect_empty", "no hour");
  return { value: hours.toSorted(([a], [b]) => a - b), asOf: null };
};

/** Both write an hour alike, as far as it is read here: time, open, high, low, close, coins, something, tether. */
const hourRow = z
  .tuple([
    milliseconds,
    positiveDecimal,
    z.unknown(),
    z.unknown(),
    positiveDecimal,
    z.unknown(),
    z.unknown(),
    amount,
  ])
  .rest(z.unknown());

/** `[ts, open, high, low, close, coins, coins, tether, confirm]`. */
export const reduceOkxHours = (answer: unknown): Reduced<SpotHours> =>
  byTime(okxRows(hourRow, answer).map(([at, open, , , close, , , traded]) => [at, open, close, traded]));

/** `[opening, open, high, low, close, coins, closing, tether, …]`. */
export const reduceBinanceHours = (answer: unknown): Reduced<SpotHours> =>
  byTime(
    acceptRows(hourRow, accept(z.array(z.unknown()), answer)).map(([at, open, , , close, , , traded]) => [
      at,
      open,
      close,
      traded,
    ]),
  );

const hours = {
  version: 1,
  kept: spotHours,
  freshMs: 5 * 60_000,
  staleMs: 60 * 60_000,
  maxBytes: 200_000,
} as const;

/** Exchanges whose hours are read, in order of preference. */
export const HOURLY = {
  OKX: (ticker: string): Source<SpotHours> => ({
    ...hours,
    id: `okx.hours:${ticker}`,
    provider: "OKX",
    address: okxAddress("/market/candles", { instId: `${ticker}-USDT`, bar: "1H", limit: String(HOURS) }),
    answer: jsonAnswer(reduceOkxHours),
  }),
  Binance: (ticker: string): Source<SpotHours> => ({
    ...hours,
    id: `binance.hours:${ticker}`,
    provider: "Binance",
    address: () => ({
      host: BINANCE_DATA_HOST,
      path: "/api/v3/klines",
      query: { symbol: `${ticker}USDT`, interval: "1h", limit: String(HOURS) },
    }),
    answer: jsonAnswer(reduceBinanceHours),
  }),
} as const;
export type HourlyExchange = keyof typeof HOURLY;
