import { env } from "@/lib/env";
import { ApiError } from "@/lib/http/api-error";
import { hasMppPayment } from "@/lib/payments/has-payment";
import { inspect } from "@/lib/payments/ledger/inspect";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { hasProof, proves, readProofs } from "@/lib/payments/receipts/proofs";
import { consumeProof } from "@/lib/payments/wallet-proof/consume";
import { readWalletProof } from "@/lib/payments/wallet-proof/read";
import { signalOpenEntry } from "../open/entry";
import type { Signal } from "../signal";
import { readForReader } from "../store";
import { rwaTokenEntry } from "./entry";

const notOwner = (): ApiError =>
  new ApiError(
    "not_owner",
    "The opening is for the signal's proved creator and for who unlocked it. Without a proof the certificate is free.",
  );

/** A wallet that signed in: the creator's, as far as that is proved, or one that unlocked the signal. */
async function byWallet(signal: Signal, headers: Headers, now: Date): Promise<boolean> {
  const at = { origin: env().PUBLIC_ORIGIN, path: rwaTokenEntry.path, now };
  const proof = await readWalletProof(headers, at);
  if (proof === null) return false;
  await fromLedger(consumeProof(proof));
  const { wallet, proof: proved } = signal.creator;
  if (proof.address === wallet && proved !== "unproved") return true;
  return (await readForReader(signal.id, proof.address)).hasBought;
}

/** The payment of an unlock with what proves its first caller: by itself it is anybody's to rebuild from the chain. */
async function byPayment(signal: Signal, headers: Headers, now: Date): Promise<boolean> {
  const proofs = await readProofs(headers, now);
  if (proofs.payment === null || !hasProof(proofs)) return false;
  const paid = await fromLedger(inspect(proofs.payment.key));
  if (paid === null || paid.entry !== signalOpenEntry.path || !proves(proofs, paid)) return false;
  return (await readForReader(signal.id, paid.payer)).hasBought;
}

/** Whether the caller may have what opens a signal's certificate. Throws ApiError 403 for a proof that gives no right. */
export async function mayOpen(signal: Signal, headers: Headers, now: Date): Promise<boolean> {
  if (headers.has("sign-in-with-x")) {
    if (await byWallet(signal, headers, now)) return true;
    throw notOwner();
  }
  // Authorization with anything else than a payment is somebody's own affair, and the certificate everybody's.
  if (!headers.has("payment-signature") && !hasMppPayment(headers)) return false;
  if (await byPayment(signal, headers, now)) return true;
  throw notOwner();
}
