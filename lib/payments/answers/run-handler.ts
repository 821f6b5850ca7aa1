import { env } from "@/lib/env";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import { timeoutSignal } from "@/lib/time";
import { remainingMs, type PaidCall } from "../call";
import { checkAnswer } from "./check-answer";

/** Time that the intent and the settlement may need after the handler, by their own limits. */
const reserveMs = (): number => env().STORE_TIMEOUT_MS + env().FACILITATOR_SETTLE_TIMEOUT_MS;
/** A handler gets its signal so long before it is cut off: a thinner answer in time beats none. */
const WARNING_MS = 300;

const tooLate = (): ApiError =>
  new ApiError("payments_unavailable", "Payment and data took too long. You were not charged. Try again.", {
    headers: retryAfter(5),
  });

/** Runs the handler in the time that the settlement leaves, and renders its answer as it will be stored and sent. */
export async function runHandler(call: PaidCall) {
  const { entry, handler, input } = call;
  const timeMs = remainingMs(call) - reserveMs();
  if (timeMs <= WARNING_MS) throw tooLate();
  const timeUp = new Promise<never>((_, reject) => {
    timeoutSignal(timeMs).addEventListener("abort", () => reject(tooLate()));
  });
  const signal = timeoutSignal(timeMs - WARNING_MS);
  const { key, payer } = call.payment;
  const context = { now: new Date(call.receivedAt), signal, headers: call.headers, payment: { key, payer } };
  const { answer, effects } = await Promise.race([handler(input, context), timeUp]);
  checkAnswer(entry, answer);
  const text = JSON.stringify(answer);
  if (new TextEncoder().encode(text).byteLength > entry.limits.answerBytes)
    throw new Error(`${entry.path} answered more than may be stored`);
  return { text, effects };
}
