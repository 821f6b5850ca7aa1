import { describe, log } from "../http/log";
import { remainingMs, type PaidCall } from "./call";
import { lookup } from "./credentials";
import { markSettled, markUnknown, release, releaseUnmoved, type LedgerRecord } from "./ledger/ledger";
import type { OnChain, Payment, Receipt } from "./rail";
import { PaymentRefused } from "./reasons";
import { conflict, receiptOf, unavailable } from "./replies";

/** How often the chain is asked, within the call's budget, about a settlement whose answer was lost. */
const LOOKUP_EVERY_MS = 700;
/** Kept of the budget for writing the last line and answering. */
const RESERVE_MS = 1_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs a ledger write whose loss can't cost the caller anything: the chain holds the truth, the books catch up. */
async function bestEffort(event: string, call: PaidCall, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    log.error(event, { route: call.entry.path, payment: call.tender.key, why: describe(error) });
  }
}

async function ask(call: PaidCall, evidence: Payment["evidence"], since: number): Promise<OnChain> {
  try {
    return await lookup(call.tender.rail, evidence, since);
  } catch (error) {
    return { kind: "open", why: describe(error) };
  }
}

/** Asks the chain until it knows or the call's time is up. */
async function askUntilKnown(call: PaidCall, evidence: Payment["evidence"], since: number): Promise<OnChain> {
  for (;;) {
    const found = await ask(call, evidence, since);
    if (found.kind !== "open" || remainingMs(call) < RESERVE_MS + LOOKUP_EVERY_MS) return found;
    await pause(LOOKUP_EVERY_MS);
  }
}

async function closeMoved(call: PaidCall, transaction: string): Promise<Receipt> {
  const receipt = receiptOf(call.tender, transaction);
  await bestEffort("settled_not_recorded", call, async () => {
    const closed = await markSettled(call.tender.key, JSON.stringify(receipt));
    if (!closed)
      log.error("settled_without_record", { route: call.entry.path, payment: call.tender.key, transaction });
  });
  return receipt;
}

/**
 * Settles a payment whose intent is written, and closes its book. Returns the receipt once the payment moved, by the
 * facilitator's word or the chain's. Throws PaymentRefused when it provably moved nothing, ApiError 503 when it never
 * left, and 409 while its outcome is open: never a fresh challenge for what may have moved.
 */
export async function settle(call: PaidCall, by: string | null): Promise<Receipt> {
  const settlement = await call.tender.settle(by);
  if (settlement.kind === "settled") return closeMoved(call, settlement.transaction);
  if (settlement.kind === "not-sent") {
    await bestEffort("claim_not_released", call, () => release(call.claim, settlement.detail));
    throw unavailable.payments(settlement.detail);
  }
  log.warn("settlement_unknown", {
    route: call.entry.path,
    payment: call.tender.key,
    why: settlement.detail,
  });
  await bestEffort("unknown_not_recorded", call, () => markUnknown(call.claim));
  return resolve(call, call.tender.evidence, call.receivedAt);
}

/** Lets the chain decide on a payment whose outcome is open. As `settle`, without sending anything. */
async function resolve(call: PaidCall, evidence: Payment["evidence"], since: number): Promise<Receipt> {
  const found = await askUntilKnown(call, evidence, since);
  if (found.kind === "moved") return closeMoved(call, found.transaction);
  if (found.kind === "open") throw conflict.outcomeOpen();
  await bestEffort("unmoved_not_released", call, () => releaseUnmoved(call.tender.key, found.why));
  throw new PaymentRefused("settlement_failed", `The payment moved nothing: ${found.why}. Sign a fresh one.`);
}

const evidenceOf = (call: PaidCall, record: LedgerRecord): Payment["evidence"] =>
  record.evidence === "" ? call.tender.evidence : (JSON.parse(record.evidence) as Payment["evidence"]); // written by writeIntent from that type

/** An `unknown` payment that is touched again: one look at the chain. */
export const resolveUnknown = (call: PaidCall, record: LedgerRecord): Promise<Receipt> =>
  resolve(call, evidenceOf(call, record), record.intentAt);

/**
 * Finishes what a dead worker left settling, now under this call's claim: if the chain has it, the book is closed;
 * if it can still move, the same payment is sent again for the stored answer.
 */
export async function resume(call: PaidCall, record: LedgerRecord): Promise<Receipt> {
  const found = await ask(call, evidenceOf(call, record), record.intentAt);
  if (found.kind === "moved") return closeMoved(call, found.transaction);
  if (found.kind === "open") return settle(call, null);
  await bestEffort("claim_not_released", call, () => release(call.claim, found.why));
  throw new PaymentRefused("settlement_failed", `The payment moved nothing: ${found.why}. Sign a fresh one.`);
}
