import { env } from "../env";
import { describe, log } from "../http/log";
import { now } from "../time";
import { passGuard } from "./answers/pass-guard";
import { runHandler } from "./answers/run-handler";
import type { PaidCall, Sale } from "./call";
import { credit, fulfil, releaseCredit } from "./ledger/credit";
import { noteSale } from "./ledger/last-sales";
import { countSale } from "./ledger/totals";
import {
  conflict,
  type Conflict,
  heldByAnother,
  type InFlight,
  missing,
  owed,
  type Missing,
  type Sold,
  type Unavailable,
  type Unmade,
  waitsForWallet,
} from "./outcome/outcome";
import type { Moved } from "@/lib/chains/look";
import { factsOf, type Receipt, receiptOf } from "./rails/rail";
import { bindingOf, type BoundToOtherPayment, earlierPayment } from "./second-payment";

/**
 * Payments that moved before the till settled them: a third party submitted the authorization first, the payer
 * broadcast it, or the ledger lost it. The payer must get an answer, once.
 */

/**
 * How long ago such a payment may have landed when it first came here; a payer who proves the wallet may come later,
 * unless the transfer names something else.
 */
const MAX_AGE_MS = 10 * 60_000;
export const PROVED_MAX_AGE_MS = 60 * 60_000;

export interface Credited {
  kind: "credited";
  receipt: Receipt;
}

/**
 * Credits a claimed payment that the chain holds. It is a conflict where it may have been served before, and waits where
 * somebody else than its payer may have brought it.
 */
export async function creditMoved(
  call: PaidCall,
  { transaction, at }: Moved,
): Promise<Credited | Conflict | InFlight | Missing> {
  const { claim, payment } = call;
  if (payment.landsBy !== undefined && at > payment.landsBy) {
    log.error("payment_landed_late", { route: call.entry.path, payment: payment.key, transaction });
    return conflict("landed late");
  }
  const { isChallenged, stray } = payment;
  const isProved = claim.walletProved === "for this request";
  const receipt = receiptOf(payment, transaction, at);
  const credited = await credit(claim, {
    evidence: JSON.stringify(payment.evidence),
    facts: JSON.stringify(factsOf(payment)),
    receipt: JSON.stringify(receipt),
    landedAt: at,
    maxAgeMs: isProved && stray === null ? PROVED_MAX_AGE_MS : MAX_AGE_MS,
    waitMs: isProved || isChallenged ? 0 : env().LEDGER_CREDIT_WAIT_MS,
    resend: payment.resend ?? "",
  }).catch((error: unknown) => missing("ledger", error, "moved"));
  if (credited.kind === "unavailable") return credited;
  if (credited.kind === "spent") return conflict("spent");
  if (credited.kind === "lost") return heldByAnother;
  log.info("payment_credited", { route: call.entry.path, payment: payment.key, transaction });
  return credited.kind === "waits" ? waitsForWallet(credited.waitMs) : { kind: "credited", receipt };
}

/** How often the handler is run again because somebody else came first to what it reserved. */
const RUNS = 3;

/** What the key has bought before, for a caller who need not be the payer: see there. */
async function earlierByAnybody(call: Sale): Promise<BoundToOtherPayment | Missing | null> {
  const earlier = await earlierPayment(call);
  return earlier?.kind === "bound elsewhere" ? { ...earlier, byAnybody: true } : earlier;
}

async function fulfilCredit(
  call: Sale,
  receipt: Receipt,
  run = 1,
): Promise<Sold | Unmade | BoundToOtherPayment> {
  const earlier = await earlierByAnybody(call);
  if (earlier !== null) return earlier;
  const made = await runHandler(call, true);
  if (made.kind !== "made") return made;
  const { text, effects, reserve } = made;
  const sale = {
    answer: text,
    reserve,
    effects: [...effects, ...countSale(call.payment, now()), noteSale(call.entry, now())],
    binding: bindingOf(call),
  };
  const written = await fulfil(call.claim, sale).catch((error: unknown) => missing("ledger", error));
  if (typeof written === "object") return written;
  if (written === "taken" && run < RUNS) return fulfilCredit(call, receipt, run + 1);
  if (written === "ok") return { kind: "sold", entry: call.entry.path, answer: text, receipt };
  const bound = written === "bound" ? await earlierByAnybody(call) : null;
  return bound ?? heldByAnother;
}

/**
 * Runs the handler for a payment that is credited under this call's claim. While that fails the payment stays
 * credited, for the next call with it; the money has moved, so no error here may say that nothing was charged.
 */
export const serveCredited = (
  call: Sale,
  receipt: Receipt,
): Promise<Sold | BoundToOtherPayment | Unavailable> => orRelease(call, () => fulfilCredit(call, receipt));

/** The same for a credited payment that this call took over: for what it asks the guard may not have been asked yet. */
export const serveTakenOver = (
  call: Sale,
  receipt: Receipt,
): Promise<Sold | BoundToOtherPayment | Unavailable> =>
  orRelease(call, async () => {
    const passed = await passGuard(call);
    if (passed.kind === "refused") return passed;
    // Its payer has paid, whatever would be free for them.
    return fulfilCredit({ ...call, entitlement: passed.entitlement ?? null }, receipt);
  });

async function orRelease(
  call: Sale,
  serve: () => Promise<Sold | Unmade | BoundToOtherPayment>,
): Promise<Sold | BoundToOtherPayment | Unavailable> {
  // A defect, of the handler's mostly, owes the caller an answer as any other failure does.
  const came = await serve().catch((error: unknown) => missing("service", error));
  if (came.kind === "sold") return came;
  await releaseCredit(call.claim).catch((cause: unknown) => {
    // The lease runs out by itself; until then the same payment waits.
    log.warn("credit_not_released", {
      route: call.entry.path,
      payment: call.payment.key,
      why: describe(cause),
    });
  });
  if (came.kind === "bound elsewhere") return came;
  return owed(came);
}
