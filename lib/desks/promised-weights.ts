/**
 * The weights of those parts that are promised at all, scaled to sum to 1: on a chain that a source does not cover,
 * what would rest on it is not promised, and its absence takes nothing from the coverage.
 */
export function weightsOf(
  weights: Readonly<Record<string, number>>,
  parts: readonly string[],
): Record<string, number> {
  const kept = Object.entries(weights).filter(([part]) => parts.includes(part));
  const sum = kept.reduce((total, [, weight]) => total + weight, 0);
  return Object.fromEntries(kept.map(([part, weight]) => [part, weight / sum]));
}
