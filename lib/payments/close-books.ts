import { describe, log } from "../http/log";
import { dropOpen, markSettled, openPayments, releaseUnmoved, type OpenPayment } from "./ledger/ledger";
import type { Payment, Receipt } from "./rail";
import { lookOnce } from "./settlement";

/** Payments this old have no worker any more: every route's budget and lease are over. */
const ABANDONED_AFTER_MS = 120_000;
/** How often one instance looks, and at how many payments. */
const EVERY_MS = 30_000;
const AT_ONCE = 2;

let lookedAt = 0;

async function close(payment: OpenPayment): Promise<void> {
  if (payment.evidence === "") {
    log.error("open_payment_without_record", { payment: payment.paymentKey });
    return dropOpen(payment.paymentKey);
  }
  const evidence = JSON.parse(payment.evidence) as Payment["evidence"]; // written by writeIntent from that type
  const found = await lookOnce(payment.rail, evidence, payment.intentAt);
  if (found.kind === "open") return;
  if (found.kind === "unmoved") {
    await releaseUnmoved(payment);
  } else {
    const facts = JSON.parse(payment.facts) as Omit<Receipt, "transaction">; // written by writeIntent from that type
    await markSettled(payment, JSON.stringify({ transaction: found.transaction, ...facts }));
  }
  log.info("book_closed", { payment: payment.paymentKey, outcome: found.kind });
}

/**
 * Closes the books of abandoned payments by the chain's evidence, without their client. Every paid call gives a
 * little time to it in the background.
 */
export async function closeBooks(): Promise<void> {
  if (Date.now() - lookedAt < EVERY_MS) return;
  lookedAt = Date.now();
  try {
    for (const payment of await openPayments(ABANDONED_AFTER_MS, AT_ONCE)) await close(payment);
  } catch (error) {
    log.warn("books_not_closed", { why: describe(error) });
  }
}
