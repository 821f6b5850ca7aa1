import { env } from "../env";
import { ApiError } from "../http/api-error";
import { now, sleep } from "../time";
import { type Exempt, passGuard } from "./answers/pass-guard";
import { mayAskFirst } from "./asked-first";
import { budgetMs, remainingMs, type PaidCall } from "./call";
import { PROVED_MAX_AGE_MS, serveTakenOver } from "./credited";
import { holdListed, noteStray, refuseLanded } from "./stray";
import { abandonClaim, begin, type BeginResult, type LedgerRecord, type May } from "./ledger/ledger";
import {
  atOtherRequest,
  busy,
  type Conflict,
  conflict,
  heldByAnother,
  type InFlight,
  missing,
  type Missing,
  type Outcome,
  refunded,
  refusedByRoute,
  refusedPayment,
  type Replayed,
  undecided,
  waitsForWallet,
} from "./outcome/outcome";
import type { OnChain } from "@/lib/chains/look";
import type { Receipt } from "./rails/rail";
import { namesEntry } from "./rails/resource";
import { type Objection, REASONS } from "./outcome/reasons";
import { boundElsewhere, type BoundToOtherPayment } from "./second-payment";
import { type Ended, type Known, lookUpOnChain, sell, waitMs } from "./sell";
import { isListed, noteHit, notServed } from "./screen";
import { type Finished, lookUpOnce, resolveUnknown, resume } from "./settlement";
import type { Funds } from "./funds/funds";
import { slotWaits } from "./slot-wait";
import { noteTime } from "./usual-time";

const POLL_MS = 150;

const TOO_LATE: Objection = { reason: "expired", message: REASONS.expired };

/**
 * Of a payment that is new here: the ledger could not know the order again by such an id, and two fresh payments would both be
 * taken for it.
 */
const WRONG_IDENTIFIER = new ApiError(
  "invalid_request",
  'The payment\'s `extensions["payment-identifier"].info.id` must be a text of 16 to 128 letters, digits, `_` and `-`. Correct it or leave it out. This call took no payment.',
  { details: { reason: "invalid_payment_identifier" } },
);

/** A payment that the ledger knows. */
type Recorded = Extract<BeginResult, { record: LedgerRecord }>;

function lookUp(call: PaidCall, may: May): Promise<BeginResult | Missing> {
  return begin(call.claim, may).catch((error: unknown) => {
    // The claim may have been made although its reply was lost: it must not lock the payment for its whole lease.
    call.background(abandonClaim(call.claim));
    return missing("ledger", error);
  });
}

/** The stored answer of a settled payment, for a caller who proved to be its buyer. */
const replay = (record: LedgerRecord): Replayed | Conflict =>
  record.answer === null
    ? conflict("answer expired")
    : { kind: "replayed", entry: record.entry, answer: record.answer, receipt: receiptIn(record) };

const receiptIn = (record: LedgerRecord): Receipt => JSON.parse(record.receipt) as Receipt; // written from that type

/**
 * What the ledger's record of this payment means for this caller: an outcome, or to look again, because its book was
 * just closed or after a pause.
 * A caller with another request, or without the replay token, learns nothing.
 */
async function fromRecord(call: PaidCall, result: Recorded): Promise<Ended | "closed" | "waited"> {
  const { record } = result;
  // Whoever holds the payment may know: the refund is public on the chain, and its payer must not pay once more in doubt.
  if (record.state === "refunded") return refunded(record.refund);
  if (record.state === "refunding") return conflict(isListed(call.payment.payer) ? "held" : "refunding");
  if (record.state === "credited" && !record.proved) return conflict("not proved");
  if (!mayComeFirst(call, record) && record.fingerprint !== call.claim.fingerprint)
    return ofOtherRequest(call, record);
  if (!record.proved) return conflict("not proved");
  if (record.state === "settled") return replay(record);
  if (result.kind === "taken-over" && record.state === "credited")
    return serveTakenOver(call, receiptIn(record));
  if (record.waitMs > 0) return waitsForWallet(record.waitMs);
  const finished = await finish(call, result);
  if (finished !== "not closed") return finished;
  await sleep(POLL_MS);
  return "waited";
}

/**
 * What a payment that another request came with first has bought, or may still buy: until its book is closed, either may. No
 * proof is asked for that would not help.
 */
function ofOtherRequest(call: PaidCall, { state }: LedgerRecord): InFlight | Conflict {
  if (state === "credited")
    return conflict(isGoodOnceMoved(call) ? "credited otherwise" : "credited elsewhere");
  return state === "settled" ? conflict("other request") : atOtherRequest;
}

/** While nothing is sent or served for a payment, who proves its wallet waits for it, whatever was asked with it before. */
const mayComeFirst = (call: PaidCall, { state }: LedgerRecord): boolean =>
  mayRebind(call) && (state === "claimed" || state === "credited");

/**
 * Who proves the wallet of a stray is forgiven its memo, and nothing else: its challenge was made for one route, and at
 * that route's price.
 */
const isStrayOf = ({ entry, payment }: PaidCall): boolean =>
  payment.stray !== null && namesEntry(payment.resource, entry);

/** What is wrong with a payment is wrong with it for any request; only that it is late does not matter once it has moved. */
function isGoodOnceMoved(call: PaidCall): boolean {
  const objection = objectionTo(call);
  return objection === null || objection.reason === "expired" || isStrayOf(call);
}

const mayRebind = (call: PaidCall): boolean =>
  call.claim.walletProved === "for this request" && isGoodOnceMoved(call);

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
async function fromClaim(call: PaidCall, known: Known): Promise<Ended> {
  const ended = await sell(call, known);
  noteTime(call.entry.path, now() - call.receivedAt);
  if (ended.kind === "sold")
    call.background(async () => (await import("./recovery/recover-payments/handler")).recoverInBackground());
  return ended;
}

/** Whether who brings what anybody may bring is its payer: by the wallet, or by our challenge, which is on no chain. */
const isPayer = ({ claim, payment }: PaidCall): boolean =>
  claim.walletProved !== false || payment.isChallenged;

/** The answer that the caller's idempotency key bought before with another payment. This payment is not touched. */
async function answerOfEarlierPayment(call: PaidCall, bound: BoundToOtherPayment): Promise<Outcome> {
  if (bound.fingerprint !== call.claim.fingerprint) return conflict("key bound");
  const earlier: PaidCall = { ...call, claim: { ...call.claim, paymentKey: bound.paymentKey } };
  for (const deadline = now() + env().LEDGER_WAIT_MS; ; await sleep(POLL_MS)) {
    const result = await lookUp(earlier, { claim: false, resume: false });
    if (result.kind === "unavailable") return result;
    if (result.kind === "record" && bound.byAnybody === true && !isPayer(call) && !result.record.proved)
      return conflict("not proved");
    if (result.kind === "record" && result.record.state === "settled") return replay(result.record);
    if (result.kind === "record" && result.record.state === "refunded") return refunded(result.record.refund);
    if (result.kind === "record" && result.record.state === "refunding") return conflict("refunding");
    if (now() >= deadline || remainingMs(call) <= 0) return heldByAnother;
  }
}

function objectionTo({ entry, payment, receivedAt }: PaidCall): Objection | null {
  if (!namesEntry(payment.resource, entry))
    return { reason: "wrong_resource", message: REASONS.wrong_resource };
  const quoted = payment.objectionToQuote?.(entry.path) ?? null;
  return quoted ?? payment.objection(new Date(receivedAt), budgetMs(entry));
}

/**
 * How a call may claim its payment. One that is only too late may have been paid in time: whether it was is asked under
 * a claim. Nothing is done in vain for what has landed, and for a payer who is not known yet: neither takes a slot here.
 */
function claimFor(call: PaidCall, objection: Objection | null): May["claim"] {
  const { payment, claim } = call;
  if (isListed(payment.payer)) return false;
  if (payment.hasWrongIdentifier === true) return false;
  if (payment.stray !== null)
    return claim.walletProved === "for this request" && isStrayOf(call) && "without slot";
  if (objection !== null) return objection.reason === "expired" && "without slot";
  return payment.knownBy === "signature" ? "with slot" : "without slot";
}

/**
 * Refuses a payer on the operator's list, of whose payment the ledger has no record. What such a payer has sent by itself is
 * held: it is listed as owed, and never served.
 */
async function refuseListed({ payment, receivedAt }: PaidCall): Promise<Outcome> {
  const { knownBy, stray, evidence, rail } = payment;
  if (knownBy !== "chain") return notServed(payment, "list");
  noteHit(payment, "list");
  const sent = { from: receivedAt - PROVED_MAX_AGE_MS, until: receivedAt };
  const found = stray ?? (await lookUpOnce(rail, evidence, sent));
  return found.kind === "moved" ? holdListed(payment, found) : undecided;
}

/** Refuses without a claim. The guard comes first: a request that it refuses would be refused with any payment. */
async function refuseUnclaimed(call: PaidCall, objection: Objection | null): Promise<Outcome | Exempt> {
  if (isListed(call.payment.payer)) return refuseListed(call);
  // Whether it has moved is not known, and the same payment is good with another id.
  if (call.payment.hasWrongIdentifier === true)
    return { ...refusedByRoute(WRONG_IDENTIFIER), money: "unknown" };
  if (call.payment.stray !== null) return noteStray(call.payment, call.payment.stray);
  if (call.payment.knownBy === "chain" && objection !== null) return refuseLanded(call.payment, objection);
  const guarded = await passGuard(call);
  // The payment can't be claimed, and nobody has looked for it on its chain.
  if (guarded.kind === "refused") return { ...guarded, money: "unknown" };
  if (guarded.kind !== "passed") return guarded;
  return refusedPayment(objection?.reason ?? "payment_rejected", objection?.message);
}

/**
 * What a payer without a free slot is told, by what the chain shows of the payment. Where it can't move any more the answer is
 * final: coming back with it would bring nothing after any wait.
 */
const noSlotNow = (waitMs: number, found: OnChain): Outcome =>
  found.kind === "unmoved" ? refusedPayment("expired") : busy(waitMs);

/**
 * One paid call from look-up to answer: sells it, replays it, finishes what a dead worker left, or waits for the
 * copy that is in flight. Throws only what nobody expected.
 */
export async function paidCall(call: PaidCall): Promise<Outcome | Exempt> {
  const objection = objectionTo(call);
  let claim = claimFor(call, objection);
  let known: Known["of"] = call.payment.stray ?? objection;
  let funds: Funds | undefined;
  const waitForSlot = slotWaits(call.claim.payer, call.claim.slots.most);
  let mayBeOld = call.payment.hasRunOut !== null;
  const rebind = mayRebind(call);
  const askAge = async (): Promise<void> => {
    mayBeOld = false;
    // What has run out is judged as what says so by itself: whether it was paid in time is asked without a slot.
    if ((await call.payment.hasRunOut?.()) === true)
      [claim, known] = ["without slot", { ...TOO_LATE, old: true }];
  };
  // A payer's only slot is its last, which is for payments that are shown to be fresh: the ledger need not say so first.
  const hasOneSlot = claim === "with slot" && call.claim.slots.most === 1;
  if (hasOneSlot && mayBeOld && mayAskFirst(call.claim.network)) await askAge();
  for (const deadline = now() + env().LEDGER_WAIT_MS; ;) {
    const shown = funds && (funds.kind === "shown" ? funds.balance : "unread");
    const result = await lookUp(call, {
      ...{ claim, resume: true, rebind, mayBeOld },
      ...(shown !== undefined && { shown }),
    });
    if (result.kind === "unavailable") return result;
    if (result.kind === "absent") return refuseUnclaimed(call, objection);
    if (result.kind === "bound") {
      const isOld = (await call.payment.hasRunOut?.()) === true; // whoever signed it, anybody may have brought it
      const bound = boundElsewhere(result.value);
      return answerOfEarlierPayment(call, isOld ? { ...bound, byAnybody: true } : bound);
    }
    if (result.kind === "doubted") {
      await askAge();
      continue;
    }
    if (result.kind === "unshown") {
      funds = await call.payment.funds();
      // What can't be paid needs no slot to be refused.
      if (funds.kind === "refused" || funds.kind === "blocked") claim = "without slot";
      continue;
    }
    if (result.kind === "busy") {
      if (result.isHeld === true && (await waitForSlot())) continue;
      if (result.noLook === true) return undecided;
      const found = await lookUpOnChain(call);
      if (found.kind !== "moved") return noSlotNow(waitMs(call, result), found);
      // What has moved is credited, which takes no slot.
      [claim, known] = ["without slot", found];
      continue;
    }
    const came = await (result.kind === "claimed"
      ? fromClaim(
          { ...call, presentedMs: result.ageMs ?? 0 },
          {
            ...{ of: known, hasPaid: result.hasPaid === true, open: result.open ?? 0n },
            ...(funds && { funds }),
          },
        )
      : fromRecord(call, result));
    if (came === "closed") continue;
    if (came !== "waited") return came.kind === "bound elsewhere" ? answerOfEarlierPayment(call, came) : came;
    if (now() >= deadline || remainingMs(call) <= 0) return heldByAnother;
  }
}
