import * as z from "zod";
import { limits } from "../curated/plausibility";
import { accept, jsonAnswer } from "./fetcher/answer";
import { checkRange, checkSpread, within } from "./disbelieve";
import { decimalPrice, MARK_FRESH_MS, MARK_STALE_MS, markKept, type Quote } from "./quote";
import type { Reduced, Source } from "./source";

/** Coinbase Exchange: the ticker has price and time, the statistics what the price was 24 hours ago. */
const ticker = z.object({
  price: decimalPrice,
  time: z.iso.datetime({ offset: true }),
  bid: decimalPrice.nullish(),
  ask: decimalPrice.nullish(),
});
const stats = z.object({ open: decimalPrice, low: decimalPrice.nullish(), high: decimalPrice.nullish() });

/** The coins of which it is asked a price. */
type Coin = "BTC" | "ETH";

const dayOpen = z.object({
  /** Price 24 hours before, in US dollars. */
  open: z.number().positive(),
});
export type DayOpen = z.infer<typeof dayOpen>;

/** The last trade. Throws SourceError `implausible` for one far off the bid and ask beside it. */
export function reduceTicker(answer: unknown, coin: Coin): Reduced<Quote> {
  const { price, time, bid, ask } = accept(ticker, answer);
  within(coin, price, limits.bounds[coin]);
  checkSpread(coin, price, bid ?? null, ask ?? null);
  return { value: { price, changePct: null }, asOf: new Date(time) };
}

/** Throws SourceError `implausible` for an opening price outside the range of its own 24 hours. */
export function reduceStats(answer: unknown): Reduced<DayOpen> {
  const { open, low, high } = accept(stats, answer);
  checkRange("the price 24 hours ago", open, low ?? null, high ?? null, limits.quote.outsideDay);
  return { value: { open }, asOf: null };
}

const coinbase = {
  version: 2,
  provider: "Coinbase",
  freshMs: MARK_FRESH_MS,
  staleMs: MARK_STALE_MS,
  maxBytes: 50_000,
};
const address = (product: string, what: string) => () => ({
  host: "api.exchange.coinbase.com",
  path: `/products/${product}/${what}`,
});

const coinbaseTicker = (id: string, product: string, coin: Coin): Source<Quote> => ({
  ...coinbase,
  id: `coinbase.${id}`,
  address: address(product, "ticker"),
  answer: jsonAnswer((answer) => reduceTicker(answer, coin)),
  ...markKept(coin),
  maxUsableAgeMs: 15 * 60_000, // a market without a trade for so long is halted
});

const coinbaseStats = (id: string, product: string): Source<DayOpen> => ({
  ...coinbase,
  id: `coinbase.${id}-24h`,
  address: address(product, "stats"),
  answer: jsonAnswer(reduceStats),
  kept: dayOpen,
});

export const coinbaseBtc = coinbaseTicker("btc", "BTC-USD", "BTC");
export const coinbaseEth = coinbaseTicker("eth", "ETH-USD", "ETH");
export const coinbaseBtcDay = coinbaseStats("btc", "BTC-USD");
export const coinbaseEthDay = coinbaseStats("eth", "ETH-USD");
