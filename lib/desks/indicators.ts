/**
 * Indicators over prices, oldest first. Each gives its newest value, or null while there is too little to begin with.
 */

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Exponential average with α = 2 ÷ (n + 1), begun with the simple average of the first n. */
export function ema(values: readonly number[], n: number): number | null {
  if (values.length < n) return null;
  const alpha = 2 / (n + 1);
  return values.slice(n).reduce((last, value) => last + alpha * (value - last), mean(values.slice(0, n)));
}

/** Wilder's smoothing: begun with the simple average of the first n, then (n − 1 parts of the old + the new) ÷ n. */
function wilder(values: readonly number[], n: number): number | null {
  if (values.length < n) return null;
  return values.slice(n).reduce((last, value) => (last * (n - 1) + value) / n, mean(values.slice(0, n)));
}

/**
 * Relative strength index, 0 to 100 (J. W. Wilder, New Concepts in Technical Trading Systems, 1978). 50 when the price
 * has never moved: there is no strength either way.
 */
export function rsi(closes: readonly number[], n: number): number | null {
  const moves = closes.slice(1).map((close, i) => close - (closes[i] ?? close));
  const up = wilder(
    moves.map((move) => Math.max(0, move)),
    n,
  );
  const down = wilder(
    moves.map((move) => Math.max(0, -move)),
    n,
  );
  if (up === null || down === null) return null;
  return up + down === 0 ? 50 : (100 * up) / (up + down);
}

export interface Range {
  high: number;
  low: number;
  close: number;
}

/**
 * Average true range in the price's unit (Wilder, 1978). True range is the largest of high − low, and of the distances
 * of high and low from the close before; the first bar has none before it and is left out.
 */
export function atr(bars: readonly Range[], n: number): number | null {
  const ranges = bars.slice(1).map(({ high, low }, i) => {
    const before = bars[i]?.close ?? low;
    return Math.max(high, before) - Math.min(low, before);
  });
  return wilder(ranges, n);
}

/** Average price weighted by volume, of each bar's (high + low + close) ÷ 3. Null when nothing was traded. */
export function vwap(bars: readonly (Range & { volume: number })[]): number | null {
  let [value, volume] = [0, 0];
  for (const bar of bars) {
    value += ((bar.high + bar.low + bar.close) / 3) * bar.volume;
    volume += bar.volume;
  }
  return volume > 0 ? value / volume : null;
}

/** How many standard deviations (of a sample) `value` lies off the mean of `sample`; null when that has no spread. */
export function zScore(value: number, sample: readonly number[]): number | null {
  if (sample.length < 2) return null;
  const center = mean(sample);
  const variance = sample.reduce((sum, one) => sum + (one - center) ** 2, 0) / (sample.length - 1);
  const deviation = Math.sqrt(variance);
  // what is left of a constant after rounding is no spread
  return deviation > Math.abs(center) * 1e-9 ? (value - center) / deviation : null;
}
