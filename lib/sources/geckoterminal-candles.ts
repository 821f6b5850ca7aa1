import * as z from "zod";
import { accept, acceptRows, holding, jsonAnswer } from "./fetcher/answer";
import type { Close } from "./price-history";
import type { Reduced, Source } from "./source";

/**
 * GeckoTerminal's candles of one pool: `[time (s), open, high, low, close, volume]` in US dollars, newest first; a minute
 * without a trade has no row; the candle under way is among them.
 */
const row = z.tuple([z.int(), z.number(), z.number(), z.number(), z.number().positive()], z.unknown());
const shape = z.object({ data: z.object({ attributes: z.object({ ohlcv_list: z.array(z.unknown()) }) }) });

const MINUTES = 120;
const kept = z.array(z.object({ at: z.int(), close: z.number().positive() })).max(MINUTES);

/** Closes of the newest minutes that had a trade, oldest first. */
export function reduceCandles(answer: unknown): Reduced<Close[]> {
  const rows = acceptRows(row, accept(shape, answer).data.attributes.ohlcv_list);
  const closes = rows.map(([time, , , , close]) => ({ at: time * 1_000, close }));
  return { value: closes.sort((a, b) => a.at - b.at).slice(-MINUTES), asOf: null };
}

/** The newest minutes of a pool on Solana. */
export const geckoCandles = (pool: string): Source<Close[]> => ({
  id: `geckoterminal.candles:solana:${pool}`,
  version: 1,
  provider: "GeckoTerminal",
  address: () => ({
    host: "api.geckoterminal.com",
    path: `/api/v2/networks/solana/pools/${pool}/ohlcv/minute`,
    query: { aggregate: "1", limit: String(MINUTES), currency: "usd" },
  }),
  headers: { accept: "application/json;version=20230302" },
  answer: jsonAnswer((answer) => holding(reduceCandles(answer))),
  kept,
  freshMs: 30_000,
  staleMs: 10 * 60_000,
  maxBytes: 200_000,
  bucket: { name: "geckoterminal", perMinute: 30 },
});
