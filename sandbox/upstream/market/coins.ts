import { priceAt, type Ticker } from "./prices";
import type { Randomness } from "./random";
import { fluctuation } from "./fluctuation";

/** A token that wallets hold: what it is called, and what its price follows. */
export interface Coin {
  /** Mint or contract; contracts in lower case. */
  id: string;
  symbol: string;
  decimals: number;
  /** A market that it follows, times a factor; or a level of its own, in US dollars; or no price at all. */
  price: { follows: Ticker; times: number } | { level: number } | { steady: number } | null;
}

const steady = (dollars: number): Coin["price"] => ({ steady: dollars });
const follows = (ticker: Ticker, times: number): Coin["price"] => ({ follows: ticker, times });
const level = (dollars: number): Coin["price"] => ({ level: dollars });

export const SOL: Coin = {
  id: "So11111111111111111111111111111111111111112",
  symbol: "SOL",
  decimals: 9,
  price: follows("SOL-USD", 1),
};

export const SOLANA_COINS: readonly Coin[] = [
  SOL,
  { id: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", symbol: "USDC", decimals: 6, price: steady(1) },
  { id: "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", symbol: "USDT", decimals: 6, price: steady(1) },
  {
    id: "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn",
    symbol: "JITOSOL",
    decimals: 9,
    price: follows("SOL-USD", 1.24),
  },
  { id: "JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN", symbol: "JUP", decimals: 6, price: level(0.34) },
  { id: "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263", symbol: "Bonk", decimals: 5, price: level(1.4e-5) },
];

export const WETH = "0x4200000000000000000000000000000000000006";

export const BASE_COINS: readonly Coin[] = [
  { id: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", symbol: "USDC", decimals: 6, price: steady(1) },
  { id: "0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca", symbol: "USDbC", decimals: 6, price: steady(1) },
  { id: "0xfde4c96c8593536e31f229ea8f37b2ada2699bb2", symbol: "USDT", decimals: 6, price: steady(1) },
  { id: "0x50c5725949a6f0c72e6c4a641f24049a917db0cb", symbol: "DAI", decimals: 18, price: steady(1) },
  { id: "0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42", symbol: "EURC", decimals: 6, price: steady(1.16) },
  { id: WETH, symbol: "WETH", decimals: 18, price: follows("ETH-USD", 1) },
  {
    id: "0x2ae3f1ec7f1f5012cfeab0185bfc7aa3cf0dec22",
    symbol: "cbETH",
    decimals: 18,
    price: follows("ETH-USD", 1.11),
  },
  {
    id: "0xc1cba3fcea344f92d9239c08c0568f6f2f0ee452",
    symbol: "wstETH",
    decimals: 18,
    price: follows("ETH-USD", 1.22),
  },
  {
    id: "0xb6fe221fe9eef5aba221c348ba20a1bf5e73624c",
    symbol: "rETH",
    decimals: 18,
    price: follows("ETH-USD", 1.15),
  },
  {
    id: "0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf",
    symbol: "cbBTC",
    decimals: 8,
    price: follows("BTC-USD", 1),
  },
  {
    id: "0x236aa50979d5f3de3bd1eeb40e81137f22ab794b",
    symbol: "tBTC",
    decimals: 18,
    price: follows("BTC-USD", 1),
  },
  { id: "0x940181a94a35a4569e4529a3cdfb74e38fd98631", symbol: "AERO", decimals: 18, price: level(0.9) },
  { id: "0xbaa5cc21fd487b8fcc2f632f3f4e8d37262a0842", symbol: "MORPHO", decimals: 18, price: level(1.9) },
  { id: "0x4ed4e862860bed51a9570b96d89af5e1b0efefed", symbol: "DEGEN", decimals: 18, price: level(0.003) },
];

const PACE = { daily: 0.05, memoryDays: 120 };

/** US dollars for one at a moment; undefined for what has no price. */
export function coinPrice(random: Randomness, { id, price }: Coin, at: number): number | undefined {
  if (price === null) return undefined;
  if ("steady" in price) return price.steady * (1 + (random.unit(`${id} peg`, at / 60_000) - 0.5) * 1e-3);
  if ("level" in price) return price.level * Math.exp(fluctuation(random, id, at, PACE));
  return price.times * priceAt(random, price.follows, at);
}
