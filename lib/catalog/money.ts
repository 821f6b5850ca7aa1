/** Money inside the service is an integer number of USDC base units; dollars appear only where a person reads them. */
export type BaseUnits = number & { readonly __unit: "usdc-base" };

export const USDC_DECIMALS = 6;

/** `baseUnits(20_000)` is two cents. Throws on anything but a non-negative safe integer. */
export function baseUnits(amount: number): BaseUnits {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`not an amount of base units: ${amount}`);
  return amount as BaseUnits;
}

/** Dollars as a JSON number, as the ApiError body promises: 20000 → 0.02. Exact for every price of six decimals. */
export const toUsd = (amount: BaseUnits): number => amount / 10 ** USDC_DECIMALS;

/** Dollars for a person, never fewer than two decimals: 20000 → "$0.02", 1500 → "$0.0015". */
export function formatUsd(amount: BaseUnits): string {
  const digits = String(amount).padStart(USDC_DECIMALS + 1, "0");
  const whole = digits.slice(0, -USDC_DECIMALS);
  const fraction = digits.slice(-USDC_DECIMALS).replace(/0+$/, "").padEnd(2, "0");
  return `$${whole}.${fraction}`;
}
