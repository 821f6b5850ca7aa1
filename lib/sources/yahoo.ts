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
  const unread = closesDoubts(first);
  const closes = unread.length > 0 ? [] : closesBefore(first);
  const { changePct, doubts: odd } = changeOf(first, meta.regularMarketChangePercent ?? null, closes);
  const doubts = [...unread, ...odd];
  return {
    value: {
      price,
      changePct,
      ...(closes.length > 0 && isListed(mark) && { closes: closes.filter(isKnown) }),
    },
    asOf: new Date(time * 1_000),
    ...(doubts.length > 0 && { doubts }),
  };
}

/** Whether another source has the closes of the same index. */
const isListed = (mark: Marked): boolean => mark === "SPX" || mark === "VIX";

const DAY_SEC = 86_400;

/** What speaks against the closes: they are above 0, and lie one after the other in the days before the price. */
function closesDoubts({ meta, timestamp, indicators }: Chart): Doubt[] {
  const { mostOffsetH, closesDays } = limits.quote;
  const doubt = (path: string, got: number, want: string): Doubt[] => [
    { path, rule: "identity", scope: "field", got, want },
  ];
  const offset = meta.gmtoffset ?? 0;
  if (Math.abs(offset) > mostOffsetH * 3_600)
    return doubt("seconds from UTC", offset, `at most ${mostOffsetH} hours`);
  const times = timestamp ?? [];
  const from = meta.regularMarketTime - closesDays * DAY_SEC;
  const odd = times.find(
    (sec, i) => sec < from || sec > meta.regularMarketTime + DAY_SEC || sec <= (times[i - 1] ?? 0),
  );
  if (odd !== undefined) return doubt("the time of a close", odd, "one a session, before the price's");
  const none = indicators?.quote[0]?.close?.find((close) => close !== null && close <= 0) ?? null;
  return none === null ? [] : doubt("a close", none, "above 0");
}

type Close = [date: string, close: number | null];
const isKnown = (close: Close): close is [string, number] => close[1] !== null;

/** Closes from before the longest break between sessions say nothing of this one. */
const RECENT_SEC = 10 * DAY_SEC;

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

interface Change {
  changePct: number | null;
  doubts: Doubt[];
}

/**
 * The change, where it agrees with the close before and with what the answer says of the full day. Where the close before is known,
 * it is reckoned from that: the answer's own is rounded.
 */
function changeOf({ meta }: Chart, told: number | null, closes: readonly Close[]): Change {
  if (told === null) return { changePct: null, doubts: [] };
  const { regularMarketPrice: price, fulldayChange: full } = meta;
  const fromFull = typeof full === "number" ? (full / (price - full)) * 100 : null;
  const [date, close] = closes.at(-1) ?? [null, null];
  const isRecent = date !== null && meta.regularMarketTime * 1_000 - Date.parse(date) <= LONGEST_BREAK_MS;
  const fromClose = isRecent && close !== null ? (price / close - 1) * 100 : null;
  const { changePoints, fullDayPoints } = limits.quote;
  const isOff = (points: number | null, most: number): points is number =>
    points !== null && Math.abs(points - told) > most;
  if (isOff(fromFull, fullDayPoints))
    return { changePct: null, doubts: [changeDoubt(told, "full day", fromFull)] };
  if (isOff(fromClose, changePoints))
    return { changePct: null, doubts: [changeDoubt(told, "closes", fromClose)] };
  return { changePct: fromClose ?? told, doubts: [] };
}

const changeDoubt = (got: number, of: string, gives: number): Doubt => ({
  ...{ path: "change", rule: "identity", scope: "field", got },
  want: `by its own ${of} it is ${Math.round(gives * 100) / 100} %`,
});

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
