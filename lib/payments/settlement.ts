import { describe, log } from "../http/log";
import { now, sleep, timeoutSignal } from "../time";
import { remainingMs, type PaidCall } from "./call";
import { markSettled, markUnknown, release, releaseUnmoved, type LedgerRecord } from "./ledger/ledger";
import { lookup } from "./rails/credentials";
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
 * Runs a ledger write whose loss can't cost the caller anything: the chain holds the truth, the books catch up.
 * Null when it was lost.
 */
async function bestEffort<T>(event: string, call: PaidCall, write: () => Promise<T>): Promise<T | null> {
  try {
    return await write();
  } catch (error) {
    log.error(event, { route: call.entry.path, payment: call.tender.key, why: describe(error) });
    return null;
  }
}

/** One look at the chain. A chain that can't be asked, or takes too long, leaves the outcome open. */
export async function lookOnce(rail: string, evidence: Payment["evidence"], sent: Sent): Promise<OnChain> {
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
async function lookUntilKnown(call: PaidCall, first: number): Promise<OnChain> {
  for (;;) {
    if (remainingMs(call) < RESERVE_MS) return { kind: "open", why: "the call's time is up" };
    const found = await lookOnce(call.tender.rail, call.tender.evidence, sentAt(first));
    if (found.kind !== "open" || remainingMs(call) < RESERVE_MS + LOOKUP_EVERY_MS) return found;
    await sleep(LOOKUP_EVERY_MS);
  }
}

/** The receipt of a payment that moved, and whether the ledger has it. */
interface Closed {
  receipt: Receipt;
  closed: boolean;
}

async function closeMoved(call: PaidCall, transaction: string, at = now()): Promise<Closed> {
  const receipt = receiptOf(call.tender, transaction, at);
  const closed = await bestEffort("settled_not_recorded", call, () =>
    markSettled(call.claim, JSON.stringify(receipt)),
  );
  if (closed === false)
    log.error("settled_without_record", { route: call.entry.path, payment: call.tender.key, transaction });
  return { receipt, closed: closed === true };
}

const giveUp = (call: PaidCall, evidence: string): Promise<boolean | null> =>
  bestEffort("unmoved_not_released", call, () => releaseUnmoved(call.claim, evidence));

const evidenceOf = ({ tender }: PaidCall): string => JSON.stringify(tender.evidence);

/** Closes the book by what the chain says of the call's payment; throws for everything but one that moved. */
async function close(call: PaidCall, found: OnChain): Promise<Closed> {
  if (found.kind === "moved") return closeMoved(call, found.transaction, found.at);
  if (found.kind === "open") throw conflict.outcomeOpen();
  await giveUp(call, evidenceOf(call));
  throw new PaymentRefused("settlement_failed", `The payment moved nothing: ${found.why}. Sign a fresh one.`);
}

/**
 * Likewise for what the ledger has written down. That may be another authorization of the same nonce: that it moved
 * nothing is no reason to refuse the caller's. True when the book is closed, and can be read at once.
 */
async function closeRecorded(call: PaidCall, found: OnChain, { evidence }: LedgerRecord): Promise<boolean> {
  if (found.kind === "unmoved" && evidence !== evidenceOf(call))
    return (await giveUp(call, evidence)) === true;
  return (await close(call, found)).closed;
}

async function handToChain(call: PaidCall, why: string): Promise<void> {
  log.warn("settlement_unknown", { route: call.entry.path, payment: call.tender.key, why });
  await bestEffort("unknown_not_recorded", call, () => markUnknown(call.claim));
}

/** Sends the payment. Whatever goes wrong here that nobody thought of, it may have moved. */
const sendOnce = (call: PaidCall, by: string | null): Promise<Settlement> =>
  call.tender.settle(by).catch((error: unknown) => ({ kind: "unknown", detail: describe(error) }));

/**
 * Settles a payment whose intent this call has just written. Returns the receipt once the payment moved, by the
 * facilitator's word or the chain's. Throws ApiError 503 when it never left, PaymentRefused when it provably moved
 * nothing, and 409 while its outcome is open: never a fresh challenge for what may have moved.
 */
export async function settle(call: PaidCall, by: string): Promise<Receipt> {
  const settlement = await sendOnce(call, by);
  if (settlement.kind === "settled") return (await closeMoved(call, settlement.transaction)).receipt;
  if (settlement.kind === "not-sent") {
    const released = await bestEffort("claim_not_released", call, () => release(call.claim));
    // Who could not give it back does not know whether a heir has sent it since.
    throw released === true ? unavailable.payments(settlement.detail) : conflict.outcomeOpen();
  }
  await handToChain(call, settlement.detail);
  return (await close(call, await lookUntilKnown(call, call.receivedAt))).receipt;
}

/** One look at the chain for the recorded evidence; it describes what was sent, whatever this caller's copy says. */
const lookForRecorded = (call: PaidCall, { evidence, intentAt }: LedgerRecord): Promise<OnChain> =>
  lookOnce(call.tender.rail, JSON.parse(evidence) as Payment["evidence"], sentAt(intentAt)); // written by writeIntent from that type

/** An `unknown` payment that is touched again. True when the book is closed, and can be read at once. */
export const resolveUnknown = async (call: PaidCall, record: LedgerRecord): Promise<boolean> =>
  closeRecorded(call, await lookForRecorded(call, record), record);

/**
 * Finishes what a dead worker left settling, now under this call's claim. If the chain has it, the book is closed; if
 * it can still move, the very same payment is sent again for the stored answer. The dead worker's own request may
 * still be under way, so that nothing but the chain can say here that it moved nothing.
 * True when the book is closed, and can be read at once.
 */
export async function resume(call: PaidCall, record: LedgerRecord): Promise<boolean> {
  const found = await lookForRecorded(call, record);
  if (found.kind === "moved") return closeRecorded(call, found, record);
  if (found.kind === "unmoved" || evidenceOf(call) !== record.evidence) {
    await handToChain(call, found.why);
    return closeRecorded(call, found, record);
  }
  const settlement = await sendOnce(call, null);
  if (settlement.kind === "settled") return (await closeMoved(call, settlement.transaction)).closed;
  await handToChain(call, settlement.detail);
  return (await close(call, await lookUntilKnown(call, record.intentAt))).closed;
}
