import { baseUnits } from "@/lib/catalog/money";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/http/api-error";
import { sha256Hex } from "@/lib/http/digest";
import { readCallHeaders } from "@/lib/http/request-headers";
import { isProof } from "../call";
import type { Inspected } from "../ledger/inspect";
import { readIncomingPayment, type IncomingPayment } from "../rails/incoming-payment";
import { merchant } from "../rails/merchant";
import { PaymentRefused } from "../outcome/reasons";
import { readWalletProof, type WalletProof } from "../wallet-proof/read";
import { receiptEntry } from "./entry";

/** What a caller sends to prove that a payment is theirs. */
export interface Proofs {
  wallet: WalletProof | null;
  /** The payment as it was sent; by itself it proves nothing, because anyone can rebuild it from the chain. */
  payment: IncomingPayment | null;
  /** SHA-256 of the replay token in it, or null. */
  secret: string | null;
  /** SHA-256 of the idempotency key, or null when it could be guessed. */
  idempotency: string | null;
}

/** The payment in the headers. Its price is not checked here: the ledger knows what it bought. */
async function readPayment(headers: Headers): Promise<IncomingPayment | null> {
  try {
    return await readIncomingPayment(headers, merchant(), baseUnits(0));
  } catch (error) {
    if (error instanceof PaymentRefused)
      throw new ApiError("invalid_request", error.message, { cause: error });
    throw error;
  }
}

/** Reads all proofs of a request. Throws ApiError 400 for one that is malformed or invalid by itself. */
export async function readProofs(headers: Headers, now: Date): Promise<Proofs> {
  const { idempotencyKey } = readCallHeaders(headers);
  const at = { origin: env().PUBLIC_ORIGIN, path: receiptEntry.path, now };
  const [wallet, payment] = await Promise.all([readWalletProof(headers, at), readPayment(headers)]);
  const key = idempotencyKey ?? payment?.identifier ?? null;
  return {
    wallet,
    payment,
    secret: typeof payment?.replay === "string" ? await sha256Hex(payment.replay) : null,
    idempotency: key !== null && isProof(key) ? await sha256Hex(key) : null,
  };
}

export const hasProof = ({ wallet, secret, idempotency }: Proofs): boolean =>
  wallet !== null || secret !== null || idempotency !== null;

/** Whether any of them shows that this payment is the caller's. */
export function proves(
  { wallet, payment: incoming, secret, idempotency }: Proofs,
  payment: Inspected,
): boolean {
  return (
    wallet?.address === payment.payer ||
    (incoming?.key === payment.paymentKey && secret !== null && secret === payment.secret) ||
    (idempotency !== null && idempotency === payment.idempotency)
  );
}

/** Whether the caller holds the wallet that a payment names, although the ledger does not know the payment. */
export function ownsPayer({ wallet, payment }: Proofs, paymentKey: string): boolean {
  if (wallet === null) return false;
  const [, , , payer] = paymentKey.split(":"); // on EVM chains the key itself names the payer
  return wallet.address === (payer ?? (payment?.key === paymentKey ? payment.payer : undefined));
}
