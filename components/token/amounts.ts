const grouped = new Intl.NumberFormat("en-US");

/** Base units as whole tokens, exactly: ("1234567890", 6) → "1,234.56789". */
export function inTokens(units: string | bigint, decimals: number): string {
  const all = BigInt(units);
  const size = 10n ** BigInt(decimals);
  const rest =
    decimals === 0
      ? ""
      : String(all % size)
          .padStart(decimals, "0")
          .replace(/0+$/, "");
  return `${grouped.format(all / size)}${rest === "" ? "" : `.${rest}`}`;
}
