/**
 * Wilson's interval of a rate of `hits` in `n`, at `z` standard deviations, each end 0 to 1; null for n = 0.
 * [p + z²/2n ± z√(p(1−p)/n + z²/4n²)] ÷ (1 + z²/n), with p = hits/n (Wilson 1927).
 */
export function wilson(hits: number, n: number, z: number): { low: number; high: number } | null {
  if (n <= 0) return null;
  const p = hits / n;
  const middle = p + z ** 2 / (2 * n);
  const half = z * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2));
  const divisor = 1 + z ** 2 / n;
  return { low: Math.max(0, (middle - half) / divisor), high: Math.min(1, (middle + half) / divisor) };
}
