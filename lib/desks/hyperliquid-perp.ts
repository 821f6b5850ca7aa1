import { type Coin, type FundingRate, HOUR_MS, type OpenInterest } from "@/lib/sources/derivatives";
import type { Perps } from "@/lib/sources/hyperliquid";
import type { Reading } from "@/lib/sources/source";

/** Hyperliquid lists all perpetuals in one answer: one coin's share of it, in the form of the other venues. */

type Perp = NonNullable<Perps[Coin]>;

/** The same reading with another value; a coin that is not listed is a reading without a value. */
function share<Value>(
  reading: Reading<Perps>,
  coin: Coin,
  make: (perp: Perp, atMs: number) => Value,
): Reading<Value> {
  const perp = reading.value?.[coin];
  const { asOf } = reading;
  if (perp !== undefined && asOf !== null) return { ...reading, value: make(perp, Date.parse(asOf)) };
  const nothing = { value: null, asOf: null, ageSec: null, fetchedAt: null };
  return reading.value === null
    ? { ...reading, value: null }
    : { ...reading, ...nothing, status: "suspect_empty", detail: `${coin} is not listed` };
}

export const openInterestOf = (reading: Reading<Perps>, coin: Coin): Reading<OpenInterest> =>
  share(reading, coin, ({ openInterestCoins, markPrice }, at): OpenInterest => [
    [at, openInterestCoins, openInterestCoins * markPrice],
  ]);

/** Funding is paid at every full hour. */
export const fundingOf = (reading: Reading<Perps>, coin: Coin): Reading<FundingRate> =>
  share(reading, coin, ({ fundingRate }, at) => ({
    rate: fundingRate,
    nextMs: (Math.floor(at / HOUR_MS) + 1) * HOUR_MS,
    intervalH: 1,
  }));
