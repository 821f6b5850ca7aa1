import type { TapeRecord } from "@/lib/catalog/intel/answers/tape";
import { WARM_BARS } from "@/lib/catalog/intel/bars";
import { type Bar, type Candles, type Timeframe, TIMEFRAMES } from "@/lib/sources/candles";
import type { TakerVolumes } from "@/lib/sources/derivatives";
import { atr, ema, rsi, vwap } from "./indicators";
import { leanOf } from "./lean";
import { perValue } from "./per-value";
import { round } from "./round";
import { clip, scoreOf } from "./score";

const DAY_MS = 86_400_000;
const CVD_BARS = 20;

/**
 * The tape of the newest closed bar, whatever the time is; null without a bar. Bars and taker volumes are read apart:
 * where the volumes are one bar behind, it is the tape of the bar before.
 */
export const tapeFigures = perValue(
  ({ bars: all }: Candles, taker: TakerVolumes | null, tf: Timeframe): TapeRecord | null => {
    const volumes = takerByBar(taker);
    const isSplit = (bar: Bar | undefined): boolean => bar !== undefined && volumes.has(bar[0]);
    const behind = !isSplit(all.at(-1)) && isSplit(all.at(-2));
    const bars = behind ? all.slice(0, -1) : all;
    const last = bars.at(-1);
    return last === undefined ? null : recordOf(tf, bars, last, volumes);
  },
);

function recordOf(
  tf: Timeframe,
  bars: readonly Bar[],
  last: Bar,
  volumes: ReadonlyMap<number, Split>,
): TapeRecord {
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

  return {
    tf,
    barCloseMs: last[0] + TIMEFRAMES[tf],
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
}

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
