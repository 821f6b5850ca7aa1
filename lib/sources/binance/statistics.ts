import * as z from "zod";
import { dueBars, TIMEFRAMES } from "../candles";
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
import { limits } from "@/lib/curated/plausibility";
import { believedInterest, believedRatios, believedTaker } from "../believed-rows";
import { disbelieve } from "../disbelieve";
import { type Doubt, rowsDoubted } from "../doubt";
import { jsonAnswer } from "../fetcher/answer";
import { type Reduced, type Source, SourceError } from "../source";
import { BINANCE, binanceAddress, binanceRows, pair } from "./binance";

const RATIOS = {
  /** Accounts that are net long ÷ net short, of all. */
  accounts: "/futures/data/globalLongShortAccountRatio",
  /** The same of the top 20 % by margin balance: another group than OKX's top 5 % by open interest. */
  "top-accounts": "/futures/data/topLongShortAccountRatio",
  /** Long ÷ short of what those hold. */
  "top-positions": "/futures/data/topLongShortPositionRatio",
} as const;
type RatioKind = keyof typeof RATIOS;

const statistics = {
  ...BINANCE,
  freshMs: STATISTICS_FRESH_MS,
  staleMs: STATISTICS_STALE_MS,
  due: DUE_STATISTICS,
};

const ratioRow = (symbol: string) =>
  z.object({
    symbol: z.literal(symbol),
    longShortRatio: decimalRatio,
    longAccount: decimal.nullish(),
    shortAccount: decimal.nullish(),
    timestamp: milliseconds,
  });
type RatioRow = z.output<ReturnType<typeof ratioRow>>;

/** Whether the two shares make a whole, and the ratio is theirs. */
function isWhole({ longShortRatio, longAccount, shortAccount }: RatioRow): boolean {
  if (typeof longAccount !== "number" || typeof shortAccount !== "number") return true;
  const { whole, quotient } = limits.shares;
  return (
    Math.abs(longAccount + shortAccount - 1) <= whole &&
    Math.abs(longAccount / shortAccount / longShortRatio - 1) <= quotient
  );
}

export function reduceBinanceRatios(answer: unknown, symbol: string): Reduced<Ratios> {
  const unread: Doubt[] = [];
  const rows = binanceRows(ratioRow(symbol), answer, unread);
  const newestRow = rows.toSorted((a, b) => a.timestamp - b.timestamp).at(-1);
  if (newestRow !== undefined && !isWhole(newestRow))
    disbelieve("the newest long ÷ short", newestRow.longShortRatio, "its own shares give another");
  const whole = rows.filter(isWhole);
  const { doubts = [], ...reduced } = believedRatios(
    oldestFirst(whole.map((row): Ratios[number] => [row.timestamp, row.longShortRatio])),
    unread,
  );
  const times = rows.filter((row) => !isWhole(row)).map(({ timestamp }) => new Date(timestamp).toISOString());
  const odd = rowsDoubted("identity", times, whole.length, "long ÷ short is not that of its own shares");
  return { ...reduced, doubts: [...doubts, ...odd.map((one) => ({ ...one, share: 1 }))] };
}

/** 100 hours of one of the three long ÷ short ratios. */
export const binanceRatios = (kind: RatioKind, coin: Coin): Source<Ratios> => ({
  ...statistics,
  id: `binance.${kind}.${coin}`,
  address: binanceAddress(RATIOS[kind], { symbol: pair(coin), period: "1h", limit: "100" }),
  answer: jsonAnswer((answer) => reduceBinanceRatios(answer, pair(coin))),
  kept: ratios,
  ...seriesKept,
});

const volume = decimal.pipe(z.number().min(0));
const takerRow = z.object({
  buyVol: volume,
  sellVol: volume,
  buySellRatio: positiveDecimal
    .nullish()
    .catch(null)
    .transform((ratio) => ratio ?? null),
  timestamp: milliseconds,
});

/**
 * Rows carry no symbol, are stamped by the bucket's opening and stay one period behind the other statistics: only
 * buckets that are over are listed. One that is not would be left out all the same.
 */
export function reduceBinanceTaker(
  answer: unknown,
  timeframe: "5m" | "1h",
  now: Date,
): Reduced<TakerVolumes> {
  const step = TIMEFRAMES[timeframe];
  const unread: Doubt[] = [];
  const given = binanceRows(takerRow, answer, unread);
  const split = given.filter(
    ({ buyVol, sellVol, buySellRatio }) =>
      buySellRatio === null || Math.abs(buyVol / sellVol / buySellRatio - 1) <= limits.shares.quotient,
  );
  const times = given
    .filter((row) => !split.includes(row))
    .map(({ timestamp }) => new Date(timestamp).toISOString());
  const odd = rowsDoubted("identity", times, given.length, "bought ÷ sold is not its own ratio");
  const rows = split.map((row): TakerVolumes[number] => [row.timestamp, row.buyVol, row.sellVol]);
  const value = oldestFirst(rows).filter(([at]) => at + step <= now.getTime());
  const newest = newestTime(value);
  if (newest === null) throw new SourceError("suspect_empty", "no bucket is over");
  const doubts = [...unread, ...odd.map((one) => ({ ...one, share: 1 }))];
  return believedTaker(value, new Date(newest.getTime() + step), doubts);
}

/** What takers bought and sold in the last 2½ hours by 5 minutes, in coins. */
export const binanceTaker = (coin: Coin): Source<TakerVolumes> => ({
  ...statistics,
  id: `binance.taker-5m.${coin}`,
  address: binanceAddress("/futures/data/takerlongshortRatio", {
    symbol: pair(coin),
    period: "5m",
    limit: "30",
  }),
  answer: jsonAnswer((answer, now) => reduceBinanceTaker(answer, "5m", now)),
  kept: takerVolumes,
  ...seriesKept,
  due: dueBars("5m"),
});

const interestRow = (symbol: string) =>
  z.object({
    symbol: z.literal(symbol),
    sumOpenInterest: positiveDecimal,
    sumOpenInterestValue: positiveDecimal,
    timestamp: milliseconds,
  });

export function reduceBinanceOpenInterest(answer: unknown, symbol: string): Reduced<OpenInterest> {
  const unread: Doubt[] = [];
  const rows = binanceRows(interestRow(symbol), answer, unread);
  return believedInterest(
    oldestFirst(
      rows.map((row): OpenInterest[number] => [row.timestamp, row.sumOpenInterest, row.sumOpenInterestValue]),
    ),
    unread,
  );
}

/** 30 hours of open interest. */
export const binanceOpenInterest = (coin: Coin): Source<OpenInterest> => ({
  ...statistics,
  id: `binance.open-interest.${coin}`,
  address: binanceAddress("/futures/data/openInterestHist", {
    symbol: pair(coin),
    period: "1h",
    limit: "30",
  }),
  answer: jsonAnswer((answer) => reduceBinanceOpenInterest(answer, pair(coin))),
  kept: openInterest,
  ...seriesKept,
});
