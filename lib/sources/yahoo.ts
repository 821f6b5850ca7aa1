import * as z from "zod";
import { accept, jsonAnswer } from "./fetcher/answer";
import { MARK_FRESH_MS, MARK_STALE_MS, quote, type Quote } from "./quote";
import { type Reduced, type Source, SourceError } from "./source";

/**
 * Yahoo's chart endpoint: unofficial, and refuses clients that don't look like a browser. The change is taken from
 * `regularMarketChangePercent`: `chartPreviousClose` is the close before the requested range, not yesterday's.
 */
const BROWSER =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

const chart = (symbol: string) =>
  z.object({
    chart: z.object({
      result: z.array(
        z.object({
          meta: z.object({
            symbol: z.literal(symbol), // an answer about another symbol is no answer
            regularMarketPrice: z.number().positive(),
            regularMarketTime: z.int().positive(),
            regularMarketChangePercent: z.number().nullish(),
          }),
        }),
      ),
    }),
  });

/** `/v8/finance/chart/{symbol}`: the last price, its time, and its change against the previous close. */
export function reduceChart(answer: unknown, symbol: string): Reduced<Quote> {
  const [first] = accept(chart(symbol), answer).chart.result;
  if (first === undefined) throw new SourceError("suspect_empty", "no chart in the answer");
  const { meta } = first;
  return {
    value: { price: meta.regularMarketPrice, changePct: meta.regularMarketChangePercent ?? null },
    asOf: new Date(meta.regularMarketTime * 1_000),
  };
}

const yahoo = (id: string, symbol: string): Source<Quote> => ({
  id: `yahoo.${id}`,
  version: 1,
  provider: "Yahoo Finance",
  address: () => ({
    host: "query2.finance.yahoo.com",
    path: `/v8/finance/chart/${encodeURIComponent(symbol)}`,
    query: { range: "5d", interval: "1d" },
  }),
  headers: { "user-agent": BROWSER, accept: "application/json" },
  answer: jsonAnswer((answer) => reduceChart(answer, symbol)),
  kept: quote,
  freshMs: MARK_FRESH_MS,
  staleMs: MARK_STALE_MS,
  maxUsableAgeMs: 4 * 86_400_000, // longer than any holiday weekend
  maxBytes: 500_000,
});

/** Coins never close: from when their change counts it does not say, and so it stays unknown. */
const yahooCoin = (id: string, symbol: string): Source<Quote> => ({
  ...yahoo(id, symbol),
  version: 2,
  answer: jsonAnswer((answer) => {
    const { value, asOf } = reduceChart(answer, symbol);
    return { value: { ...value, changePct: null }, asOf };
  }),
});

export const yahooSpx = yahoo("spx", "^GSPC");
export const yahooVix = yahoo("vix", "^VIX");
export const yahooDxy = yahoo("dxy", "DX-Y.NYB");
export const yahooGold = yahoo("gold", "GC=F");
export const yahooBtc = yahooCoin("btc", "BTC-USD");
export const yahooEth = yahooCoin("eth", "ETH-USD");
