import { coinbaseBtc, coinbaseEth } from "@/lib/sources/coinbase";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { hyperliquidPerps } from "@/lib/sources/hyperliquid";
import { krakenBtc, krakenEth } from "@/lib/sources/kraken";
import type { Quote } from "@/lib/sources/quote";
import type { Reading } from "@/lib/sources/source";
import { yahooBtc, yahooEth } from "@/lib/sources/yahoo";
import { markPriceOf } from "./hyperliquid-perp";
import { isAgreed, refereed } from "./referee";

/** Two exchanges against the dollar, which are read together with the rest of a desk's sources. */
export const COIN_PRICES = {
  BTC: coinbaseBtc,
  krakenBtc,
  ETH: coinbaseEth,
  krakenEth,
} as const;

const THIRD = { BTC: yahooBtc, ETH: yahooEth } as const;

/**
 * The prices of a coin, in order of preference, the odd ones out disbelieved. Where the two exchanges are not of one mind, or one of
 * them gave nothing, others are asked: a data vendor, and another exchange's mark of its perpetual.
 */
export async function settlePrice(
  read: ReadSources,
  context: ReadContext,
  coin: keyof typeof THIRD,
  two: readonly Reading<Quote>[],
): Promise<readonly Reading<Quote>[]> {
  if (isAgreed(two)) return refereed(coin, two);
  const { third, perps } = await read({ third: THIRD[coin], perps: hyperliquidPerps }, context);
  // a perpetual's mark is a witness, no price of the coin
  return refereed(coin, [...two, third, markPriceOf(perps, coin)]).slice(0, -1);
}
