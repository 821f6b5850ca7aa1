import type { RouteEntry } from "@/lib/catalog/define";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/http/api-error";
import { now } from "@/lib/time";
import type { Claim } from "../ledger/ledger";
import { missing, type Missing } from "../outcome/outcome";
import { isBoundTo, isOfHolder, paymentResource } from "./bound";
import { consumeProof } from "./consume";
import { readWalletProof } from "./read";

/**
 * Whether the caller proved to hold the paying wallet, and for what. The proof is used up by that. Throws ApiError 400 for
 * a proof that is malformed, invalid, used before or of another wallet. A sign-in for what this request does is none of
 * the wallet that pays.
 */
export async function provesWallet(
  headers: Headers,
  { path, method }: RouteEntry,
  payer: string,
  fingerprint: string,
): Promise<Claim["walletProved"] | Missing> {
  const proof = await readWalletProof(headers, { origin: env().PUBLIC_ORIGIN, path, now: new Date(now()) });
  if (proof === null) return false;
  const isForRequest = proof.resources.includes(paymentResource({ method }, fingerprint));
  // It proves something about the request, for its handler, as often as the request is sent again.
  if (!isForRequest && isBoundTo(proof, fingerprint)) return false;
  // It proves what a holder claims, for the route's guard; the holder's wallet need not be the paying one.
  if (!isForRequest && isOfHolder(proof, path)) return false;
  if (proof.address !== payer)
    throw new ApiError("invalid_request", "SIGN-IN-WITH-X is signed by another wallet than the paying one.");
  try {
    await consumeProof(proof);
    return isForRequest ? "for this request" : "for reading";
  } catch (error) {
    if (error instanceof ApiError) throw error;
    return missing("ledger", error);
  }
}
