/**
 * Redis' inclusive indices, negative ones counted from the end, as the bounds that `slice` takes.
 * @returns [from, to): equal when nothing is meant
 */
export function sliceBounds(length: number, start: number, end: number): [number, number] {
  const from = Math.max(start < 0 ? length + start : start, 0);
  const to = Math.min((end < 0 ? length + end : end) + 1, length);
  return from < to ? [from, to] : [0, 0];
}
