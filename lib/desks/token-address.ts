import type { TokenChain } from "@/lib/catalog/intel/token-chains";
import { ApiError } from "@/lib/http/api-error";
import { EVM_ADDRESS, sameSpelling } from "@/lib/sources/token-fields";
import { isSolanaAddress } from "./solana-address";

/** One token on one chain, in the one spelling of its address. */
export interface TokenId {
  chain: TokenChain;
  address: string;
}

interface Asked {
  address?: string | undefined;
  chain?: TokenChain | undefined;
  message?: string | undefined;
}

const refused = (problem: string, uncharged?: string): ApiError =>
  new ApiError("invalid_request", problem, {}, uncharged);

/** Whole words of a text that are written like an address. */
const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[^0-9A-Za-z]+/)
      .filter((word) => EVM_ADDRESS.test(word) || isSolanaAddress(word))
      .map(sameSpelling),
  ),
];

/**
 * Which token is meant: `address`, else the one address in `message`. Null when neither has one.
 * Throws ApiError 400 for several addresses, and for an address that is not one of the chain's.
 */
export function findToken({ address, chain, message }: Asked): TokenId | null {
  const found = address === undefined ? addressesIn(message ?? "") : [sameSpelling(address)];
  const [one] = found;
  if (one === undefined) return null;
  if (found.length > 1)
    throw refused(`\`message\` holds ${found.length} addresses. Send the one that you mean as \`address\`.`);
  const evm = EVM_ADDRESS.test(one);
  if (evm && (chain === undefined || chain === "solana"))
    throw refused(
      "That address is not one of Solana's. Send its `chain` too: base, ethereum, bsc or arbitrum.",
    );
  if (!evm && chain !== undefined && chain !== "solana")
    throw refused(`That address is not one of ${chain}'s. Send \`chain\` as solana, or leave it out.`);
  if (!evm && !isSolanaAddress(one))
    throw refused("That is no address: a Solana mint is the base58 of 32 bytes.", "Nothing was charged.");
  return { chain: chain ?? "solana", address: one };
}

/** As `findToken`; throws ApiError 400 that says what to send when there is no address at all. */
export function requireToken(asked: Asked): TokenId {
  const token = findToken(asked);
  if (token === null)
    throw refused(
      "Which token? Send `address`: its mint on Solana, or its contract together with `chain` elsewhere.",
      "Nothing was charged.",
    );
  return token;
}
