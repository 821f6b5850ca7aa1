import { type BaseUnits, USDC_DECIMALS } from "@/lib/catalog/money";
import { TERMS } from "./terms";

/** A price of one whole token in US dollars, as a whole number of 10^-18 of them: exact, and small enough for any token. */
export type TokenPrice = bigint;
const PRICE_DECIMALS = 18;

/** What a payment comes to, in the token's base units. `burn` and `kept` are the whole of it. */
export interface TokenAmounts {
  gross: bigint;
  burn: bigint;
  kept: bigint;
}

const MOST = 2n ** 64n - 1n;
/** Where a price is fewer base units than this, rounding one up would cost the payer more than a hundredth. */
const FEWEST = 100n;

const dividedUp = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by;

/**
 * What a route's price in USD comes to at that price of the token, less the discount. The whole is rounded up, by less
 * than one base unit, and of it what is burned. Null where the token's units are too coarse for the price, or it takes
 * more of them than a transfer can move.
 */
export function amountsOf(price: BaseUnits, perToken: TokenPrice, decimals: number): TokenAmounts | null {
  if (perToken <= 0n) return null;
  const dollars = BigInt(price) * BigInt(100 - TERMS.discountPct) * 10n ** BigInt(PRICE_DECIMALS + decimals);
  const gross = dividedUp(dollars, 100n * 10n ** BigInt(USDC_DECIMALS) * perToken);
  if (gross < FEWEST || gross > MOST) return null;
  const burn = dividedUp(gross * BigInt(TERMS.burnPct), 100n);
  return { gross, burn, kept: gross - burn };
}

/** A provider's price; null for one that is none. */
export function tokenPrice(dollars: number | null): TokenPrice | null {
  if (dollars === null || !Number.isFinite(dollars) || dollars <= 0 || dollars >= 1e12) return null;
  const price = BigInt(dollars.toFixed(PRICE_DECIMALS).replace(".", ""));
  return price > 0n ? price : null;
}

/** For people, without the zeros at its end: 1500000000000000 → "0.0015". */
export function priceText(price: TokenPrice): string {
  const digits = String(price).padStart(PRICE_DECIMALS + 1, "0");
  const fraction = digits.slice(-PRICE_DECIMALS).replace(/0+$/, "");
  return `${digits.slice(0, -PRICE_DECIMALS)}${fraction === "" ? "" : `.${fraction}`}`;
}
