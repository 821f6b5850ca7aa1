import * as z from "zod";
import {
  BARS_ASKED,
  boundedBars,
  candlesKept,
  CANDLES_FRESH_MS,
  CANDLES_STALE_MS,
  type Candles,
  closedAt,
  dueBars,
  type Timeframe,
  TIMEFRAMES,
} from "../candles";
import {
  type Coin,
  decimal,
  milliseconds,
  oldestFirst,
  positiveDecimal,
  type TakerVolumes,
} from "../derivatives";
import { believedBars, eachOnce, type ToldBar } from "../believed-bars";
import { type Doubt, rowsDoubted } from "../doubt";
import { jsonAnswer } from "../fetcher/answer";
import { type Reduced, type Source, SourceError } from "../source";
import { BINANCE, binanceAddress, binanceRows, pair } from "./binance";

const amount = decimal.pipe(z.number().min(0));
/** `[opening, open, high, low, close, coins, closing, dollars, trades, coins bought, dollars bought, "0"]`. */
const row = z
  .tuple([
    milliseconds,
    positiveDecimal,
    positiveDecimal,
    positiveDecimal,
    positiveDecimal,
    amount,
    milliseconds,
    amount,
    z.unknown(),
    z.unknown(),
    amount,
  ])
  .rest(z.unknown());

/**
 * Bars whose closing time had passed when they were read: the last row is the bar that runs. What takers sold is what
 * they did not buy.
 */
export function reduceBinanceCandles(answer: unknown, timeframe: Timeframe, now: Date): Reduced<Candles> {
  const unread: Doubt[] = [];
  const given = binanceRows(row, answer, unread).toSorted(([a], [b]) => a - b);
  const all = given.filter(([at, , , , , , closing]) => closing === at + TIMEFRAMES[timeframe] - 1);
  const misdated = given.filter((one) => !all.includes(one));
  const isClosed = ([, , , , , , closing]: (typeof all)[number]): boolean => closing < now.getTime();
  const told = (rows: typeof all): ToldBar[] =>
    rows.map(([at, open, high, low, close, coins, , dollars]) => ({
      at,
      open,
      high,
      low,
      close,
      coins,
      dollars,
    }));
  const rows = all.filter(isClosed);
  const running = told(all.filter((one) => !isClosed(one))).at(-1);
  const { bars, doubts } = believedBars(eachOnce(told(rows)), running, timeframe);
  const [first] = bars;
  if (first === undefined) throw new SourceError("suspect_empty", "no bar has closed");
  const inRun = rows.filter(([at]) => at >= first[0]);
  const split = inRun.filter(([, , , , , , , dollars, , , bought]) => bought <= dollars);
  const odd = rowsDoubted(
    "identity",
    misdated.map(([at]) => new Date(at).toISOString()),
    all.length,
    "its closing time is not that of its length",
  ).map((one) => ({ ...one, share: 1 }));
  const more = rowsDoubted(
    "identity",
    inRun.filter((one) => !split.includes(one)).map(([at]) => new Date(at).toISOString()),
    split.length,
    "takers bought more than was traded",
  ).map((one) => ({ ...one, share: 1 }));
  const taker = oldestFirst(
    split.map(([at, , , , , , , dollars, , , bought]): TakerVolumes[number] => [
      at,
      bought,
      dollars - bought,
    ]),
  );
  return {
    value: { bars, taker: taker.length === 0 ? null : taker },
    asOf: closedAt(bars, timeframe),
    doubts: [...unread, ...odd, ...doubts, ...more],
  };
}

export const binanceCandles = (coin: Coin, timeframe: Timeframe): Source<Candles> => ({
  ...BINANCE,
  id: `binance.candles-${timeframe}.${coin}`,
  address: binanceAddress("/fapi/v1/klines", {
    symbol: pair(coin),
    interval: timeframe,
    limit: String(BARS_ASKED),
  }),
  answer: jsonAnswer((answer, now) => boundedBars(coin, reduceBinanceCandles(answer, timeframe, now))),
  ...candlesKept,
  freshMs: CANDLES_FRESH_MS[timeframe],
  staleMs: CANDLES_STALE_MS,
  due: dueBars(timeframe),
});
