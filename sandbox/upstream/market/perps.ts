import { DAY, HOUR, MINUTE } from "./calendar";
import { priceAt, type Ticker } from "./prices";
import type { Randomness } from "./random";
import { fluctuation } from "./fluctuation";

/** Perpetual swaps: prices that follow the market, and what is open, traded and paid on each venue. */

export type PerpVenue = "okx" | "binance" | "hyperliquid";

interface Perp {
  ticker: Ticker;
  /** Digits after the point of a price. */
  digits: number;
  /** Coins traded by takers in a day on the largest venue, and coins open. */
  dailyCoins: number;
  openCoins: number;
  /** Hours between two payments. Hyperliquid pays every hour. */
  intervalH: number;
}

export const PERPS = {
  BTC: { ticker: "BTC-USD", digits: 1, dailyCoins: 140_000, openCoins: 105_000, intervalH: 8 },
  ETH: { ticker: "ETH-USD", digits: 2, dailyCoins: 5_200_000, openCoins: 2_300_000, intervalH: 8 },
  BNB: { ticker: "BNB-USD", digits: 2, dailyCoins: 700_000, openCoins: 900_000, intervalH: 8 },
  SOL: { ticker: "SOL-USD", digits: 2, dailyCoins: 26_000_000, openCoins: 12_000_000, intervalH: 4 },
} as const satisfies Record<string, Perp>;
export type PerpCoin = keyof typeof PERPS;

export const isPerpCoin = (name: string): name is PerpCoin => Object.hasOwn(PERPS, name);

const SIZE: Readonly<Record<PerpVenue, number>> = { okx: 0.3, binance: 1, hyperliquid: 0.25 };

/** A trade at a moment: the market's price, up to 2 bp off, another trade every minute. */
export function perpPrice(random: Randomness, venue: PerpVenue, coin: PerpCoin, at: number): number {
  const basis = (random.unit(`${venue} ${coin} trade`, at / MINUTE) - 0.5) * 4e-4;
  return priceAt(random, PERPS[coin].ticker, at) * (1 + basis);
}

const BUCKET = 5 * MINUTE;

export interface Volumes {
  /** Coins. */
  bought: number;
  sold: number;
}

/** What takers traded from a multiple of five minutes on, until `to`. */
export function takerVolumes(
  random: Randomness,
  venue: PerpVenue,
  coin: PerpCoin,
  from: number,
  to: number,
): Volumes {
  const perBucket = (PERPS[coin].dailyCoins * SIZE[venue] * BUCKET) / DAY;
  let [bought, sold] = [0, 0];
  for (let at = from; at < to; at += BUCKET) {
    const part = Math.min(1, (to - at) / BUCKET);
    const coins = perBucket * (0.3 + 1.4 * random.unit(`${venue} ${coin} volume`, at / BUCKET)) * part;
    const mood = fluctuation(random, `${coin} takers`, at, { daily: 0.25, memoryDays: 1 });
    const noise = random.unit(`${venue} ${coin} takers`, at / BUCKET) - 0.5;
    const share = 0.5 + 0.15 * Math.tanh(mood) + 0.1 * noise;
    bought += coins * share;
    sold += coins * (1 - share);
  }
  return { bought, sold };
}

export interface PerpBar extends Volumes {
  at: number;
  open: number;
  high: number;
  low: number;
  close: number;
  closed: boolean;
}

/** A bar looks at the price every minute, or in longer bars every five. */
const looksOf = (step: number): number => (step > BUCKET ? BUCKET : MINUTE);

/** The bar that opens at a multiple of its length: where the bar before closed, this one opens. */
export function perpBar(
  random: Randomness,
  venue: PerpVenue,
  coin: PerpCoin,
  at: number,
  step: number,
  now: number,
): PerpBar {
  const end = Math.min(now, at + step);
  const look = looksOf(step);
  const times = Array.from({ length: Math.floor((end - at) / look) + 1 }, (_, i) => at + i * look);
  const prices = [...times, end].map((time) => perpPrice(random, venue, coin, time));
  const [open = 0] = prices;
  return {
    at,
    open,
    high: Math.max(...prices),
    low: Math.min(...prices),
    close: prices.at(-1) ?? open,
    closed: at + step <= now,
    ...takerVolumes(random, venue, coin, at, end),
  };
}

const RATIO_LEVELS = { accounts: 1.75, "top-accounts": 1.5, "top-positions": 1.15 } as const;
export type RatioKind = keyof typeof RATIO_LEVELS;

/** Long ÷ short. */
export function longShort(
  random: Randomness,
  venue: PerpVenue,
  coin: PerpCoin,
  kind: RatioKind,
  at: number,
): number {
  const common = fluctuation(random, `${coin} ${kind}`, at, { daily: 0.06, memoryDays: 20 });
  const own = fluctuation(random, `${venue} ${coin} ${kind}`, at, { daily: 0.02, memoryDays: 5 });
  return RATIO_LEVELS[kind] * Math.exp(common + own);
}

/** Coins. */
export function openCoins(random: Randomness, venue: PerpVenue, coin: PerpCoin, at: number): number {
  const moved = fluctuation(random, `${venue} ${coin} open interest`, at, { daily: 0.03, memoryDays: 60 });
  return PERPS[coin].openCoins * SIZE[venue] * Math.exp(moved);
}

export const intervalOf = (venue: PerpVenue, coin: PerpCoin): number =>
  venue === "hyperliquid" ? HOUR : PERPS[coin].intervalH * HOUR;

/** The rate of one interval, as a fraction, as it stood at a moment; what is paid is the one at the payment. */
export function fundingAt(random: Randomness, venue: PerpVenue, coin: PerpCoin, at: number): number {
  const common = fluctuation(random, `${coin} funding`, at, { daily: 5e-5, memoryDays: 8 });
  const own = fluctuation(random, `${venue} ${coin} funding`, at, { daily: 1e-5, memoryDays: 2 });
  return ((5e-5 + common + own) * intervalOf(venue, coin)) / (8 * HOUR);
}

/** Times of payments up to a moment, newest first. */
export function payments(venue: PerpVenue, coin: PerpCoin, until: number, count: number): number[] {
  const step = intervalOf(venue, coin);
  const last = Math.floor(until / step) * step;
  return Array.from({ length: count }, (_, i) => last - i * step);
}
