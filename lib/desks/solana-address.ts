/** Whether a text is base58 of exactly 32 bytes: what was cut off in copying is shorter, and no address. */
export { isAddress as isSolanaAddress } from "@solana/kit";
