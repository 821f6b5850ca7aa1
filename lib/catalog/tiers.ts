import { TIER_PRICES, UNUSED_TIER } from "./define";

/** Every tier of the price list, the cheapest first; `sold` where routes have it. */
export const TIERS = Object.entries(TIER_PRICES).map(([name, price]) => ({
  ...{ name, price },
  sold: name !== UNUSED_TIER,
}));

/** What answers cost, the cheapest first, each once or more. */
export const PRICES = TIERS.filter(({ price, sold }) => sold && price > 0).map(({ price }) => BigInt(price));

/** What the cheapest answer costs: less is no payment of anything here. */
export const LEAST_PRICE = PRICES.reduce((least, price) => (price < least ? price : least));
