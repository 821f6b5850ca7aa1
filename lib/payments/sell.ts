import { env } from "../env";
import { ApiError, retryAfter } from "../http/api-error";
import { describe, log } from "../http/log";
import { remainingMs, type PaidCall } from "./call";
import { boundTo, release, writeIntent } from "./ledger/ledger";
import { PaymentRefused } from "./reasons";
import { conflict, unavailable } from "./replies";
import { lookOnce, settle } from "./settlement";
import type { Receipt } from "./rail";

/** Time that the intent and the settlement may need after the handler, by their own limits. */
const reserveMs = (): number => env().STORE_TIMEOUT_MS + env().FACILITATOR_SETTLE_TIMEOUT_MS;
/** A handler gets its signal so long before it is cut off: a thinner answer in time beats none. */
const WARNING_MS = 300;

/** Gives the claim back before an error leaves; nothing has moved yet. */
async function giveBack(call: PaidCall): Promise<void> {
  try {
    await release(call.claim);
  } catch (error) {
    // The claim runs out by itself; until then the same payment waits.
    log.warn("claim_not_released", {
      route: call.entry.path,
      payment: call.tender.key,
      why: describe(error),
    });
  }
}

/** How far back a payment is looked for that the chain has seen and the ledger has not. */
const LOOK_BACK_MS = 3_600_000;

/** The chain has seen this payment, but the ledger has not: it is never answered with a challenge unexamined. */
async function alreadyUsed({ tender, receivedAt }: PaidCall): Promise<never> {
  const found = await lookOnce(tender.rail, tender.evidence, receivedAt - LOOK_BACK_MS);
  if (found.kind === "moved") throw conflict.spent();
  if (found.kind === "open") throw conflict.outcomeOpen();
  throw new PaymentRefused("payment_rejected", `The payment can't be used: ${found.why}. Sign a fresh one.`);
}

async function verify(call: PaidCall): Promise<string> {
  const verification = await call.tender.verify();
  switch (verification.kind) {
    case "valid":
      return verification.by;
    case "refused":
      log.info("payment_refused", {
        route: call.entry.path,
        payment: call.tender.key,
        reason: verification.reason,
        detail: verification.detail.slice(0, 120),
      });
      throw new PaymentRefused(verification.reason, verification.message);
    case "already-used":
      return alreadyUsed(call);
    case "unavailable":
      throw unavailable.payments(verification.detail);
  }
}

const tooLate = (): ApiError =>
  new ApiError("payments_unavailable", "Payment and data took too long. You were not charged. Try again.", {
    headers: retryAfter(5),
  });

/** Runs the handler in the time that the settlement leaves, and renders its answer as it will be stored and sent. */
async function runHandler(call: PaidCall) {
  const { entry, handler, input } = call;
  const timeMs = remainingMs(call) - reserveMs();
  if (timeMs <= WARNING_MS) throw tooLate();
  const timeUp = new Promise<never>((_, reject) => {
    AbortSignal.timeout(timeMs).addEventListener("abort", () => reject(tooLate()));
  });
  const context = { now: new Date(call.receivedAt), signal: AbortSignal.timeout(timeMs - WARNING_MS) };
  const { answer, effects } = await Promise.race([handler(input, context), timeUp]);
  if (env().VALIDATE_OUTPUT) entry.output.parse(answer);
  const text = JSON.stringify(answer);
  if (new TextEncoder().encode(text).byteLength > entry.limits.answerBytes)
    throw new Error(`${entry.path} answered more than may be stored`);
  return { text, effects };
}

async function writeDown(
  call: PaidCall,
  text: string,
  effects: Awaited<ReturnType<typeof runHandler>>["effects"],
): Promise<void> {
  const { claim, tender, bindingKey } = call;
  const { network, payer, amount } = tender;
  const binding =
    bindingKey === null ? null : { key: bindingKey, value: `${claim.fingerprint} ${claim.paymentKey}` };
  const written = await writeIntent(claim, {
    evidence: JSON.stringify(tender.evidence),
    facts: JSON.stringify({ network, payer, amount }),
    effects,
    answer: text,
    binding,
  }).catch((error: unknown) => {
    throw unavailable.store(error);
  });
  if (written === "lost") throw conflict.inFlight();
  if (written === "busy") throw conflict.tooManyInFlight();
  // Another payment under the same key came to its intent first; that one's answer is the answer.
  if (written === "bound") {
    await refuseSecondPayment(call);
    throw conflict.inFlight();
  }
}

/** An idempotency key that already belongs to another of the payer's payments: that one's answer is the answer. */
export class BoundElsewhere extends Error {
  override name = "BoundElsewhere";
  constructor(
    readonly fingerprint: string,
    readonly paymentKey: string,
  ) {
    super("the idempotency key is bound to an earlier payment");
  }
}

async function refuseSecondPayment(call: PaidCall): Promise<void> {
  if (call.bindingKey === null) return;
  const bound = await boundTo(call.bindingKey).catch((error: unknown) => {
    throw unavailable.store(error);
  });
  const [fingerprint, paymentKey] = bound?.split(" ") ?? [];
  if (fingerprint !== undefined && paymentKey !== undefined && paymentKey !== call.tender.key)
    throw new BoundElsewhere(fingerprint, paymentKey);
}

/**
 * Sells one answer under a fresh claim: verify, run, write the intent down, settle. Whatever fails before the
 * intent gives the claim back and charges nothing.
 */
export async function sell(call: PaidCall): Promise<{ answer: string; receipt: Receipt }> {
  let by: string;
  let text: string;
  try {
    by = await verify(call);
    await refuseSecondPayment(call);
    const { text: rendered, effects } = await runHandler(call);
    text = rendered;
    await writeDown(call, text, effects);
  } catch (error) {
    await giveBack(call);
    throw error;
  }
  // From here a client that hangs up cuts nothing.
  const settled = settle(call, by);
  call.background(settled);
  return { answer: text, receipt: await settled };
}
