import { env } from "../env";
import { now, sleep } from "../time";
import { budgetMs, remainingMs, type PaidCall } from "./call";
import { serveCredited } from "./credited";
import { abandonClaim, begin, type BeginResult, type LedgerRecord } from "./ledger/ledger";
import type { Receipt } from "./rails/rail";
import { namesEntry } from "./rails/resource";
import { type Objection, PaymentRefused, REASONS } from "./reasons";
import { recoverInBackground } from "./recovery/recover-payments/handler";
import { conflict, paidResponse, unavailable } from "./replies";
import { BoundToOtherPayment } from "./second-payment";
import { sell } from "./sell";
import { resolveUnknown, resume } from "./settlement";

const POLL_MS = 150;

function lookUp(call: PaidCall, may: { claim: boolean; resume: boolean }): Promise<BeginResult> {
  return begin(call.claim, may).catch((error: unknown) => {
    // The claim may have been made although its reply was lost: it must not lock the payment for its whole lease.
    call.background(abandonClaim(call.claim));
    throw unavailable.store(error);
  });
}

/** The stored answer of a settled payment, for a caller who proved to be its buyer. */
async function replay(record: LedgerRecord): Promise<Response> {
  if (record.answer === null) throw conflict.answerExpired();
  return paidResponse(record.entry, record.answer, receiptIn(record), true);
}

const receiptIn = (record: LedgerRecord): Receipt => JSON.parse(record.receipt) as Receipt; // written from that type

/**
 * What the ledger's record of this payment means for this caller: its answer, a refusal, or to look again, because
 * its outcome was just recorded or after a pause.
 * A caller with another request, or without the replay token, learns nothing.
 */
async function fromRecord(
  call: PaidCall,
  result: Extract<BeginResult, { record: LedgerRecord }>,
): Promise<Response | "closed" | "waited"> {
  const { record } = result;
  if (record.fingerprint !== call.claim.fingerprint) throw conflict.otherRequest();
  if (!record.proved) throw conflict.notProved();
  if (record.state === "settled") return replay(record);
  if (result.kind === "taken-over") {
    if (record.state === "credited")
      return paidResponse(call.entry.path, await serveCredited(call), receiptIn(record), false);
    const resumed = resume(call, record);
    call.background(resumed);
    if (await resumed) return "closed";
  } else if (record.state === "unknown" && (await resolveUnknown(call, record))) {
    return "closed";
  }
  await sleep(POLL_MS);
  return "waited";
}

/** Sells under a claim of this call's own. */
async function fromClaim(call: PaidCall, objection: Objection | null): Promise<Response> {
  const { answer, receipt } = await sell(call, objection);
  call.background(recoverInBackground());
  return paidResponse(call.entry.path, answer, receipt, false);
}

/** The answer that the caller's idempotency key bought before with another payment. This payment is not touched. */
async function answerOfEarlierPayment(call: PaidCall, bound: BoundToOtherPayment): Promise<Response> {
  if (bound.fingerprint !== call.claim.fingerprint) throw conflict.keyBound();
  const earlier: PaidCall = { ...call, claim: { ...call.claim, paymentKey: bound.paymentKey } };
  for (const deadline = now() + env().LEDGER_WAIT_MS; ; await sleep(POLL_MS)) {
    const result = await lookUp(earlier, { claim: false, resume: false });
    if (result.kind === "record" && result.record.state === "settled") return replay(result.record);
    if (now() >= deadline || remainingMs(call) <= 0) throw conflict.inFlight();
  }
}

function objectionTo({ entry, payment, receivedAt }: PaidCall): Objection | null {
  if (!namesEntry(payment.resource, entry))
    return { reason: "wrong_resource", message: REASONS.wrong_resource };
  return payment.objection(new Date(receivedAt), budgetMs(entry));
}

/**
 * One paid call from look-up to answer: sells it, replays it, finishes what a dead worker left, or waits for the
 * copy that is in flight. Throws ApiError and PaymentRefused; neither is charged.
 */
export async function paidCall(call: PaidCall): Promise<Response> {
  const objection = objectionTo(call);
  // One that is only too late may have been paid in time: whether it was is asked under a claim.
  const claim = objection === null || objection.reason === "expired";
  for (const deadline = now() + env().LEDGER_WAIT_MS; ;) {
    const result = await lookUp(call, { claim, resume: true });
    if (result.kind === "absent")
      throw new PaymentRefused(objection?.reason ?? "payment_rejected", objection?.message);
    const response = await (
      result.kind === "claimed" ? fromClaim(call, objection) : fromRecord(call, result)
    ).catch((error: unknown) => {
      if (error instanceof BoundToOtherPayment) return answerOfEarlierPayment(call, error);
      throw error;
    });
    if (response instanceof Response) return response;
    if (response === "closed") continue;
    if (now() >= deadline || remainingMs(call) <= 0) throw conflict.inFlight();
  }
}
