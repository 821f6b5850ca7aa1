/**
 * The weights of the parts that are promised at all, scaled to sum to 1. On a chain that a source does not cover, the parts
 * that rest on that source are not promised, so their absence does not lower the coverage.
 */
export function weightsOf(
  weights: Readonly<Record<string, number>>,
  parts: readonly string[],
): Record<string, number> {
  const kept = Object.entries(weights).filter(([part]) => parts.includes(part));
  const sum = kept.reduce((total, [, weight]) => total + weight, 0);
  return Object.fromEntries(kept.map(([part, weight]) => [part, weight / sum]));
}
