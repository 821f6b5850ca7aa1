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
import { bindingOf, BoundElsewhere, refuseSecondPayment } from "./second-payment";
import { lookOnce, settle } from "./settlement";

/** Gives the claim back before an error leaves; true when this call still held it, so that nothing has moved. */
async function giveBack(call: PaidCall): Promise<boolean> {
  try {
    return await release(call.claim);
  } catch (error) {
    // The claim runs out by itself; until then the same payment waits.
    log.warn("claim_not_released", {
      route: call.entry.path,
      payment: call.tender.key,
      why: describe(error),
    });
    return false;
  }
}

/** What the chain knows of a payment that the ledger does not know. */
const lookBack = ({ tender, receivedAt }: PaidCall): Promise<OnChain> =>
  lookOnce(tender.rail, tender.evidence, { from: receivedAt - PROVED_MAX_AGE_MS, until: receivedAt });

/** Reasons that may hide a payment that has moved: its time is over or its wallet empty because it was made. */
const MAY_HAVE_MOVED: ReadonlySet<Reason> = new Set(["expired", "insufficient_funds", "payment_rejected"]);

/** Refuses, unless the chain holds the payment or can't be asked: what has moved is never challenged again. */
async function refuse(call: PaidCall, { reason, message }: Objection): Promise<Receipt> {
  if (MAY_HAVE_MOVED.has(reason)) {
    const found = await lookBack(call);
    if (found.kind === "moved") return creditMoved(call, found);
    if (found.kind === "open" && (found.seen || found.unread)) throw conflict.outcomeOpen();
  }
  throw new PaymentRefused(reason, message);
}

/** The chain has seen this payment, but the ledger has not: it is never answered with a challenge unexamined. */
async function alreadyUsed(call: PaidCall): Promise<Receipt> {
  const found = await lookBack(call);
  if (found.kind === "moved") return creditMoved(call, found);
  if (found.kind === "open") throw conflict.outcomeOpen();
  throw new PaymentRefused("payment_rejected", `The payment can't be used: ${found.why}. Sign a fresh one.`);
}

/** Who may settle the payment, or the receipt of one that moved already. */
type Admitted = { by: string } | { credited: Receipt };

async function admit(call: PaidCall, objection: Objection | null): Promise<Admitted> {
  if (objection !== null) return { credited: await refuse(call, objection) };
  const verification = await call.tender.verify();
  switch (verification.kind) {
    case "valid":
      return verification;
    case "refused":
      log.info("payment_refused", {
        route: call.entry.path,
        payment: call.tender.key,
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

async function writeDown(
  call: PaidCall,
  text: string,
  effects: Awaited<ReturnType<typeof runHandler>>["effects"],
): Promise<void> {
  const { claim, tender } = call;
  const { network, payer, amount } = tender;
  const written = await writeIntent(claim, {
    evidence: JSON.stringify(tender.evidence),
    facts: JSON.stringify({ network, payer, amount }),
    effects: [...effects, countSale(tender), noteSale(call.entry, now())],
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

/** These say nothing of money, or are answered with another payment's answer. */
const saysNothing = (error: unknown): boolean =>
  error instanceof BoundElsewhere || (error instanceof ApiError && SAY_NOTHING.has(error.code));
const SAY_NOTHING: ReadonlySet<ErrorCode> = new Set([
  "payment_conflict",
  "payment_spent",
  "store_unavailable",
]);

/**
 * Everything before money may move; whatever fails gives the claim back. Who lost it meanwhile, to a copy of this call
 * that may sell and settle, can neither say that nothing was charged nor ask for another payment.
 */
async function beforeSettling<T>(call: PaidCall, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const held = await giveBack(call);
    throw held || saysNothing(error) ? error : conflict.inFlight();
  }
}

/**
 * Sells one answer under a fresh claim: verify, run, write the intent down, settle. Whatever fails before the
 * intent gives the claim back and charges nothing. A payment that has moved already is served as credited.
 */
export async function sell(
  call: PaidCall,
  objection: Objection | null,
): Promise<{ answer: string; receipt: Receipt }> {
  const admitted = await beforeSettling(call, () => admit(call, objection));
  if ("credited" in admitted) return { answer: await serveCredited(call), receipt: admitted.credited };
  const answer = await beforeSettling(call, async () => {
    await refuseSecondPayment(call);
    const { text, effects } = await runHandler(call);
    await writeDown(call, text, effects);
    return text;
  });
  // From here a client that hangs up cuts nothing.
  const settled = settle(call, admitted.by);
  call.background(settled);
  return { answer, receipt: await settled };
}
