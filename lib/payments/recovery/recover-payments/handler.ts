import { env } from "@/lib/env";
import type { Handler } from "@/lib/handler";
import { describe, log } from "@/lib/http/log";
import { markSettled } from "@/lib/payments/ledger/ledger";
import { dropOpen, openPayments, type OpenPayment } from "@/lib/payments/ledger/open-payments";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import type { Facts, Receipt } from "@/lib/payments/rails/rail";
import { closeUnmoved, lookUpRecorded } from "@/lib/payments/settlement";
import { readTrail } from "@/lib/payments/trail";
import { checkDueSales } from "@/lib/payments/trust/check";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { now } from "@/lib/time";
import { recoverCredited } from "../credited/recover";
import type { recoverPaymentsEntry } from "./entry";

/** How often all instances together recover payments in the background, and how many at a time; the scheduled route takes more. */
const BACKGROUND_INTERVAL_MS = 60_000;
/** When an instance asks again whose turn it was not: its own last one may have ended a moment later. */
const ASK_AGAIN_MS = 5_000;
const BACKGROUND_BATCH = 4;
const SCHEDULED_BATCH = 25;
/** How many sales of which the money is still to be seen are looked at, at a time. */
const BACKGROUND_PAGE = 10;
const SCHEDULED_PAGE = 25;
/** A payment whose outcome is open for longer needs a person. */
const LONG_OPEN_MS = 5 * 60_000;

/** When this instance may ask for a turn, so that most sales ask the ledger for nothing. */
let mayAskAt = 0;

type Outcome = "settled" | "released" | "owed" | "open";

/**
 * Records the outcome that the chain shows; `open` while it shows none. Only for a payment that no worker holds: the ledger
 * refuses to release one that is held. A credited one is served, or after long put on the list of debts (`owed`).
 */
export async function recoverPayment(payment: OpenPayment): Promise<Outcome> {
  if (payment.evidence === "") {
    // One that was released since it was listed, or is being sold anew, is as it should be.
    if (await fromLedger(dropOpen(payment)))
      log.error("open_payment_without_record", { payment: payment.paymentKey });
    return "released";
  }
  if (payment.state === "credited") return recoverCredited(payment);
  const found = await lookUpRecorded(payment);
  if (found.kind === "open") {
    if (now() - payment.intentAt > LONG_OPEN_MS)
      log.error("payment_open_too_long", { payment: payment.paymentKey, rail: payment.rail, why: found.why });
    return "open";
  }
  log.info("payment_recovered", { payment: payment.paymentKey, outcome: found.kind });
  if (found.kind === "unmoved") {
    await fromLedger(closeUnmoved(payment, payment.evidence, found, readTrail(payment.trail)));
    return "released";
  }
  const { token: _, ...facts } = JSON.parse(payment.facts) as Facts; // written by writeIntent from that type
  const { transaction, at } = found;
  const receipt: Receipt = { rail: payment.rail, transaction, ...facts, at, confirmed: true };
  await fromLedger(markSettled(payment, JSON.stringify(receipt)));
  return "settled";
}

/** Up to `limit` abandoned payments, from a random position of the list: one that stays open blocks no other. */
async function abandonedPayments(limit: number): Promise<OpenPayment[]> {
  const all = await openPayments(env().LEDGER_ABANDONED_AFTER_MS, MAX_LISTED);
  const start = Math.floor(Math.random() * Math.max(1, all.length - limit + 1));
  return all.slice(start, start + limit);
}
const MAX_LISTED = 200;

/** Whether it is this instance's turn: one of all has it in each interval, by the ledger's clock. */
const takeTurn = async (): Promise<boolean> =>
  (await ledgerStore().set(keys.recoveryTurn(), "1", { nx: true, px: BACKGROUND_INTERVAL_MS })) !== null;

/**
 * Recovers abandoned payments by the chain's evidence, without their clients: where the plan's schedule is daily, nothing else
 * does. Every sale runs it behind its answer; it never rejects.
 */
export async function recoverInBackground(): Promise<void> {
  if (now() < mayAskAt) return;
  mayAskAt = now() + BACKGROUND_INTERVAL_MS;
  try {
    if (!(await takeTurn())) {
      mayAskAt = now() + ASK_AGAIN_MS;
      return;
    }
    for (const payment of await abandonedPayments(BACKGROUND_BATCH)) await recoverPayment(payment);
    let pages = 0;
    await checkDueSales(BACKGROUND_PAGE, () => (pages += 1) > 1);
  } catch (error) {
    log.warn("recovery_failed", { why: describe(error) });
  }
}

/** The scheduled route: recovers as many as fit into its time. */
export const recoverPayments: Handler<typeof recoverPaymentsEntry> = async (_, { signal }) => {
  const counts = { settled: 0, released: 0, owed: 0, open: 0 };
  for (const payment of await fromLedger(abandonedPayments(SCHEDULED_BATCH))) {
    if (signal.aborted) break;
    counts[await recoverPayment(payment)] += 1;
  }
  const checked = await checkDueSales(SCHEDULED_PAGE, () => signal.aborted);
  const looked = counts.settled + counts.released + counts.owed + counts.open;
  return { answer: { ok: true, looked, ...counts, checked }, effects: [] };
};
