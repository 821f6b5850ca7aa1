import { getBase58Encoder } from "@solana/kit";
import { SOLANA_ADDRESS } from "@/lib/sources/token-fields";

/** Base58 of exactly 32 bytes: what was cut off in copying is shorter, and no address. */
export function isSolanaAddress(text: string): boolean {
  return SOLANA_ADDRESS.test(text) && getBase58Encoder().encode(text).length === 32;
}
