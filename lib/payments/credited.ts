import { ApiError, retryAfter } from "../http/api-error";
import { describe, log } from "../http/log";
import { now } from "../time";
import { runHandler } from "./answers/run-handler";
import type { PaidCall } from "./call";
import { credit, fulfil, releaseCredit } from "./ledger/credit";
import { noteSale } from "./ledger/last-sales";
import { countSale } from "./ledger/totals";
import type { OnChain, Receipt } from "./rails/rail";
import { conflict, receiptOf, unavailable } from "./replies";
import { bindingOf, BoundToOtherPayment, refuseSecondPayment } from "./second-payment";

/**
 * Payments that moved before the till settled them: a third party submitted the authorization first, the payer
 * broadcast it, or the ledger lost it. The payer must get an answer, once.
 */

/** How long ago such a payment may have landed; a payer who proves the wallet may come later. */
const MAX_AGE_MS = 10 * 60_000;
export const PROVED_MAX_AGE_MS = 60 * 60_000;

type Moved = Extract<OnChain, { kind: "moved" }>;

/** Credits a claimed payment that the chain holds. Throws 409 `payment_spent` for one that may have been served. */
export async function creditMoved(call: PaidCall, { transaction, at }: Moved): Promise<Receipt> {
  const { claim, payment } = call;
  const { network, payer, amount } = payment;
  const receipt = receiptOf(payment, transaction, at);
  const credited = await credit(claim, {
    evidence: JSON.stringify(payment.evidence),
    facts: JSON.stringify({ network, payer, amount }),
    receipt: JSON.stringify(receipt),
    landedAt: at,
    maxAgeMs: claim.walletProved ? PROVED_MAX_AGE_MS : MAX_AGE_MS,
  }).catch((error: unknown) => {
    throw unavailable.store(error);
  });
  if (credited === "spent") throw conflict.spent();
  if (credited === "lost") throw conflict.inFlight();
  log.info("payment_credited", { route: call.entry.path, payment: payment.key, transaction });
  return receipt;
}

async function fulfilCredit(call: PaidCall): Promise<string> {
  await refuseSecondPayment(call);
  const { text, effects } = await runHandler(call);
  const sale = {
    answer: text,
    effects: [...effects, countSale(call.payment), noteSale(call.entry, now())],
    binding: bindingOf(call),
  };
  const written = await fulfil(call.claim, sale).catch((error: unknown) => {
    throw unavailable.store(error);
  });
  if (written === "bound") await refuseSecondPayment(call);
  if (written !== "ok") throw conflict.inFlight();
  return text;
}

/** Whatever made the handler fail, the caller has paid: no refusal may say otherwise, or ask for another payment. */
function creditedError(error: unknown): unknown {
  if (error instanceof BoundToOtherPayment) return error;
  const { code, options } = error instanceof ApiError ? error : new ApiError("internal_error", "");
  return new ApiError(
    code,
    "No answer could be made at the moment. Your payment has moved and stays credited: send the same request with the same payment again; don't sign another.",
    { ...options, headers: { ...retryAfter(5), ...options.headers }, cause: error },
  );
}

/**
 * Runs the handler for a payment that is credited under this call's claim. While that fails the payment stays
 * credited, for the next call with it; the money has moved, so no error here may say that nothing was charged.
 */
export async function serveCredited(call: PaidCall): Promise<string> {
  try {
    return await fulfilCredit(call);
  } catch (error) {
    await releaseCredit(call.claim).catch((cause: unknown) => {
      // The lease runs out by itself; until then the same payment waits.
      log.warn("credit_not_released", {
        route: call.entry.path,
        payment: call.payment.key,
        why: describe(cause),
      });
    });
    throw creditedError(error);
  }
}
