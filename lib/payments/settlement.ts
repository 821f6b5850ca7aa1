import { describe, log } from "../http/log";
import { now, sleep, timeoutSignal } from "../time";
import { remainingMs, type PaidCall } from "./call";
import { markSettled, markUnknown, release, releaseUnmoved, type LedgerRecord } from "./ledger/ledger";
import { lookup } from "./rails/incoming-payment";
import type { OnChain, Payment, Receipt, Sent, Settlement } from "./rails/rail";
import { PaymentRefused } from "./reasons";
import { conflict, receiptOf, unavailable } from "./replies";

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

/** One look at the chain. A chain that can't be asked, or takes too long, leaves the outcome open. */
export async function lookUpOnce(rail: string, evidence: Payment["evidence"], sent: Sent): Promise<OnChain> {
  const late = sleep(LOOKUP_TIMEOUT_MS).then((): OnChain => ({
    kind: "open",
    unread: true,
    why: "the chain answered too slowly",
  }));
  try {
    return await Promise.race([lookup(rail, evidence, sent, timeoutSignal(LOOKUP_TIMEOUT_MS)), late]);
  } catch (error) {
    return { kind: "open", unread: true, why: describe(error) };
  }
}

/** A payment that this service sent at about that moment (ms). */
export const sentAt = (moment: number): Sent => ({ from: moment, until: moment });

/** Looks until the chain knows or the call's time is up. `first`: when it was first sent, by whomever. */
async function lookUpUntilKnown(call: PaidCall, first: number): Promise<OnChain> {
  for (;;) {
    if (remainingMs(call) < RESERVE_MS) return { kind: "open", why: "the call's time is up" };
    const found = await lookUpOnce(call.payment.rail, call.payment.evidence, sentAt(first));
    if (found.kind !== "open" || remainingMs(call) < RESERVE_MS + LOOKUP_EVERY_MS) return found;
    await sleep(LOOKUP_EVERY_MS);
  }
}

/** The receipt of a payment that moved, and whether the ledger has it. */
interface Recorded {
  receipt: Receipt;
  isRecorded: boolean;
}

async function recordSettled(call: PaidCall, transaction: string, at = now()): Promise<Recorded> {
  const receipt = receiptOf(call.payment, transaction, at);
  const isRecorded = await bestEffort("settled_not_recorded", call, () =>
    markSettled(call.claim, JSON.stringify(receipt)),
  );
  if (isRecorded === false)
    log.error("settled_without_record", { route: call.entry.path, payment: call.payment.key, transaction });
  return { receipt, isRecorded: isRecorded === true };
}

const tryReleaseUnmoved = (call: PaidCall, evidence: string): Promise<boolean | null> =>
  bestEffort("unmoved_not_released", call, () => releaseUnmoved(call.claim, evidence));

const evidenceOf = ({ payment }: PaidCall): string => JSON.stringify(payment.evidence);

/** Records the outcome of the call's payment as the chain shows it; throws unless the payment moved. */
async function recordOutcome(call: PaidCall, found: OnChain): Promise<Recorded> {
  if (found.kind === "moved") return recordSettled(call, found.transaction, found.at);
  if (found.kind === "open") throw conflict.outcomeOpen();
  await tryReleaseUnmoved(call, evidenceOf(call));
  throw new PaymentRefused("settlement_failed", `The payment moved nothing: ${found.why}. Sign a fresh one.`);
}

/**
 * Likewise for the ledger's recorded payment. That may be another authorization of the same nonce: that it moved nothing is
 * no reason to refuse the caller's. True when the outcome is recorded, and can be read at once.
 */
async function recordOutcomeOf(call: PaidCall, found: OnChain, { evidence }: LedgerRecord): Promise<boolean> {
  if (found.kind === "unmoved" && evidence !== evidenceOf(call))
    return (await tryReleaseUnmoved(call, evidence)) === true;
  return (await recordOutcome(call, found)).isRecorded;
}

async function recordUnknown(call: PaidCall, why: string): Promise<void> {
  log.warn("settlement_unknown", { route: call.entry.path, payment: call.payment.key, why });
  await bestEffort("unknown_not_recorded", call, () => markUnknown(call.claim));
}

/** Sends the payment. Whatever goes wrong here that nobody thought of, it may have moved. */
const sendOnce = (call: PaidCall, by: string | null): Promise<Settlement> =>
  call.payment.settle(by).catch((error: unknown) => ({ kind: "unknown", detail: describe(error) }));

/**
 * Settles a payment whose intent this call has just written. Returns the receipt once the payment moved, by the
 * facilitator's word or the chain's. Throws ApiError 503 when it never left, PaymentRefused when it provably moved
 * nothing, and 409 while its outcome is open: never a fresh challenge for what may have moved.
 */
export async function settle(call: PaidCall, by: string): Promise<Receipt> {
  const settlement = await sendOnce(call, by);
  if (settlement.kind === "settled") return (await recordSettled(call, settlement.transaction)).receipt;
  if (settlement.kind === "not-sent") {
    const released = await bestEffort("claim_not_released", call, () => release(call.claim));
    // If the release failed, another worker may have taken over and sent it since.
    throw released === true ? unavailable.payments(settlement.detail) : conflict.outcomeOpen();
  }
  await recordUnknown(call, settlement.detail);
  return (await recordOutcome(call, await lookUpUntilKnown(call, call.receivedAt))).receipt;
}

/** One look at the chain for the recorded evidence, which describes what was sent; this caller's copy may differ. */
const lookUpRecorded = (call: PaidCall, { evidence, intentAt }: LedgerRecord): Promise<OnChain> =>
  lookUpOnce(call.payment.rail, JSON.parse(evidence) as Payment["evidence"], sentAt(intentAt)); // written by writeIntent from that type

/** Looks an `unknown` payment up again. True when its outcome is recorded, and can be read at once. */
export const resolveUnknown = async (call: PaidCall, record: LedgerRecord): Promise<boolean> =>
  recordOutcomeOf(call, await lookUpRecorded(call, record), record);

/**
 * Finishes what a dead worker left settling, now under this call's claim. If the chain has it, its outcome is recorded; if
 * it can still move, the very same payment is sent again for the stored answer. The dead worker's own request may
 * still be under way, so that nothing but the chain can say here that it moved nothing.
 * True when the outcome is recorded, and can be read at once.
 */
export async function resume(call: PaidCall, record: LedgerRecord): Promise<boolean> {
  const found = await lookUpRecorded(call, record);
  if (found.kind === "moved") return recordOutcomeOf(call, found, record);
  if (found.kind === "unmoved" || evidenceOf(call) !== record.evidence) {
    await recordUnknown(call, found.why);
    return recordOutcomeOf(call, found, record);
  }
  const settlement = await sendOnce(call, null);
  if (settlement.kind === "settled") return (await recordSettled(call, settlement.transaction)).isRecorded;
  await recordUnknown(call, settlement.detail);
  return (await recordOutcome(call, await lookUpUntilKnown(call, record.intentAt))).isRecorded;
}
