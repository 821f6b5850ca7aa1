import { HTTPFacilitatorClient } from "@x402/core/http";
import { FacilitatorTimeoutError } from "@x402/core/server";
import { SettleError, VerifyError, type PaymentPayload, type PaymentRequirements } from "@x402/core/types";
import { env } from "../../env";
import { describe } from "../../http/log";
import { neverLeft } from "../never-left";
import type { Settlement } from "../rail";
import { authorization, type Facilitator } from "./list";
import { isAlreadyUsed } from "./refusals";

/** One facilitator's word on a payment. */
export type Verdict =
  | { kind: "valid" }
  | { kind: "refused"; code: string; message: string }
  | { kind: "already-used"; detail: string }
  /** It did not answer, or answered something that says nothing about the payment. */
  | { kind: "outage"; detail: string };

function client(facilitator: Facilitator, timeoutMs: number): HTTPFacilitatorClient {
  const headers = authorization(facilitator);
  return new HTTPFacilitatorClient({
    url: facilitator.url,
    timeoutMs,
    createAuthHeaders: async () => ({ verify: headers, settle: headers, supported: headers }),
  });
}

/** Busy (429) and broken (5xx) facilitators say nothing about a payment, whatever their body reads. */
const saysNothing = (status: number): boolean => status === 429 || status >= 500;

const judged = (code: string | undefined, message: string | undefined): Verdict =>
  isAlreadyUsed(code ?? "", message ?? "")
    ? { kind: "already-used", detail: code ?? "" }
    : { kind: "refused", code: code ?? "unspecified", message: message ?? "" };

export async function askVerify(
  facilitator: Facilitator,
  payload: PaymentPayload,
  requirement: PaymentRequirements,
): Promise<Verdict> {
  try {
    const answer = await client(facilitator, env().FACILITATOR_VERIFY_TIMEOUT_MS).verify(
      payload,
      requirement,
    );
    return answer.isValid ? { kind: "valid" } : judged(answer.invalidReason, answer.invalidMessage);
  } catch (error) {
    if (error instanceof VerifyError && !saysNothing(error.statusCode))
      return judged(error.invalidReason, error.invalidMessage);
    return { kind: "outage", detail: describe(error) };
  }
}

/**
 * Has a payment settled. Only `success` with a transaction is a settlement; every other answer, whatever it says,
 * may hide a transfer that was sent (till rule: the chain decides).
 */
export async function askSettle(
  facilitator: Facilitator,
  payload: PaymentPayload,
  requirement: PaymentRequirements,
): Promise<Settlement> {
  try {
    const answer = await client(facilitator, env().FACILITATOR_SETTLE_TIMEOUT_MS).settle(
      payload,
      requirement,
    );
    if (answer.success && answer.transaction !== "")
      return { kind: "settled", transaction: answer.transaction };
    return { kind: "unknown", detail: answer.errorReason ?? "not settled, without a reason" };
  } catch (error) {
    if (error instanceof SettleError)
      return { kind: "unknown", detail: error.errorReason ?? describe(error) };
    return !(error instanceof FacilitatorTimeoutError) && neverLeft(error)
      ? { kind: "not-sent", detail: describe(error) }
      : { kind: "unknown", detail: describe(error) };
  }
}
