import type { AnswerOf } from "@/lib/catalog/define";
import { env } from "@/lib/env";
import type { Handler } from "@/lib/handler";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import { now } from "@/lib/time";
import { inspect, type Inspected } from "../ledger/inspect";
import type { Receipt } from "../rails/rail";
import { close, type Facts } from "../recovery/recover-payments/handler";
import { consumeProof } from "../wallet-proof/consume";
import type { receiptEntry } from "./entry";
import { bringsProof, holdsPayer, proves, readProofs, type Proofs } from "./proofs";
import { signReceipt } from "./sign";

type Answer = AnswerOf<typeof receiptEntry>;

/**
 * One answer for a payment that is not known and for one that is somebody else's: which payments were sold here is
 * nobody's business but their payers'.
 */
const notProved = (): ApiError =>
  new ApiError(
    "payment_conflict",
    "Nothing is told of this payment without proof that it is yours: SIGN-IN-WITH-X of the paying wallet, the PAYMENT-SIGNATURE that was sent, or the first call's Idempotency-Key of at least 16 characters.",
  );

const unknown = (): ApiError => new ApiError("not_found", "This wallet's payment was not brought here.");

const unreachable = (cause: unknown): ApiError =>
  new ApiError("store_unavailable", "The ledger can't be reached at the moment. Ask again.", {
    headers: retryAfter(5),
    cause,
  });

/** The ledger's own failures are a 503; refusals stay what they are. */
async function fromLedger<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof ApiError ? error : unreachable(error);
  });
}

/** The payment that is asked for: as named, else the one that is brought. */
function askedFor(named: string | undefined, { tender }: Proofs): string {
  const key = named?.toLowerCase() ?? tender?.key;
  if (key === undefined)
    throw new ApiError("invalid_request", "Name the payment in `payment`, or bring it in PAYMENT-SIGNATURE.");
  return key;
}

/** Nobody works on it any more, and only the chain can tell what became of it. */
const isAbandoned = ({ state, lease }: Inspected): boolean =>
  state === "unknown" || (state === "settling" && lease < now());

/** The record after one look at the chain, where that decides; null once the chain proved that nothing moved. */
async function resolve(payment: Inspected): Promise<Inspected | null> {
  if (!isAbandoned(payment) || (await close(payment)) === "open") return payment;
  return inspect(payment.paymentKey);
}

async function tell(payment: Inspected, state: Answer["state"]): Promise<Answer> {
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
    resource: payment.entry,
    at: settlement && new Date(settlement.at).toISOString(),
    receipt: signed && signed.info.receipt,
  };
}

/**
 * `GET /api/receipt`: what became of a payment, told on proof. A payment whose outcome is open is looked up on chain
 * by being asked for. A proof of the wallet is used up before anything is looked up, whatever comes of it.
 * Throws ApiError 400 for a proof that is none, 404 to a payer whose payment is not known here, and 409 to everybody
 * else whose proof does not fit.
 */
export const tellReceipt: Handler<typeof receiptEntry> = async ({ payment }, { now, headers }) => {
  const proofs = await readProofs(headers, now);
  const key = askedFor(payment, proofs);
  if (!bringsProof(proofs)) throw notProved();
  if (proofs.wallet !== null) await fromLedger(consumeProof(proofs.wallet));
  const found = await fromLedger(inspect(key));
  if (found === null) throw holdsPayer(proofs, key) ? unknown() : notProved();
  if (!proves(proofs, found)) throw notProved();
  const known = await fromLedger(resolve(found));
  return {
    answer: known === null ? await tell(found, "released") : await tell(known, known.state),
    effects: [],
  };
};
