import * as z from "zod";

/** What several sources of a wallet's balances have in common. */

/** A whole number of base units, in digits: up to 78 of them (2^256). */
export const rawAmount = z
  .union([z.int().min(0), z.string().regex(/^\d{1,78}$/)])
  .transform((value) => String(value));

const digits = z.string().regex(/^\d{1,78}$/);

export const heldToken = z.object({
  /** Mint or contract; contracts in lower case. */
  id: z.string(),
  /** As its issuer calls it, who may be anybody; null where the source doesn't know. */
  symbol: z.string().nullable(),
  raw: digits,
  decimals: z.int().min(0).max(255),
  /** US dollars for one token, where the source of the balance has a price itself. */
  priceUsd: z.number().positive().nullable(),
});
export type HeldToken = z.infer<typeof heldToken>;

export const holdings = z.object({
  native: z.object({ raw: digits, priceUsd: z.number().positive().nullable() }).nullable(),
  tokens: z.array(heldToken),
  /** Tokens that the wallet holds, of which `tokens` are those that are kept. */
  held: z.int().min(0),
  /** False when there is more than was read: another page, a balance that could not be had, more than is kept. */
  complete: z.boolean(),
});
export type Holdings = z.infer<typeof holdings>;

/** Most wallets hold fewer; those that hold more are full of what nobody asked for. */
export const KEPT_TOKENS = 200;

/** Base units as a number of tokens. Exact to a double's 15 digits, whatever the length of either. */
export function amountOf({ raw, decimals }: Pick<HeldToken, "raw" | "decimals">): number {
  const padded = raw.padStart(decimals + 1, "0");
  return Number(`${padded.slice(0, padded.length - decimals)}.${padded.slice(padded.length - decimals)}`);
}

/** One unit without decimals is how every chain here writes a thing that exists once. */
export const isSingular = ({ raw, decimals }: Pick<HeldToken, "raw" | "decimals">): boolean =>
  decimals === 0 && raw === "1";

export const valueOf = (token: HeldToken): number =>
  token.priceUsd === null ? -1 : amountOf(token) * token.priceUsd;

/** The most valuable first, then the unpriced as they came; no more than are kept. */
export const kept = (tokens: readonly HeldToken[]): HeldToken[] =>
  [...tokens].sort((a, b) => valueOf(b) - valueOf(a)).slice(0, KEPT_TOKENS);
