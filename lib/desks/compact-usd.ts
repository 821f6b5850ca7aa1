const UNITS = ["", "K", "M", "B", "T"] as const;
/** From here on three significant digits say a thousand. */
const A_THOUSAND = 999.5;

/**
 * Dollars for a person: three significant digits with K, M, B or T, as in `$1.23B`. What rounds up to a thousand
 * goes to the next unit (999.5M is `$1.00B`); above a thousand trillion the digits go on in T. Under a cent:
 * `<$0.01`. Takes any number that is not negative.
 */
export function compactUsd(value: number): string {
  if (value > 0 && value < 0.01) return "<$0.01";
  let scaled = value;
  let unit = 0;
  while (unit < UNITS.length - 1 && scaled >= A_THOUSAND) {
    scaled /= 1_000;
    unit++;
  }
  const digits = scaled >= A_THOUSAND ? scaled.toFixed(0) : scaled.toPrecision(3);
  return `$${digits}${UNITS[unit]}`;
}
