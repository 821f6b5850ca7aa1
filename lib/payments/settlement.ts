import { describe, log } from "../http/log";
import { remainingMs, type PaidCall } from "./call";
import { lookup } from "./credentials";
import { markSettled, markUnknown, release, releaseUnmoved, type LedgerRecord } from "./ledger/ledger";
import { pause } from "./pause";
import type { OnChain, Payment, Receipt, Sent, Settlement } from "./rail";
import { PaymentRefused } from "./reasons";
import { conflict, receiptOf, unavailable } from "./replies";

/** How often the call that settled asks the chain about a lost answer, within its budget. */
const LOOKUP_EVERY_MS = 700;
/** Longest wait for one look at the chain, which is several questions. */
const LOOKUP_TIMEOUT_MS = 5_000;
/** Kept of the budget for writing the last line and answering. */
const RESERVE_MS = 1_000;

/** Runs a ledger write whose loss can't cost the caller anything: the chain holds the truth, the books catch up. */
async function bestEffort(event: string, call: PaidCall, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    log.error(event, { route: call.entry.path, payment: call.tender.key, why: describe(error) });
  }
}

/** One look at the chain. A chain that can't be asked, or takes too long, leaves the outcome open. */
export async function lookOnce(rail: string, evidence: Payment["evidence"], sent: Sent): Promise<OnChain> {
  const late = pause(LOOKUP_TIMEOUT_MS).then((): OnChain => ({
    kind: "open",
    unread: true,
    why: "the chain answered too slowly",
  }));
  try {
    return await Promise.race([lookup(rail, evidence, sent, AbortSignal.timeout(LOOKUP_TIMEOUT_MS)), late]);
  } catch (error) {
    return { kind: "open", unread: true, why: describe(error) };
  }
}

/** A payment that this service sent at about that moment (ms). */
export const sentAt = (moment: number): Sent => ({ from: moment, until: moment });

/** Looks until the chain knows or the call's time is up. */
async function lookUntilKnown(call: PaidCall): Promise<OnChain> {
  for (;;) {
    if (remainingMs(call) < RESERVE_MS) return { kind: "open", why: "the call's time is up" };
    const found = await lookOnce(call.tender.rail, call.tender.evidence, sentAt(call.receivedAt));
    if (found.kind !== "open" || remainingMs(call) < RESERVE_MS + LOOKUP_EVERY_MS) return found;
    await pause(LOOKUP_EVERY_MS);
  }
}

async function closeMoved(call: PaidCall, transaction: string, at = Date.now()): Promise<Receipt> {
  const receipt = receiptOf(call.tender, transaction, at);
  await bestEffort("settled_not_recorded", call, async () => {
    const closed = await markSettled(call.claim, JSON.stringify(receipt));
    if (!closed)
      log.error("settled_without_record", { route: call.entry.path, payment: call.tender.key, transaction });
  });
  return receipt;
}

const evidenceText = ({ tender }: PaidCall): string => JSON.stringify(tender.evidence);

/** Closes the book by what the chain says; throws for everything but a payment that moved. */
async function close(call: PaidCall, found: OnChain, evidence = evidenceText(call)): Promise<Receipt> {
  if (found.kind === "moved") return closeMoved(call, found.transaction, found.at);
  if (found.kind === "open") throw conflict.outcomeOpen();
  await bestEffort("unmoved_not_released", call, () => releaseUnmoved(call.claim, evidence));
  throw new PaymentRefused("settlement_failed", `The payment moved nothing: ${found.why}. Sign a fresh one.`);
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
  if (settlement.kind === "settled") return closeMoved(call, settlement.transaction);
  if (settlement.kind === "not-sent") {
    await bestEffort("claim_not_released", call, () => release(call.claim));
    throw unavailable.payments(settlement.detail);
  }
  await handToChain(call, settlement.detail);
  return close(call, await lookUntilKnown(call));
}

/** The recorded evidence; it describes what was sent, whatever this caller's copy says. */
const evidenceOf = (record: LedgerRecord): Payment["evidence"] =>
  JSON.parse(record.evidence) as Payment["evidence"]; // written by writeIntent from that type

/** An `unknown` payment that is touched again: one look at the chain. */
export const resolveUnknown = async (call: PaidCall, record: LedgerRecord): Promise<Receipt> =>
  close(
    call,
    await lookOnce(call.tender.rail, evidenceOf(record), sentAt(record.intentAt)),
    record.evidence,
  );

/**
 * Finishes what a dead worker left settling, now under this call's claim. If the chain has it, the book is closed; if
 * it can still move, the very same payment is sent again for the stored answer. The dead worker's own request may
 * still be under way, so that nothing but the chain can say here that it moved nothing.
 */
export async function resume(call: PaidCall, record: LedgerRecord): Promise<Receipt> {
  const found = await lookOnce(call.tender.rail, evidenceOf(record), sentAt(record.intentAt));
  if (found.kind === "moved") return closeMoved(call, found.transaction, found.at);
  const same = JSON.stringify(call.tender.evidence) === record.evidence;
  if (found.kind === "unmoved" || !same) {
    await handToChain(call, found.why);
    return close(call, found, record.evidence);
  }
  const settlement = await sendOnce(call, null);
  if (settlement.kind === "settled") return closeMoved(call, settlement.transaction);
  await handToChain(call, settlement.detail);
  return close(call, await lookUntilKnown(call));
}
