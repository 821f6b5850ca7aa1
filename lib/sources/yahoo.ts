import * as z from "zod";
import { limits } from "../curated/plausibility";
import { accept, jsonAnswer } from "./fetcher/answer";
import { checkRange, within } from "./disbelieve";
import type { Doubt } from "./doubt";
import { MARK_FRESH_MS, MARK_STALE_MS, markKept, type Marked, type Quote } from "./quote";
import { type Reduced, type Source, SourceError } from "./source";

/**
 * Yahoo's chart endpoint: unofficial, and refuses clients that don't look like a browser. The change is taken from
 * `regularMarketChangePercent`: `chartPreviousClose` is the close before the requested range, not yesterday's.
 */
const BROWSER =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

const figure = z.number().positive().nullish();
const column = z.array(z.number().nullable()).nullish();

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
            regularMarketDayLow: figure,
            regularMarketDayHigh: figure,
            fiftyTwoWeekLow: figure,
            fiftyTwoWeekHigh: figure,
            fulldayChange: z.number().nullish(),
            gmtoffset: z.int().nullish(),
          }),
          timestamp: z.array(z.int()).nullish(),
          indicators: z.object({ quote: z.array(z.object({ close: column })) }).nullish(),
        }),
      ),
    }),
  });

type Chart = z.infer<ReturnType<typeof chart>>["chart"]["result"][number];

/**
 * `/v8/finance/chart/{symbol}`: the last price, its time, its change against the previous close, and the closes of the sessions
 * before. Throws SourceError `implausible` for a price out of its bounds, or out of its own day's or year's range.
 */
export function reduceChart(answer: unknown, symbol: string, mark: Marked): Reduced<Quote> {
  const [first] = accept(chart(symbol), answer).chart.result;
  if (first === undefined) throw new SourceError("suspect_empty", "no chart in the answer");
  const { regularMarketPrice: price, regularMarketTime: time, ...meta } = first.meta;
  within(mark, price, limits.bounds[mark]);
  checkRange(mark, price, meta.regularMarketDayLow ?? null, meta.regularMarketDayHigh ?? null, 0.001);
  const { yearLow, yearHigh } = limits.quote;
  const [low, high] = [meta.fiftyTwoWeekLow, meta.fiftyTwoWeekHigh];
  checkRange(
    mark,
    price,
    low ? low * yearLow : null,
    high ? high * yearHigh : null,
    0,
    "year's range, widened",
  );
  const closes = closesBefore(first);
  const changed = meta.regularMarketChangePercent ?? null;
  const doubts = changed === null ? [] : changeDoubts(first, changed, closes);
  return {
    value: {
      price,
      changePct: doubts.length > 0 ? null : changed,
      ...(closes.length > 0 && { closes: closes.filter(isKnown) }),
    },
    asOf: new Date(time * 1_000),
    ...(doubts.length > 0 && { doubts }),
  };
}

type Close = [date: string, close: number | null];
const isKnown = (close: Close): close is [string, number] => close[1] !== null;

/** Closes from before the longest break between sessions say nothing of this one. */
const RECENT_SEC = 10 * 86_400;

/** Closes of the sessions before that of the price, oldest first, by the exchange's dates. Null: the answer has a hole. */
function closesBefore({ meta, timestamp, indicators }: Chart): Close[] {
  const dateOf = (sec: number): string =>
    new Date((sec + (meta.gmtoffset ?? 0)) * 1_000).toISOString().slice(0, 10);
  const today = dateOf(meta.regularMarketTime);
  const since = dateOf(meta.regularMarketTime - RECENT_SEC);
  const column = indicators?.quote[0]?.close ?? [];
  return (timestamp ?? [])
    .map((sec, i): Close => [dateOf(sec), column[i] ?? null])
    .filter(([date, close]) => date < today && date >= since && (close === null || close > 0))
    .sort(([a], [b]) => a.localeCompare(b));
}

/** The longest that two sessions lie apart. */
const LONGEST_BREAK_MS = 5 * 86_400_000;

/** Whether a change agrees with the close before, by the daily closes or by what the answer says of the full day. */
function changeDoubts({ meta }: Chart, changePct: number, closes: readonly Close[]): Doubt[] {
  const [date, close] = closes.at(-1) ?? [null, null];
  const recent = date !== null && meta.regularMarketTime * 1_000 - Date.parse(date) <= LONGEST_BREAK_MS;
  const full = meta.fulldayChange ?? null;
  const before = recent && close !== null ? close : full === null ? null : meta.regularMarketPrice - full;
  const from = before === null || before <= 0 ? null : (meta.regularMarketPrice / before - 1) * 100;
  if (from === null || Math.abs(from - changePct) <= limits.quote.changePoints) return [];
  const want = `its own closes give ${Math.round(from * 100) / 100} %`;
  return [{ path: "change", rule: "identity", scope: "field", got: changePct, want }];
}

const yahoo = (id: string, symbol: string, mark: Marked): Source<Quote> => ({
  id: `yahoo.${id}`,
  version: 2,
  provider: "Yahoo Finance",
  address: () => ({
    host: "query2.finance.yahoo.com",
    path: `/v8/finance/chart/${encodeURIComponent(symbol)}`,
    query: { range: "5d", interval: "1d" },
  }),
  headers: { "user-agent": BROWSER, accept: "application/json" },
  answer: jsonAnswer((answer) => reduceChart(answer, symbol, mark)),
  ...markKept(mark),
  freshMs: MARK_FRESH_MS,
  staleMs: MARK_STALE_MS,
  maxUsableAgeMs: 4 * 86_400_000, // longer than any holiday weekend
  maxBytes: 500_000,
});

/** Coins never close: from when their change counts it does not say, and so it stays unknown. */
const yahooCoin = (id: string, symbol: string, mark: Marked): Source<Quote> => ({
  ...yahoo(id, symbol, mark),
  version: 3,
  answer: jsonAnswer((answer) => {
    const { value, asOf } = reduceChart(answer, symbol, mark);
    return { value: { price: value.price, changePct: null }, asOf };
  }),
});

export const yahooSpx = yahoo("spx", "^GSPC", "SPX");
export const yahooVix = yahoo("vix", "^VIX", "VIX");
export const yahooDxy = yahoo("dxy", "DX-Y.NYB", "DXY");
export const yahooGold = yahoo("gold", "GC=F", "GOLD");
export const yahooBtc = yahooCoin("btc", "BTC-USD", "BTC");
export const yahooEth = yahooCoin("eth", "ETH-USD", "ETH");
