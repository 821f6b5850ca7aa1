import type { Coin, FundingRate, OpenInterest } from "@/lib/sources/derivatives";
import { FUNDING, MARK_PRICE, nextHour, OPEN_INTEREST, type Perps } from "@/lib/sources/hyperliquid";
import { doubtWords } from "@/lib/sources/doubt";
import type { Quote } from "@/lib/sources/quote";
import type { Reading } from "@/lib/sources/source";

/** Hyperliquid lists all perpetuals in one answer: one coin's share of it, in the form of the other venues. */

type Perp = NonNullable<Perps[Coin]>;

/** The same reading with another value; a coin that is not listed, or has no such figure, is a reading without a value. */
function share<Value>(
  reading: Reading<Perps>,
  coin: Coin,
  figure: string,
  make: (perp: Perp, atMs: number) => Value | null,
): Reading<Value> {
  const { asOf, value: perps } = reading;
  if (perps === null || asOf === null) return { ...reading, value: null };
  const doubts = reading.doubts.filter(({ path }) => path.startsWith(`${coin} `));
  const perp = perps[coin];
  const value = perp === undefined ? null : make(perp, Date.parse(asOf));
  if (value !== null)
    return { ...reading, value, doubts: doubts.filter(({ path }) => path.startsWith(coin + figure)) };
  const [why] = doubts;
  const nothing = { value: null, asOf: null, ageSec: null, fetchedAt: null, doubts: [] };
  return why === undefined
    ? { ...reading, ...nothing, status: "suspect_empty", detail: `${coin} is not listed` }
    : { ...reading, ...nothing, status: "implausible", detail: doubtWords(why) };
}

export const markPriceOf = (reading: Reading<Perps>, coin: Coin): Reading<Quote> => ({
  ...share(reading, coin, MARK_PRICE, ({ markPrice }) => ({ price: markPrice, changePct: null })),
  id: `${reading.id}.${coin.toLowerCase()}`,
});

export const openInterestOf = (reading: Reading<Perps>, coin: Coin): Reading<OpenInterest> =>
  share(reading, coin, OPEN_INTEREST, ({ openInterestCoins, markPrice }, at): OpenInterest => [
    [at, openInterestCoins, openInterestCoins * markPrice],
  ]);

export const fundingOf = (reading: Reading<Perps>, coin: Coin): Reading<FundingRate> =>
  share(reading, coin, FUNDING, ({ fundingRate }, at) =>
    fundingRate === null ? null : { rate: fundingRate, nextMs: nextHour(at), intervalH: 1 },
  );
