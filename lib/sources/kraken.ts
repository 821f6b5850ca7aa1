import * as z from "zod";
import { limits } from "../curated/plausibility";
import { accept, jsonAnswer } from "./fetcher/answer";
import { checkRange, checkSpread, within } from "./disbelieve";
import { decimalPrice, MARK_FRESH_MS, MARK_STALE_MS, markKept, type Quote } from "./quote";
import { type Reduced, type Source, SourceError } from "./source";

/**
 * Kraken's ticker: refusals come with status 200 in `error`; the pair comes back under another name than asked for
 * (XBTUSD as XXBTZUSD); there is no time. Its `o` is the opening price of the UTC day, not that of 24 hours ago,
 * so the change stays unknown rather than meaning something else than the other sources'.
 */
type Coin = "BTC" | "ETH";

const figures = z.array(z.string());
const said = figures.nullish();
const ticker = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.object({ c: figures, b: said, a: said, l: said, h: said })).optional(),
});

/** The names under which Kraken answers for a pair. */
const ALIASES: Readonly<Record<Coin, readonly string[]>> = {
  BTC: ["XXBTZUSD", "XBTUSD"],
  ETH: ["XETHZUSD", "ETHUSD"],
};

/**
 * The last trade. Throws SourceError `implausible` for one outside its own bid and ask, or its own 24 hours, `schema` for an
 * answer about another pair.
 */
export function reduceKraken(answer: unknown, coin: Coin): Reduced<Quote> {
  const { error, result } = accept(ticker, answer);
  if (error.some((text) => /rate limit|too many/i.test(text)))
    throw new SourceError("rate_limited", "refused with status 200");
  if (error.length > 0) throw new SourceError("schema", "refused with status 200");
  const [[name = "", pair] = [], ...others] = Object.entries(result ?? {});
  if (pair?.c[0] === undefined) throw new SourceError("suspect_empty", "no price in the answer");
  if (others.length > 0) throw new SourceError("schema", "more than one pair in the answer");
  if (!ALIASES[coin].includes(name)) throw new SourceError("schema", "an answer about another pair");
  const price = within(coin, accept(decimalPrice, pair.c[0]), limits.bounds[coin]);
  const at = (column: readonly string[] | null | undefined, i: number): number | null =>
    column?.[i] === undefined ? null : accept(decimalPrice, column[i]);
  checkSpread(coin, price, at(pair.b, 0), at(pair.a, 0));
  checkRange(coin, price, at(pair.l, 1), at(pair.h, 1), limits.quote.outsideDay);
  return { value: { price, changePct: null }, asOf: null };
}

const kraken = (id: string, pair: string, coin: Coin): Source<Quote> => ({
  id: `kraken.${id}`,
  version: 2,
  provider: "Kraken",
  address: () => ({ host: "api.kraken.com", path: "/0/public/Ticker", query: { pair } }),
  answer: jsonAnswer((answer) => reduceKraken(answer, coin)),
  ...markKept(coin),
  freshMs: MARK_FRESH_MS,
  staleMs: MARK_STALE_MS,
  maxBytes: 50_000,
});

export const krakenBtc = kraken("btc", "XBTUSD", "BTC");
export const krakenEth = kraken("eth", "ETHUSD", "ETH");
