import { env } from "@/lib/env";
import type { Handler } from "@/lib/handler";
import { describe, log } from "@/lib/http/log";
import { markSettled, releaseUnmoved } from "@/lib/payments/ledger/ledger";
import { dropOpen, openPayments, type OpenPayment } from "@/lib/payments/ledger/open-payments";
import type { Receipt } from "@/lib/payments/rails/rail";
import { lookForRecorded } from "@/lib/payments/settlement";
import { now } from "@/lib/time";
import type { closeBooksEntry } from "./entry";

/** How often one instance looks in the background, and at how many payments; the scheduled route takes more. */
const EVERY_MS = 30_000;
const AT_ONCE = 2;
const ON_SCHEDULE = 25;
/** A payment whose outcome the chain has not told for so long needs a person. */
const LONG_OPEN_MS = 5 * 60_000;

let lookedAt = 0;

/** What the intent writes down for the receipt. */
export type Facts = Pick<Receipt, "network" | "payer" | "amount">;
type Outcome = "settled" | "released" | "open";

/**
 * Closes one book as the chain says; `open` while it does not. Only for a payment that nobody works on: the ledger
 * refuses to release one that is still held.
 */
export async function close(payment: OpenPayment): Promise<Outcome> {
  if (payment.evidence === "") {
    // One that was released since it was listed, or is being sold anew, is as it should be.
    if (await dropOpen(payment)) log.error("open_payment_without_record", { payment: payment.paymentKey });
    return "released";
  }
  const found = await lookForRecorded(payment);
  if (found.kind === "open") {
    if (now() - payment.intentAt > LONG_OPEN_MS)
      log.error("payment_open_too_long", { payment: payment.paymentKey, rail: payment.rail, why: found.why });
    return "open";
  }
  log.info("book_closed", { payment: payment.paymentKey, outcome: found.kind });
  if (found.kind === "unmoved") {
    await releaseUnmoved(payment, payment.evidence);
    return "released";
  }
  const facts = JSON.parse(payment.facts) as Facts; // written by writeIntent from that type
  const receipt: Receipt = { rail: payment.rail, transaction: found.transaction, ...facts, at: found.at };
  await markSettled(payment, JSON.stringify(receipt));
  return "settled";
}

/** Up to `limit` abandoned payments, from another place of the list each time: one that stays open blocks no other. */
async function someAbandoned(limit: number): Promise<OpenPayment[]> {
  const all = await openPayments(env().LEDGER_ABANDONED_AFTER_MS, MAX_LISTED);
  const start = Math.floor(Math.random() * Math.max(1, all.length - limit + 1));
  return all.slice(start, start + limit);
}
const MAX_LISTED = 200;

/**
 * Closes the books of abandoned payments by the chain's evidence, without their client. Every paid call gives a
 * little time to it in the background.
 */
export async function closeSome(): Promise<void> {
  if (now() - lookedAt < EVERY_MS) return;
  lookedAt = now();
  try {
    for (const payment of await someAbandoned(AT_ONCE)) await close(payment);
  } catch (error) {
    log.warn("books_not_closed", { why: describe(error) });
  }
}

/** The scheduled route: as `closeSome`, for as many as fit into its time. */
export const closeAll: Handler<typeof closeBooksEntry> = async (_, { signal }) => {
  const counts = { settled: 0, released: 0, open: 0 };
  for (const payment of await someAbandoned(ON_SCHEDULE)) {
    if (signal.aborted) break;
    counts[await close(payment)] += 1;
  }
  const looked = counts.settled + counts.released + counts.open;
  return { answer: { ok: true, looked, ...counts }, effects: [] };
};
