import * as z from "zod";
import { accept, acceptRows } from "./fetcher/answer";
import {
  type Close,
  DAY_MS,
  type DailyCloses,
  dailyKept,
  MARGIN_MS,
  pathKept,
  type PricedAsset,
  type PricePath,
} from "./price-history";
import type { Source } from "./source";

/**
 * Coinbase Exchange's candles: `[time (s), low, high, open, close, volume]` as numbers, newest first; a stretch of time
 * without a trade has no row; the candle under way is among them; more than 300 at once are refused.
 */
const row = z.tuple([z.int(), z.number(), z.number(), z.number(), z.number().positive()], z.unknown());

export function closesOf(answer: unknown): Close[] {
  const rows = acceptRows(row, accept(z.array(z.unknown()), answer));
  return rows.map(([time, , , , close]) => ({ at: time * 1_000, close }));
}

const coinbase = {
  version: 1,
  provider: "Coinbase",
  maxBytes: 200_000,
};
const address = (asset: PricedAsset, granularitySec: number, fromMs: number, untilMs: number) => ({
  host: "api.exchange.coinbase.com",
  path: `/products/${asset}-USD/candles`,
  query: {
    granularity: String(granularitySec),
    start: new Date(fromMs).toISOString(),
    end: new Date(untilMs).toISOString(),
  },
});

/** Days from `from` to `to` before today. */
const daily = (asset: PricedAsset, id: string, from: number, to: number): Source<DailyCloses> => ({
  ...coinbase,
  id: `coinbase.${asset.toLowerCase()}-daily${id}`,
  address(now) {
    const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
    return address(asset, 86_400, today - from * DAY_MS, today - to * DAY_MS);
  },
  ...dailyKept(closesOf),
});

/** Together the 400 days before today, in pages that the exchange does not refuse. */
export const coinbaseDailies = (asset: PricedAsset) =>
  [daily(asset, "", 200, 0), daily(asset, "-before", 400, 201)] as const;
export const [coinbaseDaily, coinbaseDailyBefore] = coinbaseDailies("BTC");

/** Prices of one UTC day, five minutes apart. */
export const coinbasePathOf = (asset: PricedAsset, day: number): Source<PricePath> => ({
  ...coinbase,
  id: `coinbase.${asset.toLowerCase()}-path:${day}`,
  address: () => address(asset, 300, day * DAY_MS - MARGIN_MS, (day + 1) * DAY_MS + MARGIN_MS),
  ...pathKept(day, closesOf),
  bucket: { name: "coinbase-history", perMinute: 60 },
});

export const coinbasePath = (day: number): Source<PricePath> => coinbasePathOf("BTC", day);
