import type { DexToken } from "@/lib/sources/dexscreener";

/** An answer of so many pairs may have been cut. */
const FULL = 30;

/**
 * The US dollars in a token's pools, from an answer about several tokens. Null where they are unknown: nothing was read, none
 * of the token's pairs names an amount (a bonding curve), or the answer may have been cut before the token. An answer without
 * any pair says nothing; it does not say that there are none.
 */
export function liquidityIn(tokens: readonly DexToken[] | null, id: string): number | null {
  const pairs = (tokens ?? []).reduce((sum, token) => sum + token.pairs, 0);
  const found = tokens?.find(({ address }) => address === id);
  if (found !== undefined) return found.liquidityUsd;
  return pairs === 0 || pairs >= FULL ? null : 0;
}
