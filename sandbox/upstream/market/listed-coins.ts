import type { World } from "../world";
import { HOUR } from "./calendar";
import { fluctuation } from "./fluctuation";
import { LISTED_COINS } from "./listings";
import type { Randomness } from "./random";

/** Exchanges that trade some of the coins that are announced. */
export type SpotVenue = "Binance" | "OKX" | "Upbit" | "Coinbase";

/** Whether an exchange trades a coin: two of three do, and all trade bitcoin. */
const trades = (random: Randomness, venue: SpotVenue, ticker: string): boolean =>
  ticker === "BTC" || random.unit(`${venue} trades ${ticker}`) < 0.66;

/** Tickers of the announced coins that an exchange trades. */
export const spotTickers = ({ random }: World, venue: SpotVenue): string[] =>
  LISTED_COINS.map(({ ticker }) => ticker).filter((ticker) => trades(random, venue, ticker));

/** US dollars; wild, as what is newly listed is. */
const priceOf = (random: Randomness, ticker: string, at: number): number =>
  (0.05 + random.unit(`listed level ${ticker}`)) *
  Math.exp(fluctuation(random, `listed ${ticker}`, at, { daily: 0.25, memoryDays: 8 }));

export interface SpotHour {
  at: number;
  open: number;
  high: number;
  low: number;
  close: number;
  /** In coins. */
  volume: number;
  closed: boolean;
}

/** The newest hours of a coin, oldest first; the last one is still running. */
export function spotHoursOf(
  { random, now }: World,
  venue: SpotVenue,
  ticker: string,
  count: number,
): SpotHour[] {
  const newest = Math.floor(now() / HOUR) * HOUR;
  return Array.from({ length: count }, (_, i) => {
    const at = newest - (count - 1 - i) * HOUR;
    const end = Math.min(at + HOUR, now());
    const path = [0, 0.25, 0.5, 0.75, 1].map((share) => priceOf(random, ticker, at + (end - at) * share));
    return {
      at,
      open: path[0] ?? 0,
      high: Math.max(...path),
      low: Math.min(...path),
      close: path.at(-1) ?? 0,
      volume: (20_000 + random.unit(`${venue} ${ticker} volume`, at / HOUR) * 400_000) * ((end - at) / HOUR),
      closed: end === at + HOUR,
    };
  });
}
