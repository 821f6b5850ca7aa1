import * as z from "zod";
import { accept, jsonAnswer } from "./fetcher/answer";
import { decimalPrice, MARK_FRESH_MS, MARK_STALE_MS, quote, type Quote } from "./quote";
import { type Reduced, type Source, SourceError } from "./source";

/**
 * Kraken's ticker: refusals come with status 200 in `error`; the pair comes back under another name than asked for
 * (XBTUSD as XXBTZUSD); there is no time. Its `o` is the opening price of the UTC day, not that of 24 hours ago,
 * so the change stays unknown rather than meaning something else than the other sources'.
 */
const ticker = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.object({ c: z.array(z.string()) })).optional(),
});

export function reduceKraken(answer: unknown): Reduced<Quote> {
  const { error, result } = accept(ticker, answer);
  if (error.some((text) => /rate limit|too many/i.test(text)))
    throw new SourceError("rate_limited", "refused with status 200");
  if (error.length > 0) throw new SourceError("schema", "refused with status 200");
  const [pair, ...others] = Object.values(result ?? {});
  if (pair?.c[0] === undefined) throw new SourceError("suspect_empty", "no price in the answer");
  if (others.length > 0) throw new SourceError("schema", "more than one pair in the answer");
  return { value: { price: accept(decimalPrice, pair.c[0]), changePct: null }, asOf: null };
}

const kraken = (id: string, pair: string): Source<Quote> => ({
  id: `kraken.${id}`,
  version: 1,
  provider: "Kraken",
  address: () => ({ host: "api.kraken.com", path: "/0/public/Ticker", query: { pair } }),
  answer: jsonAnswer(reduceKraken),
  kept: quote,
  freshMs: MARK_FRESH_MS,
  staleMs: MARK_STALE_MS,
  maxBytes: 50_000,
});

export const krakenBtc = kraken("btc", "XBTUSD");
export const krakenEth = kraken("eth", "ETHUSD");
