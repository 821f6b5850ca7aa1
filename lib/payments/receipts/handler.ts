import type { AnswerOf } from "@/lib/catalog/define";
import { env } from "@/lib/env";
import type { Handler } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { now } from "@/lib/time";
import { inspect, type Inspected } from "../ledger/inspect";
import { fromLedger } from "../ledger/unreachable";
import { usdcOf } from "@/lib/chains/networks";
import type { Facts, Receipt } from "../rails/rail";
import { recoverPayment } from "../recovery/recover-payments/handler";
import { consumeProof } from "../wallet-proof/consume";
import type { receiptEntry } from "./entry";
import { hasProof, ownsPayer, proves, readProofs, type Proofs } from "./proofs";
import { signReceipt } from "./sign";

type Answer = AnswerOf<typeof receiptEntry>;

/**
 * One refusal for an unknown payment and for another payer's: only its payer may learn whether a payment was sold
 * here.
 */
const notProved = (): ApiError =>
  new ApiError(
    "payment_conflict",
    "Prove that this payment is yours: SIGN-IN-WITH-X of the paying wallet, the PAYMENT-SIGNATURE that was sent, or the first call's Idempotency-Key where that is a UUID v4 or has at least 22 characters.",
  );

const unknown = (): ApiError => new ApiError("not_found", "This wallet's payment is not known here.");

/** The key of the requested payment: as named, else of the payment in the headers. */
function requestedKey(named: string | undefined, { payment }: Proofs): string {
  const key = named?.toLowerCase() ?? payment?.key;
  if (key === undefined)
    throw new ApiError(
      "invalid_request",
      "Name the payment in `payment`, or send it in PAYMENT-SIGNATURE or Authorization: Payment.",
    );
  return key;
}

/** No worker holds it any more; only the chain shows its outcome. */
const isAbandoned = ({ state, lease }: Inspected): boolean =>
  state === "unknown" || (state === "settling" && lease < now());

/** The record after one look at the chain, where that decides; null once the chain proved that nothing moved. */
async function resolve(payment: Inspected): Promise<Inspected | null> {
  if (!isAbandoned(payment) || (await recoverPayment(payment)) === "open") return payment;
  return inspect(payment.paymentKey);
}

async function toAnswer(payment: Inspected, state: Answer["state"]): Promise<Answer> {
  const settlement = payment.receipt === "" ? null : (JSON.parse(payment.receipt) as Receipt); // written from that type
  const facts = payment.facts === "" ? null : (JSON.parse(payment.facts) as Facts); // likewise
  const served = state === "settled" ? settlement : null;
  const signed = served && (await signReceipt(env().PUBLIC_ORIGIN + payment.entry, served));
  return {
    ok: true,
    payment: payment.paymentKey,
    state,
    transaction: settlement?.transaction ?? null,
    network: facts?.network ?? null,
    payer: payment.payer,
    amount: facts?.amount ?? null,
    asset: facts && (facts.asset ?? usdcOf(facts.network) ?? null),
    resource: payment.entry === "" ? null : payment.entry,
    at: settlement && new Date(settlement.at).toISOString(),
    receipt: signed && signed.info.receipt,
    refund: payment.refund === "" ? null : payment.refund,
    agent: payment.agent === "" ? null : payment.agent,
  };
}

/**
 * `GET /api/receipt`: the outcome of a payment, for a caller with a proof. An open outcome is looked up on chain
 * first. A wallet proof is consumed before anything is looked up.
 * Throws ApiError 400 for an invalid proof, 404 to a payer whose payment is not known here, and 409 where the proof does
 * not match.
 */
export const getReceipt: Handler<typeof receiptEntry> = async ({ payment }, { now, headers }) => {
  const proofs = await readProofs(headers, now);
  const key = requestedKey(payment, proofs);
  if (!hasProof(proofs)) throw notProved();
  if (proofs.wallet !== null) await fromLedger(consumeProof(proofs.wallet));
  const found = await fromLedger(inspect(key));
  if (found === null) throw ownsPayer(proofs, key) ? unknown() : notProved();
  if (!proves(proofs, found)) throw notProved();
  const known = await fromLedger(resolve(found));
  return {
    answer: known === null ? await toAnswer(found, "released") : await toAnswer(known, known.state),
    effects: [],
  };
};
