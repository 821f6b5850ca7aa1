import type { TapeVenue } from "@/lib/catalog/intel/tape";
import { binanceCandles } from "@/lib/sources/binance/candles";
import { binanceFunding } from "@/lib/sources/binance/funding";
import type { Candles, Timeframe } from "@/lib/sources/candles";
import { type Coin, COINS, type FundingRate, type TakerVolumes } from "@/lib/sources/derivatives";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import { readGroups } from "@/lib/sources/fetcher/read-groups";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { okxCandles } from "@/lib/sources/okx/candles";
import { okxFunding } from "@/lib/sources/okx/funding";
import { okxTaker } from "@/lib/sources/okx/statistics";
import type { Reading } from "@/lib/sources/source";
import { settleFunding } from "./funding-referee";
import { oneBarTime } from "./one-bar-time";
import type { FrameReadings, TapeReadings } from "./tape";
import { refereedTape, tapeJumped } from "./tape-referee";
import { hasTapeScores, type TapeInputs } from "./tape-venues";

/**
 * Reads OKX's bars and taker volumes, and Binance's bars (which carry theirs) for the coins that OKX leaves without a
 * score at any of the timeframes, or whose bars moved farther than one venue is believed for. One coin's tape is of one venue at all timeframes.
 */
export async function gatherTape(
  read: ReadSources,
  context: ReadContext,
  coins: readonly Coin[],
  timeframes: readonly Timeframe[],
): Promise<TapeInputs> {
  const okx = await readOkx(read, { ...context, retrySlow: false }, coins, timeframes);
  const lacking = coins.filter((coin) => {
    const readings = okx[coin];
    return readings === undefined || tapeJumped(readings) || !hasTapeScores(readings, context.now);
  });
  const binance = lacking.length === 0 ? {} : await readBinance(read, context, lacking, timeframes);
  const refereed = coins.map((coin) =>
    refereedTape([okx[coin], binance[coin]].filter((readings) => readings !== undefined)),
  );
  const tapes = oneBarTime(refereed, context.now);
  return settleFunding(read, context, Object.fromEntries(coins.map((coin, i) => [coin, tapes[i] ?? []])));
}

type Venue = Partial<Record<Coin, TapeReadings>>;

async function readOkx(
  read: ReadSources,
  context: ReadContext,
  coins: readonly Coin[],
  timeframes: readonly Timeframe[],
): Promise<Venue> {
  const groups = byFrame(coins, timeframes, (coin, tf) => OKX[`${coin} ${tf}`]);
  return venueOf("OKX", coins, timeframes, await readGroups(read, groups, context));
}

async function readBinance(
  read: ReadSources,
  context: ReadContext,
  coins: readonly Coin[],
  timeframes: readonly Timeframe[],
): Promise<Venue> {
  const groups = byFrame(coins, timeframes, (coin, tf) => BINANCE[`${coin} ${tf}`]);
  return venueOf("Binance", coins, timeframes, await readGroups(read, groups, context));
}

type Frame = `${Coin} ${Timeframe}`;

/** What is made for each coin at each timeframe. A coin's funding stands at each: it is still read once. */
function byFrame<T>(
  coins: readonly Coin[],
  timeframes: readonly Timeframe[],
  make: (coin: Coin, timeframe: Timeframe) => T | undefined,
): Partial<Record<Frame, T>> {
  const made: Partial<Record<Frame, T>> = {};
  for (const coin of coins)
    for (const tf of timeframes) {
      const one = make(coin, tf);
      if (one !== undefined) made[`${coin} ${tf}`] = one;
    }
  return made;
}

const ALL = [COINS, ["5m", "15m", "1h"]] as const satisfies readonly [readonly Coin[], readonly Timeframe[]];
const OKX = byFrame(...ALL, (coin, tf) => ({
  candles: okxCandles(coin, tf),
  taker: okxTaker(coin, tf),
  funding: okxFunding(coin),
}));
const BINANCE = byFrame(...ALL, (coin, tf) => ({
  candles: binanceCandles(coin, tf),
  funding: binanceFunding(coin),
}));

interface FrameRead {
  candles: Reading<Candles>;
  taker?: Reading<TakerVolumes>;
  funding: Reading<FundingRate>;
}

function venueOf(
  venue: TapeVenue,
  coins: readonly Coin[],
  timeframes: readonly Timeframe[],
  found: Partial<Record<Frame, FrameRead>>,
): Venue {
  const made: Venue = {};
  for (const coin of coins) {
    const frames = timeframes.flatMap((tf): (FrameReadings & { funding: Reading<FundingRate> })[] => {
      const read = found[`${coin} ${tf}`];
      return read === undefined ? [] : [{ tf, ...read, taker: read.taker ?? null }];
    });
    const [first] = frames;
    if (first !== undefined) made[coin] = { venue, frames, funding: first.funding };
  }
  return made;
}
