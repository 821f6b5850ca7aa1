import * as z from "zod";
import {
  type Bar,
  BARS_ASKED,
  candles,
  CANDLES_FRESH_MS,
  CANDLES_STALE_MS,
  type Candles,
  closedAt,
  isSound,
  type Timeframe,
  withoutGap,
} from "../candles";
import {
  type Coin,
  decimal,
  milliseconds,
  oldestFirst,
  positiveDecimal,
  type TakerVolumes,
} from "../derivatives";
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
  const rows = binanceRows(row, answer).filter(([, , , , , , closing]) => closing < now.getTime());
  const sound = rows
    .map(([at, , high, low, close, coins]): Bar => [at, high, low, close, coins])
    .filter(isSound);
  const bars = withoutGap(oldestFirst(sound), timeframe);
  const [first] = bars;
  if (first === undefined) throw new SourceError("suspect_empty", "no bar has closed");
  const taker = oldestFirst(
    rows.map(([at, , , , , , , dollars, , , bought]): TakerVolumes[number] => [
      at,
      bought,
      Math.max(0, dollars - bought),
    ]),
  ).filter(([at]) => at >= first[0]);
  return { value: { bars, taker }, asOf: closedAt(bars, timeframe) };
}

export const binanceCandles = (coin: Coin, timeframe: Timeframe): Source<Candles> => ({
  ...BINANCE,
  id: `binance.candles-${timeframe}.${coin}`,
  address: binanceAddress("/fapi/v1/klines", {
    symbol: pair(coin),
    interval: timeframe,
    limit: String(BARS_ASKED),
  }),
  answer: jsonAnswer((answer, now) => reduceBinanceCandles(answer, timeframe, now)),
  kept: candles,
  freshMs: CANDLES_FRESH_MS[timeframe],
  staleMs: CANDLES_STALE_MS,
});
