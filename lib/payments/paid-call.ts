import { env } from "../env";
import { now, sleep } from "../time";
import { budgetMs, remainingMs, type PaidCall } from "./call";
import { serveCredited } from "./credited";
import { abandonClaim, begin, type Begun, type LedgerRecord } from "./ledger/ledger";
import {
  type Conflict,
  conflict,
  heldByAnother,
  missing,
  type Missing,
  type Outcome,
  refusedPayment,
  type Replayed,
} from "./outcome";
import type { Receipt } from "./rails/rail";
import { namesEntry } from "./rails/resource";
import { type Objection, REASONS } from "./reasons";
import { closeSome } from "./recovery/recover-payments/handler";
import type { BoundElsewhere } from "./second-payment";
import { type Ended, sell } from "./sell";
import { type Finished, resolveUnknown, resume } from "./settlement";

const POLL_MS = 150;

/** A payment that the ledger knows. */
type Recorded = Extract<Begun, { record: LedgerRecord }>;

function lookUp(call: PaidCall, may: { claim: boolean; resume: boolean }): Promise<Begun | Missing> {
  return begin(call.claim, may).catch((error: unknown) => {
    // The claim may have been made although its reply was lost: it must not lock the payment for its whole lease.
    call.background(abandonClaim(call.claim));
    return missing("ledger", error);
  });
}

/** The stored answer of a settled payment, for who proved to be its buyer. */
const replay = (record: LedgerRecord): Replayed | Conflict =>
  record.answer === null
    ? conflict("answer expired")
    : { kind: "replayed", entry: record.entry, answer: record.answer, receipt: receiptIn(record) };

const receiptIn = (record: LedgerRecord): Receipt => JSON.parse(record.receipt) as Receipt; // written from that type

/**
 * What the ledger's record of this payment means for this caller: an outcome, or to look again, because its book was
 * just closed or after a pause.
 * Nothing is told to who brings another request or lacks the replay secret.
 */
async function fromRecord(call: PaidCall, begun: Recorded): Promise<Ended | "closed" | "waited"> {
  const { record } = begun;
  if (record.fingerprint !== call.claim.fingerprint) return conflict("other request");
  if (!record.proved) return conflict("not proved");
  if (record.state === "settled") return replay(record);
  if (begun.kind === "taken-over" && record.state === "credited")
    return serveCredited(call, receiptIn(record));
  const finished = await finish(call, begun);
  if (finished !== "not closed") return finished;
  await sleep(POLL_MS);
  return "waited";
}

/** Closes the book of a payment that nobody else works on, as far as the chain tells. */
async function finish(call: PaidCall, { kind, record }: Recorded): Promise<Finished> {
  if (kind === "taken-over") {
    const resumed = resume(call, record);
    call.background(resumed);
    return resumed;
  }
  return record.state === "unknown" ? resolveUnknown(call, record) : "not closed";
}

/** Sells under a claim of this call's own. */
async function fromClaim(call: PaidCall, objection: Objection | null): Promise<Ended> {
  const ended = await sell(call, objection);
  if (ended.kind === "sold") call.background(closeSome());
  return ended;
}

/** The answer that the caller's idempotency key bought before with another payment. This payment is not touched. */
async function answerOfEarlierPayment(call: PaidCall, bound: BoundElsewhere): Promise<Outcome> {
  if (bound.fingerprint !== call.claim.fingerprint) return conflict("key bound");
  const earlier: PaidCall = { ...call, claim: { ...call.claim, paymentKey: bound.paymentKey } };
  for (const deadline = now() + env().LEDGER_WAIT_MS; ; await sleep(POLL_MS)) {
    const begun = await lookUp(earlier, { claim: false, resume: false });
    if (begun.kind === "unavailable") return begun;
    if (begun.kind === "record" && begun.record.state === "settled") return replay(begun.record);
    if (now() >= deadline || remainingMs(call) <= 0) return heldByAnother;
  }
}

function objectionTo({ entry, tender, receivedAt }: PaidCall): Objection | null {
  if (!namesEntry(tender.resource, entry))
    return { reason: "wrong_resource", message: REASONS.wrong_resource };
  return tender.objection(new Date(receivedAt), budgetMs(entry));
}

/**
 * One paid call from look-up to answer: sells it, replays it, finishes what a dead worker left, or waits for the
 * copy that is in flight. Throws only what nobody expected.
 */
export async function paidCall(call: PaidCall): Promise<Outcome> {
  const objection = objectionTo(call);
  // One that is only too late may have been paid in time: whether it was is asked under a claim.
  const claim = objection === null || objection.reason === "expired";
  for (const deadline = now() + env().LEDGER_WAIT_MS; ;) {
    const begun = await lookUp(call, { claim, resume: true });
    if (begun.kind === "unavailable") return begun;
    if (begun.kind === "absent")
      return refusedPayment(objection?.reason ?? "payment_rejected", objection?.message);
    const came = await (begun.kind === "claimed" ? fromClaim(call, objection) : fromRecord(call, begun));
    if (came === "closed") continue;
    if (came !== "waited") return came.kind === "bound elsewhere" ? answerOfEarlierPayment(call, came) : came;
    if (now() >= deadline || remainingMs(call) <= 0) return heldByAnother;
  }
}
