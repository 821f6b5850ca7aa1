import * as z from "zod";
import { accept, jsonAnswer } from "./fetcher/answer";
import { decimalPrice, MARK_FRESH_MS, MARK_STALE_MS, quote, type Quote } from "./quote";
import type { Reduced, Source } from "./source";

/** Coinbase Exchange: the ticker has price and time, the statistics what the price was 24 hours ago. */
const ticker = z.object({ price: decimalPrice, time: z.iso.datetime({ offset: true }) });
const stats = z.object({ open: decimalPrice });

const dayOpen = z.object({
  /** Price 24 hours before, in US dollars. */
  open: z.number().positive(),
});
export type DayOpen = z.infer<typeof dayOpen>;

export function reduceTicker(answer: unknown): Reduced<Quote> {
  const { price, time } = accept(ticker, answer);
  return { value: { price, changePct: null }, asOf: new Date(time) };
}

export function reduceStats(answer: unknown): Reduced<DayOpen> {
  const { open } = accept(stats, answer);
  return { value: { open }, asOf: null };
}

const coinbase = {
  version: 1,
  provider: "Coinbase",
  freshMs: MARK_FRESH_MS,
  staleMs: MARK_STALE_MS,
  maxBytes: 50_000,
};
const address = (product: string, what: string) => () => ({
  host: "api.exchange.coinbase.com",
  path: `/products/${product}/${what}`,
});

const coinbaseTicker = (id: string, product: string): Source<Quote> => ({
  ...coinbase,
  id: `coinbase.${id}`,
  address: address(product, "ticker"),
  answer: jsonAnswer(reduceTicker),
  kept: quote,
  maxUsableAgeMs: 15 * 60_000, // a market without a trade for so long is halted
});

const coinbaseStats = (id: string, product: string): Source<DayOpen> => ({
  ...coinbase,
  id: `coinbase.${id}-24h`,
  address: address(product, "stats"),
  answer: jsonAnswer(reduceStats),
  kept: dayOpen,
});

export const coinbaseBtc = coinbaseTicker("btc", "BTC-USD");
export const coinbaseEth = coinbaseTicker("eth", "ETH-USD");
export const coinbaseBtcDay = coinbaseStats("btc", "BTC-USD");
export const coinbaseEthDay = coinbaseStats("eth", "ETH-USD");
