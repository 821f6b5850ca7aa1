import { type Answer, json, text } from "../http/answer";
import { DAY, dayOf, easternOffset, easternTime, MINUTE, monthOf, yearOf } from "../market/calendar";
import {
  barOf,
  type Bar,
  INSTRUMENTS,
  priceAt,
  type Session,
  sessionsUntil,
  type Ticker,
} from "../market/prices";
import type { World } from "../world";
import { numberFrom, type Provider } from "./provider";

const ABOUT: Partial<Record<Ticker, { exchange: string; full: string; type: string; name: string }>> = {
  "^GSPC": { exchange: "SNP", full: "SNP", type: "INDEX", name: "S&P 500" },
  "^VIX": { exchange: "CXI", full: "Cboe Indices", type: "INDEX", name: "CBOE Volatility Index" },
  "DX-Y.NYB": { exchange: "NYB", full: "ICE Futures", type: "INDEX", name: "US Dollar Index" },
  "GC=F": { exchange: "CMX", full: "COMEX", type: "FUTURE", name: "Gold" },
  "BTC-USD": { exchange: "CCC", full: "CCC", type: "CRYPTOCURRENCY", name: "Bitcoin USD" },
  "ETH-USD": { exchange: "CCC", full: "CCC", type: "CRYPTOCURRENCY", name: "Ethereum USD" },
};

/** Trading sessions of each range that the endpoint takes; crypto trades every day of them. */
const RANGES: Readonly<Record<string, number>> = {
  "1d": 1,
  "5d": 5,
  "1mo": 21,
  "3mo": 63,
  "6mo": 126,
  "1y": 252,
  "2y": 504,
  "5y": 1_260,
  "10y": 2_520,
};
const TYPE = "application/json;charset=utf-8";

const failure = (status: number, code: string, description: string): Answer =>
  json({ chart: { result: null, error: { code, description } } }, status, TYPE);

const isTicker = (symbol: string): symbol is Ticker => Object.hasOwn(INSTRUMENTS, symbol);

/** Gold trades by contract: the next of February, April, June, August and December that is a month away. */
function goldContract(now: number): string {
  for (let day = dayOf(now) + 30 * DAY; ; day += DAY)
    if ([2, 4, 6, 8, 12].includes(monthOf(day)))
      return `Gold ${new Date(day).toLocaleString("en-US", { month: "short", timeZone: "UTC" })} ${yearOf(day) % 100}`;
}

const seconds = (ms: number): number => Math.floor(ms / 1000);
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Prices in the arrays are 32-bit floats printed in full: 1518.0999755859375. */
const float = (value: number): number => Math.fround(value);

interface Zone {
  timezone: string;
  exchangeTimezoneName: string;
  /** Seconds. */
  gmtoffset: number;
}

function zoneOf(symbol: Ticker, at: number): Zone {
  if (INSTRUMENTS[symbol].hours === "always")
    return { timezone: "UTC", exchangeTimezoneName: "UTC", gmtoffset: 0 };
  const gmtoffset = seconds(easternOffset(at));
  const timezone = gmtoffset === -4 * 3600 ? "EDT" : "EST";
  return { timezone, exchangeTimezoneName: "America/New_York", gmtoffset };
}

/** The moment that a daily row bears: the opening, or for futures the date's midnight in New York. */
const stampOf = (symbol: Ticker, { day, open }: Session): number =>
  INSTRUMENTS[symbol].hours === "futures" ? easternTime(day, 0) : open;

/** The sessions asked for, by `range` or by `period1` and `period2`; undefined for a range that there is not. */
function asked(symbol: Ticker, search: URLSearchParams, now: number): Session[] | undefined {
  const from = numberFrom(search, "period1", NaN) * 1000;
  if (Number.isFinite(from)) {
    const to = Math.min(now, numberFrom(search, "period2", seconds(now)) * 1000);
    const most = Math.min(2_600, Math.max(0, Math.ceil((to - from) / DAY) + 1));
    return sessionsUntil(symbol, to, most).filter((session) => {
      const stamp = stampOf(symbol, session);
      return stamp >= from && stamp < to;
    });
  }
  const count = RANGES[search.get("range") ?? "1d"];
  return count === undefined ? undefined : sessionsUntil(symbol, now, count);
}

/** Now and then a row is there and its numbers are not; the dollar index's newest daily row is often one. */
function isHole(world: World, symbol: Ticker, bar: Bar, index: number, count: number): boolean {
  if (count < 3) return false;
  if (index === count - 1) return symbol === "DX-Y.NYB";
  return index === 1 || world.random.unit(`${symbol} hole`, bar.day / DAY) < 0.02;
}

function chart(world: World, symbol: Ticker, search: URLSearchParams): Answer {
  const about = ABOUT[symbol];
  if (!about) return failure(404, "Not Found", "No data found, symbol may be delisted");
  const { random } = world;
  const now = world.now();
  const sessions = asked(symbol, search, now);
  if (!sessions)
    return failure(
      422,
      "Unprocessable Entity",
      `Invalid input - range=${search.get("range")} is not supported`,
    );

  const [before, last] = sessionsUntil(symbol, now, 2);
  if (!before || !last) throw new Error("a market without two sessions in its past");
  const today = barOf(random, symbol, last, now);
  const traded = Math.min(now, last.close);
  const price = priceAt(random, symbol, traded);
  const previous = priceAt(random, symbol, before.close);
  const changePercent = rounded((price / previous - 1) * 100, 3);
  const zone = zoneOf(symbol, last.open);
  const opens = stampOf(symbol, last);
  const closes = INSTRUMENTS[symbol].hours === "futures" ? opens + DAY - MINUTE : last.close;
  const span = (start: number, end: number) => ({
    timezone: zone.timezone,
    start: seconds(start),
    end: seconds(end),
    gmtoffset: zone.gmtoffset,
  });

  const [outside] = sessionsUntil(symbol, (sessions[0]?.open ?? now) - 1, 1);
  const bars = sessions.map((session) => barOf(random, symbol, session, now));
  const year = bars
    .flatMap(({ high, low }) => [high, low])
    .concat(
      sessionsUntil(symbol, now, 252).map(({ close }) => priceAt(random, symbol, Math.min(close, now))),
    );
  const column = (read: (bar: Bar) => number) =>
    bars.map((bar, i) => (isHole(world, symbol, bar, i, bars.length) ? null : read(bar)));
  return json(
    {
      chart: {
        result: [
          {
            meta: {
              currency: "USD",
              symbol,
              exchangeName: about.exchange,
              fullExchangeName: about.full,
              instrumentType: about.type,
              firstTradeDate: about.type === "CRYPTOCURRENCY" ? 1410912000 : 967608000,
              regularMarketTime: seconds(traded),
              hasPrePostMarketData: false,
              ...zone,
              regularMarketPrice: rounded(price, 2),
              regularMarketChangePercent: changePercent,
              ...(about.type === "FUTURE" && {
                fulldayPrice: rounded(price, 2),
                fulldayChange: rounded(price - previous, 2),
                fulldayChangePercent: changePercent,
              }),
              fiftyTwoWeekHigh: rounded(Math.max(...year, today.high), 2),
              fiftyTwoWeekLow: rounded(Math.min(...year, today.low), 2),
              regularMarketDayHigh: rounded(Math.max(today.high, price), 2),
              regularMarketDayLow: rounded(Math.min(today.low, price), 2),
              regularMarketVolume: symbol === "DX-Y.NYB" || symbol === "^VIX" ? 0 : today.volume,
              ...(about.type !== "FUTURE" && { longName: about.name }),
              shortName: about.type === "FUTURE" ? goldContract(now) : about.name,
              // the close before the range that was asked for, however long ago that is
              chartPreviousClose: rounded(outside ? priceAt(random, symbol, outside.close) : previous, 2),
              priceHint: 2,
              currentTradingPeriod: {
                pre: span(opens, opens),
                regular: span(opens, closes),
                post: span(closes, closes),
              },
              dataGranularity: search.get("interval") ?? "1d",
              range: search.has("period1") ? "" : (search.get("range") ?? "1d"),
              validRanges: Object.keys(RANGES),
            },
            timestamp: bars.map((bar) => seconds(stampOf(symbol, bar))),
            indicators: {
              quote: [
                {
                  open: column(({ openPrice }) => float(openPrice)),
                  low: column(({ low }) => float(low)),
                  high: column(({ high }) => float(high)),
                  close: column(({ closePrice }) => float(closePrice)),
                  volume: column(({ volume }) => volume),
                },
              ],
              adjclose: [{ adjclose: column(({ closePrice }) => float(closePrice)) }],
            },
          },
        ],
        error: null,
      },
    },
    200,
    TYPE,
  );
}

/** Yahoo's chart endpoint, which answers 429 to whoever does not look like a browser. */
export const yahoo: Provider = {
  hosts: ["query2.finance.yahoo.com", "query1.finance.yahoo.com"],
  answer({ path, search, headers }, world) {
    if (!/^Mozilla\//.test(headers["user-agent"] ?? ""))
      return text("text/html", "Edge: Too Many Requests", 429);
    const [, symbol] = /^\/v8\/finance\/chart\/([^/]+)$/.exec(path) ?? [];
    if (symbol === undefined) return undefined;
    return isTicker(symbol)
      ? chart(world, symbol, search)
      : failure(404, "Not Found", "No data found, symbol may be delisted");
  },
};
