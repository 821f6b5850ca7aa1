import type { VerifiedTokens } from "@/lib/sources/jupiter-verified";
import { asRead } from "../impostor";
import { perValue } from "../per-value";

export interface Contract {
  chain: "solana";
  address: string;
}

const byName = perValue(
  (tokens: VerifiedTokens): ReadonlyMap<string, string> =>
    // The deepest stands first, and stays.
    new Map(tokens.toReversed().map(([mint, name, symbol]) => [keyOf(symbol, name), mint])),
);
const keyOf = (symbol: string, name: string): string => `${symbol.toUpperCase()} ${asRead(name)}`;

/**
 * The mint of a coin that is verified on Solana under the announced ticker and the announced name, both: a ticker alone is
 * anybody's. Null for the coins of other chains, which no list without a key names.
 */
export function contractOf(
  ticker: string,
  name: string | null,
  verified: VerifiedTokens | null,
): Contract | null {
  if (verified === null || name === null || asRead(name).length < 2) return null;
  const address = byName(verified).get(keyOf(ticker, name));
  return address === undefined ? null : { chain: "solana", address };
}
