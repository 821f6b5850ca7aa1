import { keepAlive } from "../http/keep-alive";
import { describe, log } from "../http/log";
import { countEvent } from "../store/counters";
import { now, sleep, timeoutSignal } from "../time";
import { budgetMs, remainingMs, type PaidCall } from "./call";
import {
  markSaid,
  markSettled,
  markUnknown,
  noteTrail,
  release,
  releaseBlameless,
  releaseUnmoved,
  type LedgerRecord,
} from "./ledger/ledger";
import type { PaymentRef } from "./ledger/run";
import { trustUnread } from "./ledger/unseen";
import {
  type InFlight,
  missing,
  refusedPayment,
  type RefusedPayment,
  type Missing,
  undecided,
} from "./outcome/outcome";
import { lookup } from "./rails/incoming-payment";
import type { OnChain, Sent } from "@/lib/chains/look";
import { type Payment, type Receipt, receiptOf, type Settlement, type Unclear } from "./rails/rail";
import { readTrail, writeTrail, type Proof, type Trail } from "@/lib/chains/trail";

/** How often the call that settled asks the chain about a lost answer, within its budget. */
const LOOKUP_EVERY_MS = 700;
/** Longest wait for one look at the chain, which is several questions. */
const LOOKUP_TIMEOUT_MS = 5_000;
/** Kept of the budget for writing the last line and answering. */
const RESERVE_MS = 1_000;

/**
 * Runs a ledger write whose loss costs the caller nothing: the chain holds the truth, and recovery repeats the write.
 * Null when it was lost.
 */
async function bestEffort<T>(event: string, call: PaidCall, write: () => Promise<T>): Promise<T | null> {
  try {
    return await write();
  } catch (error) {
    log.error(event, { route: call.entry.path, payment: call.payment.key, why: describe(error) });
    return null;
  }
}

/** One look at the chain, and the trail that it leaves for the next. */
interface Looked {
  found: OnChain;
  trail: Trail;
}

/** A chain that can't be asked, or takes too long, leaves the outcome open; how far the search came stays known. */
async function look(
  rail: string,
  evidence: Payment["evidence"],
  sent: Sent,
  trail: Trail,
  isRecorded = true,
): Promise<Looked> {
  let left = trail;
  const leave = (progress: string): void => {
    left = { ...left, progress };
  };
  const leaveProof = (proof: Proof): void => {
    left = { ...left, proof };
  };
  const late = sleep(LOOKUP_TIMEOUT_MS).then((): OnChain => ({
    kind: "open",
    unread: true,
    why: "the chain answered too slowly",
  }));
  try {
    const signal = timeoutSignal(LOOKUP_TIMEOUT_MS);
    const steps = { trail, leave, signal, ...(isRecorded && { leaveProof }) };
    const found = await Promise.race([lookup(rail, evidence, sent, steps), late]);
    return { found, trail: left };
  } catch (error) {
    return { found: { kind: "open", unread: true, why: describe(error) }, trail: left };
  }
}

/** One look for a payment of which nothing is recorded. */
export const lookUpOnce = async (rail: string, evidence: Payment["evidence"], sent: Sent): Promise<OnChain> =>
  (await look(rail, evidence, sent, {}, false)).found;

/** A payment past its intent, as its record has it. */
export interface Recorded extends PaymentRef {
  rail: string;
  evidence: string;
  /** Milliseconds. */
  intentAt: number;
  trail: string;
}

/** From where the last look stopped; how far this one came is written down. */
async function lookFurther(payment: Recorded): Promise<Looked> {
  const { rail, evidence, intentAt, trail } = payment;
  const stored = JSON.parse(evidence) as Payment["evidence"]; // written by writeIntent from that type
  const looked = await look(rail, stored, sentAt(intentAt), readTrail(trail));
  const further = writeTrail(looked.trail);
  // What is found needs no search any more.
  if (looked.found.kind !== "open" || further === trail) return looked;
  // A look that is not written down is done again.
  await noteTrail(payment, further).catch((error: unknown) =>
    log.warn("trail_not_noted", { payment: payment.paymentKey, why: describe(error) }),
  );
  return looked;
}

/** One look at the chain for a recorded payment. */
export const lookUpRecorded = async (payment: Recorded): Promise<OnChain> =>
  (await lookFurther(payment)).found;

/** A payment that this service sent at about that moment (ms). */
export const sentAt = (moment: number): Sent => ({ from: moment, until: moment });

/** Looks until the chain knows or the call's time is up. `first`: when it was first sent, by whomever. */
async function lookUpUntilKnown(
  call: PaidCall,
  first: number,
  left: Trail,
  until: "known" | "or unread" = "known",
): Promise<OnChain> {
  for (let trail = left; ;) {
    if (remainingMs(call) < RESERVE_MS) return { kind: "open", why: "the call's time is up" };
    const looked = await look(call.payment.rail, call.payment.evidence, sentAt(first), trail);
    const { found } = looked;
    trail = looked.trail;
    if (found.kind === "open" && found.unread === true && until === "or unread") return found;
    if (found.kind !== "open" || remainingMs(call) < RESERVE_MS + LOOKUP_EVERY_MS) return found;
    await sleep(LOOKUP_EVERY_MS);
  }
}

type Shown = Extract<OnChain, { kind: "moved" }>;
type Said = Extract<Settlement, { kind: "settled" }>;

/** The receipt of a payment that moved, and whether the ledger has it. */
interface Moved {
  kind: "moved";
  receipt: Receipt;
  isRecorded: boolean;
}

const evidenceOf = ({ payment }: PaidCall): string => JSON.stringify(payment.evidence);

/** It loads behind the answer of the first sale that it looks after. */
const trustCheck = () => import("./trust/check");

/** Records what somebody said is settled, and has its money looked for. Of what was closed before, the ledger knows better. */
async function recordSaid(call: PaidCall, { by }: Said, receipt: Receipt): Promise<boolean | "doubted"> {
  const { paymentKey, payer, rail } = call.claim;
  const word = { by: by?.url ?? "", resend: call.payment.resend ?? "" };
  const closed = await markSaid(call.claim, JSON.stringify(receipt), word);
  if (closed === "doubted") return closed;
  if (closed === "before") call.background(async () => (await trustCheck()).checkNow(paymentKey));
  if (closed === "now") {
    const told = { paymentKey, payer, rail, evidence: evidenceOf(call), receipt, ...word };
    call.background(async () => (await trustCheck()).checkSaid({ ...told, trust: "believed" }));
  }
  return closed !== false;
}

/** A transfer that the chain has shown is confirmed; one that is only said to be settled is looked for afterwards. */
async function recordSettled(call: PaidCall, found: Shown): Promise<Moved>;
async function recordSettled(call: PaidCall, found: Shown | Said): Promise<Moved | "doubted">;
async function recordSettled(call: PaidCall, found: Shown | Said): Promise<Moved | "doubted"> {
  const { transaction } = found;
  const isShown = found.kind === "moved";
  const { confirmed, ...said } = receiptOf(call.payment, transaction, isShown ? found.at : now());
  const receipt: Receipt = isShown
    ? { ...said, confirmed }
    : { ...said, ...(found.by && { by: found.by.name }) };
  const isRecorded = await bestEffort("settled_not_recorded", call, () =>
    isShown ? markSettled(call.claim, JSON.stringify(receipt)) : recordSaid(call, found, receipt),
  );
  if (isRecorded === "doubted") return isRecorded;
  if (isRecorded === false)
    log.error("settled_without_record", { route: call.entry.path, payment: call.payment.key, transaction });
  return { kind: "moved", receipt, isRecorded: isRecorded === true };
}

type Unmoved = Extract<OnChain, { kind: "unmoved" }>;

/** Releases what the chain proved unmoved. Only a payer whose own doing explains it cools down. */
export const closeUnmoved = (
  payment: PaymentRef,
  evidence: string,
  found: Unmoved,
  trail: Trail,
): Promise<boolean> => {
  const isByPayer = found.byPayer === true || trail.byPayer === true;
  return (isByPayer ? releaseUnmoved : releaseBlameless)(payment, evidence);
};

const tryCloseUnmoved = (
  call: PaidCall,
  evidence: string,
  found: Unmoved,
  trail: Trail,
): Promise<boolean | null> =>
  bestEffort("unmoved_not_released", call, () => closeUnmoved(call.claim, evidence, found, trail));

/** What finishing another call's payment came to: its book is closed and can be read at once, or it is not. */
export type Finished = "closed" | "not closed" | InFlight | RefusedPayment;

const finishedBy = (came: Moved | InFlight | RefusedPayment): Finished =>
  came.kind !== "moved" ? came : came.isRecorded ? "closed" : "not closed";

/** Closes the book by what the chain says of the call's payment. */
async function recordOutcome(
  call: PaidCall,
  found: OnChain,
  trail: Trail,
): Promise<Moved | InFlight | RefusedPayment> {
  if (found.kind === "moved") return recordSettled(call, found);
  if (found.kind === "open") return undecided;
  await tryCloseUnmoved(call, evidenceOf(call), found, trail);
  return refusedPayment("settlement_failed", `The payment moved nothing: ${found.why}. Sign a fresh one.`);
}

/**
 * Likewise for what the ledger has written down. That may be another authorization of the same nonce: that it moved
 * nothing is no reason to refuse the caller's.
 */
async function recordOutcomeOf(
  call: PaidCall,
  found: OnChain,
  { evidence, trail }: LedgerRecord,
): Promise<Finished> {
  const known = readTrail(trail);
  if (found.kind === "unmoved" && evidence !== evidenceOf(call))
    return (await tryCloseUnmoved(call, evidence, found, known)) === true ? "closed" : "not closed";
  return finishedBy(await recordOutcome(call, found, known));
}

async function recordUnknown(call: PaidCall, why: string, trail: Trail): Promise<void> {
  log.warn("settlement_unknown", { route: call.entry.path, payment: call.payment.key, why });
  await bestEffort("unknown_not_recorded", call, () => markUnknown(call.claim, writeTrail(trail)));
}

/** What an unclear settlement adds to what is known of where to look, and of why it failed. */
const markedBy = ({ hint, byPayer }: Unclear, trail: Trail): Trail => ({
  ...trail,
  ...(hint === undefined ? {} : { hint }),
  ...(byPayer === undefined ? {} : { byPayer }),
});

/** A sale that waits for our own look, while our node can't be asked: whether there is room for it by value. */
async function mayTrustUnread({ payment }: PaidCall, { by }: Said): Promise<boolean> {
  const { network, amount } = payment;
  const isPlaced = await trustUnread({ network, amount, settlers: by === undefined ? [] : [by.url] });
  log.error("sold_unseen_in_silence", { network, amount, isPlaced });
  countEvent(isPlaced ? "unseen:silent" : "unseen:used-up", keepAlive);
  return isPlaced;
}

/**
 * Has our own node look at a settlement that is not taken on its facilitator's word, before anything is served. Where the node
 * is silent nobody is to blame, and a bounded value is served all the same.
 */
async function recordSeen(
  call: PaidCall,
  said: Said,
  isDoubted = false,
): Promise<Moved | InFlight | RefusedPayment> {
  const trail: Trail = { hint: said.transaction };
  countEvent("unseen:watched", keepAlive);
  const found = await lookUpUntilKnown(call, call.receivedAt, trail, "or unread");
  const isUnread = found.kind === "open" && found.unread === true && !isDoubted;
  if (isUnread && (await bestEffort("silence_not_noted", call, () => mayTrustUnread(call, said))) === true) {
    const believed = await recordSettled(call, said);
    if (believed !== "doubted") return believed;
  }
  if (found.kind !== "moved") await recordUnknown(call, "its settlement was not seen", trail);
  return recordOutcome(call, found, trail);
}

/** Records a settlement by who says so: at once where that is us, or who is trusted with it, else once it was seen. */
async function recordWord(
  call: PaidCall,
  said: Said,
  trusted: string | undefined,
): Promise<Moved | InFlight | RefusedPayment> {
  if (said.by !== undefined && said.by.url !== trusted) return recordSeen(call, said);
  const believed = await recordSettled(call, said);
  if (believed !== "doubted") return believed;
  log.error("settlement_doubted", { payment: call.payment.key, transaction: said.transaction });
  return recordSeen(call, said, true);
}

/** Sends the payment. Whatever goes wrong here that nobody thought of, it may have moved. */
const sendOnce = (call: PaidCall, by: string | null): Promise<Settlement> =>
  call.payment
    .settle(by, call.receivedAt + budgetMs(call.entry))
    .catch((error: unknown) => ({ kind: "unknown", detail: describe(error) }));

/**
 * Settles a payment whose intent this call has just written. Gives the receipt once the payment moved, by the
 * facilitator's word or the chain's. It is unavailable when the payment never left, refused when it provably moved
 * nothing, and in flight while the chain has not told: never a fresh challenge for what may have moved.
 * `tookLong`: the answer took long, so that a payment that ran out by now did so by nobody's doing. `trusted`: whose word is
 * taken (an address).
 */
export async function settle(
  call: PaidCall,
  by: string,
  { tookLong, trusted }: { tookLong: boolean; trusted?: string },
): Promise<Moved | InFlight | RefusedPayment | Missing> {
  const settlement = await sendOnce(call, trusted ?? by);
  if (settlement.kind === "settled") return recordWord(call, settlement, trusted);
  if (settlement.kind === "not-sent") {
    const released = await bestEffort("claim_not_released", call, () => release(call.claim));
    // If the release failed, another worker may have taken over and sent it since.
    return released === true ? missing("payments", settlement.detail) : undecided;
  }
  // A transaction names no time. One that ran out although its answer was quick had next to none left when it came.
  const cameLate = settlement.ranOut === true && !tookLong && call.payment.hasRunOut !== null;
  const trail = markedBy({ ...settlement, ...(cameLate && { byPayer: true }) }, {});
  await recordUnknown(call, settlement.detail, trail);
  return recordOutcome(call, await lookUpUntilKnown(call, call.receivedAt, trail), trail);
}

/** A call's payment as it is recorded: the evidence describes what was sent, whatever this caller's copy says. */
const recordedOf = ({ claim, payment }: PaidCall, { evidence, intentAt, trail }: LedgerRecord): Recorded => ({
  ...{ paymentKey: claim.paymentKey, payer: claim.payer, rail: payment.rail },
  ...{ evidence, intentAt, trail },
});

/** An `unknown` payment that is touched again. */
export const resolveUnknown = async (call: PaidCall, record: LedgerRecord): Promise<Finished> =>
  recordOutcomeOf(call, await lookUpRecorded(recordedOf(call, record)), record);

/**
 * Finishes what a dead worker left settling, now under this call's claim. If the chain has it, its outcome is recorded; if
 * it can still move, the very same payment is sent again for the stored answer. The dead worker's own request may
 * still be under way, so that nothing but the chain can say here that it moved nothing.
 */
export async function resume(call: PaidCall, record: LedgerRecord): Promise<Finished> {
  const { found, trail } = await lookFurther(recordedOf(call, record));
  if (found.kind === "moved") return recordOutcomeOf(call, found, record);
  if (found.kind === "unmoved" || evidenceOf(call) !== record.evidence) {
    await recordUnknown(call, found.why, trail);
    return recordOutcomeOf(call, found, record);
  }
  const settlement = await sendOnce(call, null);
  if (settlement.kind === "settled") return finishedBy(await recordWord(call, settlement, undefined));
  const marked = settlement.kind === "unknown" ? markedBy(settlement, trail) : trail;
  await recordUnknown(call, settlement.detail, marked);
  const looked = await lookUpUntilKnown(call, record.intentAt, marked);
  return finishedBy(await recordOutcome(call, looked, marked));
}
