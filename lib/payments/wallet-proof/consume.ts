import { ApiError } from "@/lib/http/api-error";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import type { WalletProof } from "./read";

/** Longer than any message is good for: 5 minutes of age and 1 of clock difference. */
export const PROOF_REMEMBERED_SEC = 600;

export const proofUsed = (): ApiError =>
  new ApiError("invalid_request", "SIGN-IN-WITH-X was used before; sign a message with a fresh nonce.");

/**
 * Uses a proof up, once and for all instances. Call it where the proof decides something, before it does.
 * Throws ApiError 400 for one that was used, and what the store throws when it can't be reached.
 */
export async function consumeProof({ address, nonce }: WalletProof): Promise<void> {
  const key = keys.proofNonce(address, nonce);
  const written = await ledgerStore().set(key, "1", { nx: true, ex: PROOF_REMEMBERED_SEC });
  if (written === null) throw proofUsed();
}
