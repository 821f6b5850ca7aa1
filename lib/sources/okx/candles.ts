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
} from "../candles";
import { believedBars, eachOnce, type ToldBar } from "../believed-bars";
import { type Coin, decimal, milliseconds, positiveDecimal } from "../derivatives";
import { type Doubt, rowsDoubted } from "../doubt";
import { jsonAnswer } from "../fetcher/answer";
import { type Reduced, type Source, SourceError } from "../source";
import { instrument, OKX, okxAddress, okxRows } from "./okx";

const amount = decimal.pipe(z.number().min(0));
/** `[ts, open, high, low, close, contracts, coins, dollars, confirm]`. */
const row = z
  .tuple([
    milliseconds,
    positiveDecimal,
    positiveDecimal,
    positiveDecimal,
    positiveDecimal,
    z.unknown(),
    amount,
    amount,
    z.enum(["0", "1"]),
  ])
  .rest(z.unknown());

/** Bars that `confirm` says have closed. OKX does not split a bar into what takers bought and sold. */
export function reduceOkxCandles(answer: unknown, timeframe: Timeframe): Reduced<Candles> {
  const unread: Doubt[] = [];
  const rows = okxRows(row, answer, unread);
  const told = (confirmed: "0" | "1"): ToldBar[] =>
    rows
      .filter((one) => one[8] === confirmed)
      .map(([at, open, high, low, close, , coins, dollars]) => ({
        at,
        open,
        high,
        low,
        close,
        coins,
        dollars,
      }))
      .sort((a, b) => a.at - b.at);
  const { bars, doubts } = believedBars(eachOnce(told("1")), told("0").at(-1), timeframe);
  const newest = bars.at(-1)?.[0] ?? 0;
  const open = told("0").filter(({ at }) => at <= newest);
  const late = rowsDoubted(
    "identity",
    open.map(({ at }) => new Date(at).toISOString()),
    bars.length,
    "not closed, and later ones are",
  ).map((one) => ({ ...one, share: 1 }));
  if (bars.length === 0) throw new SourceError("suspect_empty", "no bar has closed");
  return {
    value: { bars, taker: null },
    asOf: closedAt(bars, timeframe),
    doubts: [...unread, ...late, ...doubts],
  };
}

export const okxCandles = (coin: Coin, timeframe: Timeframe): Source<Candles> => ({
  ...OKX,
  id: `okx.candles-${timeframe}.${coin}`,
  address: okxAddress("/market/candles", {
    instId: instrument(coin),
    bar: timeframe === "1h" ? "1H" : timeframe,
    limit: String(BARS_ASKED),
  }),
  answer: jsonAnswer((answer) => boundedBars(coin, reduceOkxCandles(answer, timeframe))),
  ...candlesKept,
  freshMs: CANDLES_FRESH_MS[timeframe],
  staleMs: CANDLES_STALE_MS,
  due: dueBars(timeframe),
});
