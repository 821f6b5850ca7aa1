import { env } from "@/lib/env";
import type { Guard } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { consumeProof } from "@/lib/payments/wallet-proof/consume";
import { readWalletProof, type WalletProof } from "@/lib/payments/wallet-proof/read";
import { readForReader } from "../store";
import type { signalOpenEntry } from "./entry";

export const notPublished = (id: string): ApiError =>
  new ApiError(
    "not_found",
    `No signal ${id} is published, or it was hidden. GET /api/lounge-feed lists those that are.`,
  );

/** What the wallet showed its owner, when the page asked for it: a signature for one signal opens no other. */
const REREAD = "urn:svc:reread:";
const isOfAnother = ({ resources }: WalletProof, signalId: string): boolean =>
  resources.some((resource) => resource.startsWith(REREAD) && resource !== REREAD + signalId);

/**
 * What was never published is refused before anybody pays for it. Who bought a signal proves the wallet and reads it
 * again for nothing; a payment that comes along is sold for, as anywhere. A proof that gives no right is not used up, nor
 * is any by asking what the call costs.
 */
export const openGuard: Guard<typeof signalOpenEntry> = async (
  { signalId },
  { headers, path, now, hasPayment, asksPrice },
) => {
  const proof = hasPayment
    ? null
    : await readWalletProof(headers, { origin: env().PUBLIC_ORIGIN, path, now });
  const { signal, hasBought } = await readForReader(signalId, proof?.address ?? null);
  if (signal === null || signal.hidden !== null) throw notPublished(signalId);
  if (proof === null || !hasBought || isOfAnother(proof, signalId)) return { pays: true };
  if (asksPrice !== true) await fromLedger(consumeProof(proof));
  return { pays: false, entitlement: { rereads: true } };
};
