import type { TapeRecord, TapeVenue } from "@/lib/catalog/intel/tape";
import { WARM_BARS } from "@/lib/catalog/intel/tape";
import { type Bar, type Candles, type Timeframe, TIMEFRAMES } from "@/lib/sources/candles";
import type { FundingRate, TakerVolumes } from "@/lib/sources/derivatives";
import type { Reading } from "@/lib/sources/source";
import { type Credit, creditByAge, type MaxAge } from "./coverage";
import { atr, ema, rsi, vwap } from "./indicators";
import { leanOf } from "./lean";
import { round } from "./round";
import { clip, scoreOf } from "./score";

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

/** How old the newest closed bar may be: it is always up to one bar old, and one more may not be listed yet. */
export const tapeMaxAge = (timeframe: Timeframe): MaxAge => ({
  freshMs: 2 * TIMEFRAMES[timeframe] + 120_000,
  staleMs: 4 * TIMEFRAMES[timeframe] + 120_000,
});

const DAY_MS = 86_400_000;
const CVD_BARS = 20;

/**
 * One timeframe's tape as of its newest closed bar. Bars and taker volumes are read apart: where the volumes are one bar
 * behind, the tape is that of the bar before. Docs: docs/method.md, "Tape".
 */
export function tapeOf({ tf, candles, taker }: FrameReadings, now: Date): Taped {
  const all = candles.value?.bars ?? [];
  const volumes = takerByBar(taker === null ? (candles.value?.taker ?? null) : taker.value);
  const bars =
    volumes.has(all.at(-1)?.[0] ?? 0) || !volumes.has(all.at(-2)?.[0] ?? 0) ? all : all.slice(0, -1);
  const last = bars.at(-1);
  const closeMs = last === undefined ? null : last[0] + TIMEFRAMES[tf];
  const credit = creditByAge(closeMs === null ? null : new Date(closeMs).toISOString(), tapeMaxAge(tf), now);
  if (last === undefined || closeMs === null || credit === 0)
    return { record: { tf, ...NOTHING, why: [] }, credits: { bars: 0, taker: 0 }, used: [] };

  const closes = bars.map(([, , , close]) => close);
  const close = last[3];
  const ranges = bars.map(toRange);
  const [ema9, ema21, atr14, rsi14] = [ema(closes, 9), ema(closes, 21), atr(ranges, 14), rsi(closes, 14)];
  const dayVwap = vwapOfDay(bars);
  const split = volumes.get(last[0]);
  const buyPct = split === undefined ? null : buyPctOf(split);
  const warm = bars.length >= WARM_BARS;
  const { score, why } = warm
    ? scoreOf(
        [
          { factor: "trend", value: over(ema9, ema21, atr14, Math.tanh), weight: 0.3 },
          { factor: "vwap", value: over(close, dayVwap, times(atr14, 1.5), Math.tanh), weight: 0.25 },
          { factor: "taker", value: over(buyPct, 50, 10, clip), weight: 0.25 },
          { factor: "rsi", value: over(rsi14, 50, 25, clip), weight: 0.2 },
        ],
        1,
        4,
        clip, // parts are rounded one by one, and could add up to a hair more
      )
    : { score: null, why: [] };

  const record: TapeRecord = {
    tf,
    barCloseMs: closeMs,
    close,
    ret1Pct: round(percentOver(close, closes.at(-2) ?? null), 4),
    rsi14: round(rsi14, 2),
    ema9: round(ema9, 4),
    ema21: round(ema21, 4),
    emaSpreadBps: round(times(percentOver(ema9, ema21), 100), 2),
    vwapUtcDay: round(dayVwap, 4),
    vwapDistBps: round(times(percentOver(close, dayVwap), 100), 2),
    atr14Pct: round(atr14 === null ? null : (100 * atr14) / close, 4),
    takerBuyPct: round(buyPct, 2),
    deltaQuoteUsd: round(split === undefined ? null : split.bought - split.sold, 0),
    cvd20Usd: round(cvdOf(bars.slice(-CVD_BARS), volumes), 0),
    score,
    why,
    lean: leanOf(score),
    warm,
  };
  const takerUsed = split !== undefined && taker !== null;
  return {
    record,
    credits: { bars: credit, taker: split === undefined ? 0 : credit },
    used: takerUsed ? [candles, taker] : [candles],
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

interface Split {
  bought: number;
  sold: number;
}

const takerByBar = (volumes: TakerVolumes | null): ReadonlyMap<number, Split> =>
  new Map((volumes ?? []).map(([at, bought, sold]) => [at, { bought, sold }]));

const buyPctOf = ({ bought, sold }: Split): number | null =>
  bought + sold > 0 ? (100 * bought) / (bought + sold) : null;

/** Cumulative volume delta; null unless all bars are there, split. */
function cvdOf(bars: readonly Bar[], volumes: ReadonlyMap<number, Split>): number | null {
  const splits = bars.map(([at]) => volumes.get(at)).filter((split) => split !== undefined);
  if (splits.length < CVD_BARS) return null;
  return splits.reduce((sum, { bought, sold }) => sum + bought - sold, 0);
}

const toRange = ([, high, low, close]: Bar) => ({ high, low, close });

/** VWAP of the UTC day that the newest bar opened in; null when the bars don't reach back to its midnight. */
function vwapOfDay(bars: readonly Bar[]): number | null {
  const opening = bars.at(-1)?.[0] ?? 0;
  const midnight = Math.floor(opening / DAY_MS) * DAY_MS;
  const today = bars.filter(([at]) => at >= midnight);
  if (today[0]?.[0] !== midnight) return null;
  return vwap(today.map(([, high, low, close, volume]) => ({ high, low, close, volume })));
}

const times = (value: number | null, factor: number): number | null =>
  value === null ? null : value * factor;

const percentOver = (value: number | null, base: number | null): number | null =>
  value === null || base === null ? null : (value / base - 1) * 100;

/** `squash` of (value − base) ÷ unit; null when one of them is unknown. A unit of 0 makes no finite number. */
const over = (
  value: number | null,
  base: number | null,
  unit: number | null,
  squash: (value: number) => number,
): number | null =>
  value === null || base === null || unit === null || unit === 0 ? null : squash((value - base) / unit);
