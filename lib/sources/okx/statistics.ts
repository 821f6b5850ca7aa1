import * as z from "zod";
import { dueBars, type Timeframe, TIMEFRAMES } from "../candles";
import {
  type Coin,
  decimal,
  decimalRatio,
  DUE_STATISTICS,
  milliseconds,
  newestTime,
  oldestFirst,
  openInterest,
  type OpenInterest,
  positiveDecimal,
  ratios,
  type Ratios,
  seriesKept,
  STATISTICS_FRESH_MS,
  STATISTICS_STALE_MS,
  takerVolumes,
  type TakerVolumes,
} from "../derivatives";
import { believedInterest, believedRatios, believedTaker } from "../believed-rows";
import type { Doubt } from "../doubt";
import { jsonAnswer } from "../fetcher/answer";
import { type Reduced, type Source, SourceError } from "../source";
import { instrument, OKX, okxAddress, okxRows } from "./okx";

/** OKX's statistics of a swap ("rubik"): who is long, what takers trade, how much is open. */

const RATIOS = {
  /** Accounts that are net long ÷ net short, of all. */
  accounts: "/rubik/stat/contracts/long-short-account-ratio-contract",
  /** The same of the top 5 % of traders by open interest. */
  "top-accounts": "/rubik/stat/contracts/long-short-account-ratio-contract-top-trader",
  /** Long ÷ short of what those hold. */
  "top-positions": "/rubik/stat/contracts/long-short-position-ratio-contract-top-trader",
} as const;
type RatioKind = keyof typeof RATIOS;

const ROWS = "100";
const statistics = {
  ...OKX,
  freshMs: STATISTICS_FRESH_MS,
  staleMs: STATISTICS_STALE_MS,
  due: DUE_STATISTICS,
};

const ratioRow = z.tuple([milliseconds, decimalRatio]).rest(z.unknown());

/** Rows `[ts, ratio]`. */
export function reduceOkxRatios(answer: unknown): Reduced<Ratios> {
  const unread: Doubt[] = [];
  const rows = okxRows(ratioRow, answer, unread).map(([at, ratio]): Ratios[number] => [at, ratio]);
  return believedRatios(oldestFirst(rows), unread);
}

/** 100 hours of one of the three long ÷ short ratios. */
export const okxRatios = (kind: RatioKind, coin: Coin): Source<Ratios> => ({
  ...statistics,
  id: `okx.${kind}.${coin}`,
  address: okxAddress(RATIOS[kind], { instId: instrument(coin), period: "1H", limit: ROWS }),
  answer: jsonAnswer(reduceOkxRatios),
  kept: ratios,
  ...seriesKept,
});

const takerRow = z
  .tuple([milliseconds, decimal.pipe(z.number().min(0)), decimal.pipe(z.number().min(0))])
  .rest(z.unknown());

/** How long after its end a bucket's figures still grow. */
const SETTLES_MS = 5_000;

/**
 * Rows `[ts, sold, bought]`, sold first, stamped by the bucket's opening. The newest bucket is still filling: half an
 * hour's trade under a whole hour's name, so it is left out, by the clock of the moment of reading.
 */
export function reduceOkxTaker(answer: unknown, timeframe: Timeframe, now: Date): Reduced<TakerVolumes> {
  const step = TIMEFRAMES[timeframe];
  const unread: Doubt[] = [];
  const rows = okxRows(takerRow, answer, unread).map(([at, sold, bought]): TakerVolumes[number] => [
    at,
    bought,
    sold,
  ]);
  const value = oldestFirst(rows).filter(([at]) => at + step + SETTLES_MS <= now.getTime());
  const newest = newestTime(value);
  if (newest === null) throw new SourceError("suspect_empty", "no bucket is over");
  return believedTaker(value, new Date(newest.getTime() + step), unread);
}

/** What takers bought and sold in the last 99 buckets, in US dollars. */
export const okxTaker = (coin: Coin, timeframe: Timeframe): Source<TakerVolumes> => ({
  ...statistics,
  due: dueBars(timeframe),
  freshMs: timeframe === "5m" ? STATISTICS_FRESH_MS / 2 : STATISTICS_FRESH_MS,
  id: `okx.taker-${timeframe}.${coin}`,
  address: okxAddress("/rubik/stat/taker-volume-contract", {
    instId: instrument(coin),
    period: timeframe === "1h" ? "1H" : timeframe,
    unit: "2",
    limit: ROWS,
  }),
  answer: jsonAnswer((answer, now) => reduceOkxTaker(answer, timeframe, now)),
  kept: takerVolumes,
  ...seriesKept,
});

const interestRow = z
  .tuple([milliseconds, positiveDecimal, positiveDecimal, positiveDecimal])
  .rest(z.unknown());

/** Rows `[ts, contracts, coins, US dollars]`. */
export function reduceOkxOpenInterest(answer: unknown): Reduced<OpenInterest> {
  const unread: Doubt[] = [];
  const rows = okxRows(interestRow, answer, unread).map(([at, , coins, usd]): OpenInterest[number] => [
    at,
    coins,
    usd,
  ]);
  return believedInterest(oldestFirst(rows), unread);
}

/** 100 hours of open interest. */
export const okxOpenInterest = (coin: Coin): Source<OpenInterest> => ({
  ...statistics,
  id: `okx.open-interest.${coin}`,
  address: okxAddress("/rubik/stat/contracts/open-interest-history", {
    instId: instrument(coin),
    period: "1H",
    limit: ROWS,
  }),
  answer: jsonAnswer(reduceOkxOpenInterest),
  kept: openInterest,
  ...seriesKept,
});
