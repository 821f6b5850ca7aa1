import * as z from "zod";

/**
 * Fields of token data, as lenient as its providers are careless: what is absent, null, of another type or out of its
 * range is unknown (null), and never 0.
 */

/** No sum, price or supply is so large: what is larger, sums and shares of it would leave what a double holds. */
const MOST = 1e30;
/** Not negative, as a number. */
export const amount = z.number().nonnegative().max(MOST).nullish().catch(null);
/** Either way. */
export const change = z.number().min(-MOST).max(MOST).nullish().catch(null);
/** A count. */
export const count = z.int().nonnegative().nullish().catch(null);
export const flag = z.boolean().nullish().catch(null);
export const word = z.string().nullish().catch(null);

const DECIMAL = /^-?\d{1,40}(?:\.\d{1,200})?$/;

/** A decimal in a string of up to 70 digits and more, or a number. */
const decimal = z
  .union([z.number(), z.string().regex(DECIMAL).transform(Number)])
  .pipe(z.number().min(-MOST).max(MOST))
  .nullish()
  .catch(null);
export const decimalChange = decimal;
export const decimalAmount = decimal.transform((value) =>
  typeof value === "number" && value >= 0 ? value : null,
);

/** ISO 8601 or milliseconds to ISO 8601 in UTC; null when it is no time, or one ahead of `now`. */
export function pastTime(raw: string | number | null | undefined, now: Date): string | null {
  if (raw === null || raw === undefined || raw === "") return null;
  const at = typeof raw === "number" ? raw : Date.parse(raw);
  const sane = at > EARLIEST_MS && at <= now.getTime() + SKEW_MS;
  return sane ? new Date(at).toISOString() : null;
}

/** No token is older than its chain; a date before is a zero or a unit gone wrong. */
const EARLIEST_MS = Date.parse("2015-01-01T00:00:00Z");
const SKEW_MS = 5 * 60_000;

/** Base58 of a 32-byte key: what a Solana address looks like. */
export const SOLANA_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
export const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i;

/** One spelling an address: Solana's is case-sensitive, that of EVM chains is not. */
export const sameSpelling = (address: string): string =>
  EVM_ADDRESS.test(address) ? address.toLowerCase() : address;

/** What tokens are paid with on the supported chains: never a candidate themselves. In one spelling. */
export const QUOTE_TOKENS: ReadonlySet<string> = new Set([
  "So11111111111111111111111111111111111111112", // wrapped SOL
  "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", // USDC on Solana
  "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", // USDT on Solana
  "0x4200000000000000000000000000000000000006", // WETH on Base and Optimism
  "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", // USDC on Base
  "0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf", // cbBTC on Base
  "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2", // WETH on Ethereum
  "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", // USDC on Ethereum
  "0xdac17f958d2ee523a2206206994597c13d831ec7", // USDT on Ethereum
  "0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c", // WBNB
  "0x55d398326f99059ff775485246999027b3197955", // USDT on BNB Chain
  "0x82af49447d8a07e3bd95bd0d56f35241523fbab1", // WETH on Arbitrum
  "0xaf88d065e77c8cc2239327c5edb3a432268e5831", // USDC on Arbitrum
]);
