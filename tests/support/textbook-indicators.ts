/**
 * The indicators once more, from their definitions and in another way: a recursive average is written out as the sum of
 * everything that it ever saw, weighed by how long ago that was. Slow, and easy to check against a book.
 */
export interface TextbookBar {
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** Σ over all values after the first n of α(1 − α)^age × value, and (1 − α)^count × simple average of the first n. */
function unrolled(values: readonly number[], n: number, alpha: number): number | null {
  if (values.length < n) return null;
  let seed = 0;
  for (let i = 0; i < n; i++) seed += (values[i] ?? NaN) / n;
  const after = values.length - n;
  let sum = seed * (1 - alpha) ** after;
  for (let i = n; i < values.length; i++)
    sum += alpha * (1 - alpha) ** (values.length - 1 - i) * (values[i] ?? NaN);
  return sum;
}

export const textbookEma = (closes: readonly number[], n: number): number | null =>
  unrolled(closes, n, 2 / (n + 1));

/** 100 − 100 ÷ (1 + RS), RS = average gain ÷ average loss. */
export function textbookRsi(closes: readonly number[], n: number): number | null {
  const gains: number[] = [];
  const losses: number[] = [];
  for (let i = 1; i < closes.length; i++) {
    const change = (closes[i] ?? NaN) - (closes[i - 1] ?? NaN);
    gains.push(change > 0 ? change : 0);
    losses.push(change < 0 ? -change : 0);
  }
  const [gain, loss] = [unrolled(gains, n, 1 / n), unrolled(losses, n, 1 / n)];
  if (gain === null || loss === null) return null;
  if (loss === 0) return gain === 0 ? 50 : 100;
  return 100 - 100 / (1 + gain / loss);
}

/** The largest of: high − low, |high − close before|, |low − close before|. */
export function textbookAtr(bars: readonly TextbookBar[], n: number): number | null {
  const ranges: number[] = [];
  bars.forEach(({ high, low }, i) => {
    const before = bars[i - 1];
    if (before === undefined) return;
    ranges.push(Math.max(high - low, Math.abs(high - before.close), Math.abs(low - before.close)));
  });
  return unrolled(ranges, n, 1 / n);
}

export function textbookVwap(bars: readonly TextbookBar[]): number | null {
  const total = bars.map(({ volume }) => volume).reduce((a, b) => a + b, 0);
  if (total <= 0) return null;
  return bars
    .map(({ high, low, close, volume }) => ((high + low + close) / 3) * (volume / total))
    .reduce((a, b) => a + b, 0);
}
