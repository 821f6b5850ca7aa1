/** Rounded to `digits` decimals, as a number. Null stays null: an unknown is never 0. */
export function round(value: number, digits: number): number;
export function round(value: number | null, digits: number): number | null;
export function round(value: number | null, digits: number): number | null {
  if (value === null) return null;
  const scale = 10 ** digits;
  const scaled = value * scale;
  if (!Number.isFinite(scaled)) return value; // so large a number has no decimals
  const rounded = Math.round(scaled) / scale;
  return rounded === 0 ? 0 : rounded; // not -0
}
