import { baseUnits } from "@/lib/catalog/money";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/http/api-error";
import { sha256Hex } from "@/lib/http/digest";
import { readCallHeaders } from "@/lib/http/request-headers";
import { MIN_PROOF_LENGTH } from "../call";
import type { Inspected } from "../ledger/inspect";
import { readTender, type Tender } from "../rails/credentials";
import { merchant } from "../rails/merchant";
import { PaymentRefused } from "../reasons";
import { readWalletProof, type WalletProof } from "../wallet-proof/read";
import { receiptEntry } from "./entry";

/** What a caller brings to show that a payment is his. */
export interface Proofs {
  wallet: WalletProof | null;
  /** The payment as it was sent; by itself it proves nothing, because anyone can rebuild it from the chain. */
  tender: Tender | null;
  /** SHA-256 of the replay secret in it, or null. */
  secret: string | null;
  /** SHA-256 of the idempotency key, or null when it could be guessed. */
  idempotency: string | null;
}

/** The payment that the caller brings. Its price is not judged here: the ledger knows what it bought. */
async function readPayment(headers: Headers): Promise<Tender | null> {
  try {
    return await readTender(headers, merchant(), baseUnits(0));
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
  const [wallet, tender] = await Promise.all([readWalletProof(headers, at), readPayment(headers)]);
  const key = idempotencyKey ?? tender?.identifier ?? null;
  return {
    wallet,
    tender,
    secret: typeof tender?.replay === "string" ? await sha256Hex(tender.replay) : null,
    idempotency: key !== null && key.length >= MIN_PROOF_LENGTH ? await sha256Hex(key) : null,
  };
}

export const bringsProof = ({ wallet, secret, idempotency }: Proofs): boolean =>
  wallet !== null || secret !== null || idempotency !== null;

/** Whether any of them shows that this payment is the caller's. */
export function proves({ wallet, tender, secret, idempotency }: Proofs, payment: Inspected): boolean {
  return (
    wallet?.address === payment.payer ||
    (tender?.key === payment.paymentKey && secret !== null && secret === payment.secret) ||
    (idempotency !== null && idempotency === payment.idempotency)
  );
}

/** Whether the caller holds the wallet that a payment names, although the ledger does not know the payment. */
export function holdsPayer({ wallet, tender }: Proofs, paymentKey: string): boolean {
  if (wallet === null) return false;
  const [, , , payer] = paymentKey.split(":"); // on EVM chains the key itself names the payer
  return wallet.address === (payer ?? (tender?.key === paymentKey ? tender.payer : undefined));
}
