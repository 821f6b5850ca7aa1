import type { ChainAccount } from "@/lib/chains/token-mint";
import { EXTENSIONS, type MintFacts, readMint, TOKEN_2022 } from "../verifier/on-chain";
import type { MintTerms } from "./terms";

const KNOWN: ReadonlySet<number> = new Set(Object.values(EXTENSIONS));

/** What it says and who may change that, beside the token itself. */
function objectionToWords({ pointer, metadata }: MintFacts, mint: string, terms: MintTerms): string | null {
  if (pointer === null || metadata === null) return "It has no metadata of its own.";
  if (pointer.authority !== null) return "Its metadata can be pointed elsewhere.";
  if (pointer.at !== mint) return "Its metadata is another account's.";
  if (metadata.updateAuthority !== null) return "Its metadata can be changed.";
  if (metadata.uri !== terms.uri) return "Its URI is not this signal's.";
  const says = JSON.stringify([metadata.name, metadata.symbol, metadata.fields]);
  return says === JSON.stringify([terms.name, terms.symbol, terms.fields])
    ? null
    : "Its name, symbol and fields are not those of this signal's certificate.";
}

/**
 * What keeps a mint from being a signal's, in words; null when nothing does. It must be of one token that can never be
 * another number, and nobody may change what it says. Read by the verifier's own code, so that readers see what we saw.
 */
export function objectionToCertificate(
  account: ChainAccount | null,
  { mint, terms }: { mint: string; terms: MintTerms },
): string | null {
  if (account === null) return "There is no finalized mint at that address yet.";
  if (account.owner !== TOKEN_2022) return "The account does not belong to Token-2022.";
  const facts = readMint(account);
  if (facts === null) return "The account is no mint.";
  if (facts.canBeMinted) return "More of it can be minted.";
  if (facts.canBeFrozen) return "It can be frozen.";
  if (facts.supply !== 1n) return "Its supply is not 1.";
  if (facts.decimals !== 0) return "It has decimals.";
  if (facts.extensions.some((type) => !KNOWN.has(type)))
    return "It has extensions beside its metadata and the pointer to it.";
  return objectionToWords(facts, mint, terms);
}
