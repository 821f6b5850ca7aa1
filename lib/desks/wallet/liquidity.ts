import type { DexToken } from "@/lib/sources/dexscreener";

/** An answer of so many pairs may have been cut. */
const FULL = 30;

/**
 * US dollars in a token's pools, of an answer about several tokens; null when that is unknown: nothing was read, none
 * of its pairs names any (a bonding curve), or the answer may have been cut before it. An answer of no pairs at all
 * says nothing, not that there are none.
 */
export function liquidityIn(tokens: readonly DexToken[] | null, id: string): number | null {
  const pairs = (tokens ?? []).reduce((sum, token) => sum + token.pairs, 0);
  const found = tokens?.find(({ address }) => address === id);
  if (found !== undefined) return found.liquidityUsd;
  return pairs === 0 || pairs >= FULL ? null : 0;
}
