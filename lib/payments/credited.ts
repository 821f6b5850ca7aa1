import { ApiError, retryAfter } from "../http/api-error";
import { describe, log } from "../http/log";
import { now } from "../time";
import { runHandler } from "./answers/run-handler";
import type { PaidCall } from "./call";
import { credit, fulfil, letGo } from "./ledger/credit";
import { noteSale } from "./ledger/last-sales";
import { countSale } from "./ledger/totals";
import type { OnChain, Receipt } from "./rails/rail";
import { conflict, receiptOf, unavailable } from "./replies";
import { bindingOf, BoundElsewhere, refuseSecondPayment } from "./second-payment";

/**
 * Payments that moved outside the usual way: somebody else submitted the authorization first, the payer broadcast it,
 * or the ledger lost it. The payer is owed an answer, once.
 */

/** How long ago such a payment may have landed; a payer who proves the wallet may come later. */
const MAX_AGE_MS = 10 * 60_000;
export const PROVED_MAX_AGE_MS = 60 * 60_000;

type Moved = Extract<OnChain, { kind: "moved" }>;

/** Credits a claimed payment that the chain holds. Throws 409 `payment_spent` for one that may have been served. */
export async function creditMoved(call: PaidCall, { transaction, at }: Moved): Promise<Receipt> {
  const { claim, tender } = call;
  const { network, payer, amount } = tender;
  const receipt = receiptOf(tender, transaction, at);
  const credited = await credit(claim, {
    evidence: JSON.stringify(tender.evidence),
    facts: JSON.stringify({ network, payer, amount }),
    receipt: JSON.stringify(receipt),
    landedAt: at,
    maxAgeMs: claim.walletProved ? PROVED_MAX_AGE_MS : MAX_AGE_MS,
  }).catch((error: unknown) => {
    throw unavailable.store(error);
  });
  if (credited === "spent") throw conflict.spent();
  if (credited === "lost") throw conflict.inFlight();
  log.info("payment_credited", { route: call.entry.path, payment: tender.key, transaction });
  return receipt;
}

async function answerOnce(call: PaidCall): Promise<string> {
  await refuseSecondPayment(call);
  const { text, effects } = await runHandler(call);
  const sale = {
    answer: text,
    effects: [...effects, countSale(call.tender), noteSale(call.entry, now())],
    binding: bindingOf(call),
  };
  const written = await fulfil(call.claim, sale).catch((error: unknown) => {
    throw unavailable.store(error);
  });
  if (written === "bound") await refuseSecondPayment(call);
  if (written !== "ok") throw conflict.inFlight();
  return text;
}

/** Whatever the handler failed of, its caller has paid: no refusal may say otherwise, or tell him to pay again. */
function stillOwed(error: unknown): unknown {
  if (error instanceof BoundElsewhere) return error;
  const { code, options } = error instanceof ApiError ? error : new ApiError("internal_error", "");
  return new ApiError(
    code,
    "No answer could be made at the moment. Your payment has moved and stays credited: send the same request with the same payment again; don't sign another.",
    { ...options, headers: { ...retryAfter(5), ...options.headers }, cause: error },
  );
}

/**
 * Runs the handler for a payment that is credited under this call's claim. While that fails the payment stays
 * credited, for the next call that brings it; the money has moved, so what fails here promises nothing else.
 */
export async function serveCredited(call: PaidCall): Promise<string> {
  try {
    return await answerOnce(call);
  } catch (error) {
    await letGo(call.claim).catch((cause: unknown) => {
      // The lease runs out by itself; until then the same payment waits.
      log.warn("credit_not_let_go", {
        route: call.entry.path,
        payment: call.tender.key,
        why: describe(cause),
      });
    });
    throw stillOwed(error);
  }
}
