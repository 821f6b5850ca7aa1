import { isAddress as isSolanaAddress } from "@solana/kit";
import { isAddress as isEvmAddress } from "viem/utils";
import type { CreatorChain } from "./vocabulary";

/** 0x and 40 digits; in mixed case the capitals must be those of EIP-55. */
const isEvmWallet = (text: string): boolean =>
  /^0x([0-9a-f]{40}|[0-9A-F]{40})$/.test(text) || isEvmAddress(text, { strict: true });

/** A creator's wallet as the ledger writes payers: on EVM chains in lower case. Null for what is none on that chain. */
export function walletOn(chain: CreatorChain, text: string): string | null {
  if (chain === "evm") return isEvmWallet(text) ? text.toLowerCase() : null;
  return isSolanaAddress(text) ? text : null;
}
