import type { CallContext } from "@/lib/handler";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/http/api-error";
import { isBoundTo, paymentResource } from "@/lib/payments/wallet-proof/bound";
import { readWalletProof, type WalletProof } from "@/lib/payments/wallet-proof/read";
import type { CreatorProof } from "../vocabulary";

/** The call that publishes, as far as it proves anything. */
export interface Publishing extends Pick<CallContext, "headers" | "now"> {
  path: string;
  fingerprint: string;
  payment: NonNullable<CallContext["payment"]>;
}

/** Whether a wallet signed to have its payment, which others have sent, for this very request: as the refusal asks it to. */
const isForPayment = ({ resources }: WalletProof, fingerprint: string): boolean =>
  resources.includes(paymentResource({ method: "POST" }, fingerprint));

/**
 * How far `wallet` is proved to publish this very text. Whoever pays from it has signed for the call. But anybody may bring a
 * payment that had moved already, so that one counts only with a sign-in for this very request. A sign-in for another text
 * says nothing of this one. Throws ApiError 400 where another wallet signed in for this text: its sender expects more of that
 * than it proves.
 */
export async function creatorProofOf(
  wallet: string,
  { headers, now, path, fingerprint, payment }: Publishing,
): Promise<CreatorProof> {
  const proof = await readWalletProof(headers, { origin: env().PUBLIC_ORIGIN, path, now });
  if (proof !== null && isBoundTo(proof, fingerprint)) {
    if (proof.address === wallet) return "sign-in";
    throw new ApiError("invalid_request", "SIGN-IN-WITH-X is signed by another wallet than `creatorWallet`.");
  }
  if (payment.payer !== wallet) return "unproved";
  const isOwn = payment.moved !== true || (proof?.address === wallet && isForPayment(proof, fingerprint));
  return isOwn ? "payment" : "unproved";
}
