import type { TapeRecord } from "@/lib/catalog/intel/answers/tape";
import type { TapeVenue } from "@/lib/catalog/intel/tape";
import { type Candles, PUBLISHED_MS, type Timeframe, TIMEFRAMES } from "@/lib/sources/candles";
import type { FundingRate, TakerVolumes } from "@/lib/sources/derivatives";
import type { Reading } from "@/lib/sources/source";
import { doubtedCredit } from "@/lib/sources/doubt";
import { type Credit, creditByAge, lesser, type MaxAge } from "./coverage";
import { tapeFigures } from "./tape-figures";

/** What one venue says about one coin's trade at one pace. */
export interface FrameReadings {
  tf: Timeframe;
  candles: Reading<Candles>;
  /** Null where the bars carry it themselves. */
  taker: Reading<TakerVolumes> | null;
}

export interface TapeReadings {
  venue: TapeVenue;
  frames: readonly FrameReadings[];
  funding: Reading<FundingRate>;
}

export interface Taped {
  record: TapeRecord;
  credits: { bars: Credit; taker: Credit };
  used: readonly Reading<unknown>[];
}

/** For the reading of bars, and clocks that differ. */
const GRACE_MS = 40_000;
/** How old the newest closed bar may be: up to one bar and what its venue takes to publish the next. An older one is not sold. */
export const tapeMaxAge = (timeframe: Timeframe): MaxAge => {
  const most = TIMEFRAMES[timeframe] + PUBLISHED_MS + GRACE_MS;
  return { freshMs: most, staleMs: most };
};

/** One timeframe's tape as of its newest closed bar, and what it counts now. Docs: docs/method.md, "Scalp". */
export function tapeOf({ tf, candles, taker }: FrameReadings, now: Date): Taped {
  const volumes = taker === null ? (candles.value?.taker ?? null) : taker.value;
  const record = candles.value === null ? null : tapeFigures(candles.value, volumes, tf);
  const closed = record?.barCloseMs ?? null;
  const byAge = creditByAge(closed === null ? null : new Date(closed).toISOString(), tapeMaxAge(tf), now);
  const credit = lesser(byAge, doubtedCredit(candles));
  if (record === null || credit === 0)
    return { record: { tf, ...NOTHING, why: [] }, credits: { bars: 0, taker: 0 }, used: [] };
  const split = record.deltaQuoteUsd !== null;
  return {
    record,
    credits: { bars: credit, taker: split ? lesser(credit, taker === null ? 1 : doubtedCredit(taker)) : 0 },
    used: split && taker !== null ? [candles, taker] : [candles],
  };
}

const NOTHING = {
  barCloseMs: null,
  close: null,
  ret1Pct: null,
  rsi14: null,
  ema9: null,
  ema21: null,
  emaSpreadBps: null,
  vwapUtcDay: null,
  vwapDistBps: null,
  atr14Pct: null,
  takerBuyPct: null,
  deltaQuoteUsd: null,
  cvd20Usd: null,
  score: null,
  lean: null,
  warm: false,
} as const;
