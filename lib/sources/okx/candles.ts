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
import { type Coin, decimal, milliseconds, oldestFirst, positiveDecimal } from "../derivatives";
import { jsonAnswer } from "../fetcher/answer";
import { type Reduced, type Source, SourceError } from "../source";
import { instrument, OKX, okxAddress, okxRows } from "./okx";

/** `[ts, open, high, low, close, contracts, coins, dollars, confirm]`. */
const row = z
  .tuple([
    milliseconds,
    positiveDecimal,
    positiveDecimal,
    positiveDecimal,
    positiveDecimal,
    z.unknown(),
    decimal.pipe(z.number().min(0)),
    z.unknown(),
    z.enum(["0", "1"]),
  ])
  .rest(z.unknown());

/** Bars that `confirm` says have closed. OKX does not split a bar into what takers bought and sold. */
export function reduceOkxCandles(answer: unknown, timeframe: Timeframe): Reduced<Candles> {
  const closed = okxRows(row, answer)
    .filter(([, , , , , , , , confirm]) => confirm === "1")
    .map(([at, , high, low, close, , coins]): Bar => [at, high, low, close, coins])
    .filter(isSound);
  const bars = withoutGap(oldestFirst(closed), timeframe);
  if (bars.length === 0) throw new SourceError("suspect_empty", "no bar has closed");
  return { value: { bars, taker: null }, asOf: closedAt(bars, timeframe) };
}

export const okxCandles = (coin: Coin, timeframe: Timeframe): Source<Candles> => ({
  ...OKX,
  id: `okx.candles-${timeframe}.${coin}`,
  address: okxAddress("/market/candles", {
    instId: instrument(coin),
    bar: timeframe === "1h" ? "1H" : timeframe,
    limit: String(BARS_ASKED),
  }),
  answer: jsonAnswer((answer) => reduceOkxCandles(answer, timeframe)),
  kept: candles,
  freshMs: CANDLES_FRESH_MS[timeframe],
  staleMs: CANDLES_STALE_MS,
});
