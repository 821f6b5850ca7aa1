import { TIER_PRICES, UNUSED_TIER } from "./define";

/** Every tier of the price list, the cheapest first; `sold` where routes have it. */
export const TIERS = Object.entries(TIER_PRICES).map(([name, price]) => ({
  ...{ name, price },
  sold: name !== UNUSED_TIER,
}));
