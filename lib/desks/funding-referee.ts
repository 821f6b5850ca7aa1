import { limits } from "@/lib/curated/plausibility";
import { type Coin, COINS, type FundingRate } from "@/lib/sources/derivatives";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { hyperliquidPerps } from "@/lib/sources/hyperliquid";
import type { Reading } from "@/lib/sources/source";
import { fundingOf } from "./hyperliquid-perp";
import { confirmed, disbelieved, hasJumped, unlessJumped } from "./referee";

interface Funded {
  funding: Reading<FundingRate>;
}

/** Of 8 hours; a period that has no stated length is taken to be of that. */
const in8h = ({ rate, intervalH }: FundingRate): number => (rate * 8) / (intervalH ?? 8);

/** Returns whether two venues' rates agree: nearly equal, or of one sign and within a factor. */
function isAlike(a: FundingRate, b: FundingRate): boolean {
  const { times, apart } = limits.agree.funding;
  const [one, other] = [in8h(a), in8h(b)];
  const ratio = one / other;
  return Math.abs(one - other) <= apart || (ratio >= 1 / times && ratio <= times);
}

/** A rate that jumped, with its jump settled by another venue's rate: confirmed, or disbelieved. */
export function settledFunding(
  coin: Coin,
  own: Reading<FundingRate>,
  other: Reading<FundingRate>,
): Reading<FundingRate> {
  if (!hasJumped(own) || own.value === null) return own;
  if (other.value === null || other.provider === own.provider) return unlessJumped(own, `${coin} funding`);
  if (isAlike(own.value, other.value)) return confirmed(own, other.provider);
  const why = `gave ${own.value.rate} for ${coin} funding: ${other.provider} gave ${other.value.rate} an hour`;
  return disbelieved(own, `${why}; not believed`);
}

/**
 * Venues whose running rates moved farther than one venue is believed for, beside Hyperliquid's, which is asked only then: a rate that
 * is not confirmed is a failed reading.
 */
export async function settleFunding<Venue extends Funded>(
  read: ReadSources,
  context: ReadContext,
  byCoin: Readonly<Partial<Record<Coin, readonly Venue[]>>>,
): Promise<Partial<Record<Coin, Venue[]>>> {
  const venues = Object.values(byCoin).flat();
  const jumped = venues.some(({ funding }) => hasJumped(funding));
  const perps = jumped ? (await read({ perps: hyperliquidPerps }, context)).perps : null;
  const settled: Partial<Record<Coin, Venue[]>> = {};
  for (const coin of COINS) {
    const of = byCoin[coin];
    if (of === undefined) continue;
    settled[coin] = of.map((venue) =>
      perps === null
        ? venue
        : { ...venue, funding: settledFunding(coin, venue.funding, fundingOf(perps, coin)) },
    );
  }
  return settled;
}
