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
import { decimalPrice } from "./quote";
import { type Source, SourceError } from "./source";

/**
 * Kraken's OHLC: `[time (s), open, high, low, close, vwap, volume, count]`, prices as strings, oldest first, beside a
 * cursor `last`; at most the newest 720 rows whatever `since` says; the last row is under way; refusals have status 200.
 */
const ohlc = z.object({ error: z.array(z.string()), result: z.record(z.string(), z.unknown()).optional() });
const row = z.tuple([z.int(), z.string(), z.string(), z.string(), decimalPrice], z.unknown());

export function krakenCloses(answer: unknown): Close[] {
  const { error, result } = accept(ohlc, answer);
  if (error.some((text) => /rate limit|too many/i.test(text)))
    throw new SourceError("rate_limited", "refused with status 200");
  if (error.length > 0) throw new SourceError("schema", "refused with status 200");
  const [pair, ...others] = Object.entries(result ?? {}).filter(([name]) => name !== "last");
  if (pair === undefined || others.length > 0) throw new SourceError("schema", "not one pair in the answer");
  const rows = acceptRows(row, accept(z.array(z.unknown()), pair[1]));
  return rows.map(([time, , , , close]) => ({ at: time * 1_000, close }));
}

const kraken = {
  version: 1,
  provider: "Kraken",
  maxBytes: 300_000,
};
const PAIRS: Readonly<Record<PricedAsset, string>> = {
  ...{ BTC: "XBTUSD", ETH: "ETHUSD", SOL: "SOLUSD", BNB: "BNBUSD" },
};
const address = (asset: PricedAsset, minutes: number, sinceMs: number) => ({
  host: "api.kraken.com",
  path: "/0/public/OHLC",
  query: { pair: PAIRS[asset], interval: String(minutes), since: String(Math.floor(sinceMs / 1_000)) },
});

/** The 400 days before today. */
export const krakenDailyOf = (asset: PricedAsset): Source<DailyCloses> => ({
  ...kraken,
  id: `kraken.${asset.toLowerCase()}-daily`,
  address: (now) => address(asset, 1_440, Math.floor(now.getTime() / DAY_MS - 401) * DAY_MS),
  ...dailyKept(krakenCloses),
});
export const krakenDaily = krakenDailyOf("BTC");

/** Prices of one UTC day, five minutes apart; of days more than two back, Kraken has none any more. */
export const krakenPathOf = (asset: PricedAsset, day: number): Source<PricePath> => ({
  ...kraken,
  id: `kraken.${asset.toLowerCase()}-path:${day}`,
  address: () => address(asset, 5, day * DAY_MS - MARGIN_MS - 300_000),
  ...pathKept(day, krakenCloses),
  bucket: { name: "kraken-history", perMinute: 30 },
});

export const krakenPath = (day: number): Source<PricePath> => krakenPathOf("BTC", day);
