import { isAddress as isSolanaAddress } from "@solana/kit";
import { isAddress as isEvmAddress } from "viem/utils";
import { type Env, EnvError } from "../env";

/**
 * Throws EnvError where a receiving wallet can't be one, its form aside, which the settings' own readers know: what is sent to
 * an address that somebody mistyped is lost. Asked when the service is built and by servers that start; no function loads it.
 */
export function checkReceivingWallets({
  EVM_PAY_TO: evm,
  SOLANA_PAY_TO: solana,
}: Pick<Env, "EVM_PAY_TO" | "SOLANA_PAY_TO">): void {
  // Capital letters are a checksum (EIP-55), unless there are none, or none but them.
  if (evm !== undefined && evm.slice(2) !== evm.slice(2).toUpperCase() && !isEvmAddress(evm))
    throw new EnvError(
      `EVM_PAY_TO must be an address as its wallet shows it: its capital letters don't fit (EIP-55), so a character of it is wrong. Copy it from its wallet again.`,
    );
  if (solana !== undefined && !isSolanaAddress(solana))
    throw new EnvError(
      `SOLANA_PAY_TO must be an address on Solana, 32 bytes in base58. Copy it from its wallet again.`,
    );
}
