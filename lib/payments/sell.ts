import { ApiError, type ErrorCode } from "../http/api-error";
import { describe, log } from "../http/log";
import { now } from "../time";
import { runHandler } from "./answers/run-handler";
import type { PaidCall } from "./call";
import { creditMoved, PROVED_MAX_AGE_MS, serveCredited } from "./credited";
import { noteSale } from "./ledger/last-sales";
import { release, writeIntent } from "./ledger/ledger";
import { countSale } from "./ledger/totals";
import type { OnChain, Receipt } from "./rails/rail";
import { type Objection, PaymentRefused, type Reason } from "./reasons";
import { conflict, unavailable } from "./replies";
import { bindingOf, BoundToOtherPayment, refuseSecondPayment } from "./second-payment";
import { lookUpOnce, settle } from "./settlement";

/** Releases the claim before an error is returned; true when this call still held it, so that nothing has moved. */
async function releaseClaim(call: PaidCall): Promise<boolean> {
  try {
    return await release(call.claim);
  } catch (error) {
    // The claim runs out by itself; until then the same payment waits.
    log.warn("claim_not_released", {
      route: call.entry.path,
      payment: call.payment.key,
      why: describe(error),
    });
    return false;
  }
}

/** What the chain knows of a payment that the ledger does not know. */
const lookUpOnChain = ({ payment, receivedAt }: PaidCall): Promise<OnChain> =>
  lookUpOnce(payment.rail, payment.evidence, { from: receivedAt - PROVED_MAX_AGE_MS, until: receivedAt });

/** Reasons that may hide a payment that has moved: its time is over or its wallet empty because it was made. */
const MAY_HAVE_MOVED: ReadonlySet<Reason> = new Set(["expired", "insufficient_funds", "payment_rejected"]);

/** Refuses, unless the chain holds the payment or can't be asked: what has moved is never challenged again. */
async function refuse(call: PaidCall, { reason, message }: Objection): Promise<Receipt> {
  if (MAY_HAVE_MOVED.has(reason)) {
    const found = await lookUpOnChain(call);
    if (found.kind === "moved") return creditMoved(call, found);
    if (found.kind === "open" && (found.seen || found.unread)) throw conflict.outcomeOpen();
  }
  throw new PaymentRefused(reason, message);
}

/** The chain has seen this payment, but the ledger has not: the chain is asked before a challenge is returned. */
async function alreadyUsed(call: PaidCall): Promise<Receipt> {
  const found = await lookUpOnChain(call);
  if (found.kind === "moved") return creditMoved(call, found);
  if (found.kind === "open") throw conflict.outcomeOpen();
  throw new PaymentRefused("payment_rejected", `The payment can't be used: ${found.why}. Sign a fresh one.`);
}

/** The facilitator that verified the payment, or the receipt of a payment that moved already. */
type Admitted = { by: string } | { credited: Receipt };

async function admit(call: PaidCall, objection: Objection | null): Promise<Admitted> {
  if (objection !== null) return { credited: await refuse(call, objection) };
  const verification = await call.payment.verify();
  switch (verification.kind) {
    case "valid":
      return verification;
    case "refused":
      log.info("payment_refused", {
        route: call.entry.path,
        payment: call.payment.key,
        reason: verification.reason,
        detail: verification.detail.slice(0, 120),
      });
      return { credited: await refuse(call, verification) };
    case "already-used":
      return { credited: await alreadyUsed(call) };
    case "unavailable":
      throw unavailable.payments(verification.detail);
  }
}

async function recordIntent(
  call: PaidCall,
  text: string,
  effects: Awaited<ReturnType<typeof runHandler>>["effects"],
): Promise<void> {
  const { claim, payment } = call;
  const { network, payer, amount } = payment;
  const written = await writeIntent(claim, {
    evidence: JSON.stringify(payment.evidence),
    facts: JSON.stringify({ network, payer, amount }),
    effects: [...effects, countSale(payment), noteSale(call.entry, now())],
    answer: text,
    binding: bindingOf(call),
  }).catch((error: unknown) => {
    throw unavailable.store(error);
  });
  if (written === "lost") throw conflict.inFlight();
  if (written === "busy") throw conflict.tooManyInFlight();
  // Another payment under the same key came to its intent first; that one's answer is the answer.
  if (written === "bound") {
    await refuseSecondPayment(call);
    throw conflict.inFlight();
  }
}

/** Errors that make no statement on this payment's money, or lead to another payment's answer. */
const isSafeWithoutClaim = (error: unknown): boolean =>
  error instanceof BoundToOtherPayment || (error instanceof ApiError && SAFE_WITHOUT_CLAIM.has(error.code));
const SAFE_WITHOUT_CLAIM: ReadonlySet<ErrorCode> = new Set([
  "payment_conflict",
  "payment_spent",
  "store_unavailable",
]);

/**
 * Runs what comes before money may move; an error releases the claim. A call whose claim was taken over meanwhile, by
 * a copy that may sell and settle, can neither say that nothing was charged nor ask for another payment.
 */
async function releasingOnError<T>(call: PaidCall, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const held = await releaseClaim(call);
    throw held || isSafeWithoutClaim(error) ? error : conflict.inFlight();
  }
}

/**
 * Sells one answer under a fresh claim: verify, run, write the intent, settle. Whatever fails before the intent
 * releases the claim and charges nothing. A payment that has moved already is served as credited.
 */
export async function sell(
  call: PaidCall,
  objection: Objection | null,
): Promise<{ answer: string; receipt: Receipt }> {
  const admitted = await releasingOnError(call, () => admit(call, objection));
  if ("credited" in admitted) return { answer: await serveCredited(call), receipt: admitted.credited };
  const answer = await releasingOnError(call, async () => {
    await refuseSecondPayment(call);
    const { text, effects } = await runHandler(call);
    await recordIntent(call, text, effects);
    return text;
  });
  // From here on a client that disconnects interrupts nothing.
  const settled = settle(call, admitted.by);
  call.background(settled);
  return { answer, receipt: await settled };
}
