import { priceText } from "@/lib/payments/token/amounts";
import type { TokenMarket } from "@/lib/payments/token/market";

/** A price as routes show it. */
export function shownPrice(market: TokenMarket | null, now: Date) {
  if (market === null) return null;
  const { spot, average, source, at } = market;
  return {
    usd: priceText(spot < average ? spot : average),
    spot: priceText(spot),
    average: priceText(average),
    source,
    asOf: new Date(at).toISOString(),
    ageSec: Math.max(0, Math.round((now.getTime() - at) / 1000)),
  };
}
