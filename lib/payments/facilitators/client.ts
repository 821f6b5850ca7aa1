import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import * as z from "zod";
import { env } from "../../env";
import { describe } from "../../http/log";
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

/**
 * x402 v2's VerifyResponse and SettleResponse, as far as the till reads them. The official client reads the same by
 * zod 3, which would come beside our zod 4; a contract test holds this one against it.
 */
const word = z.string().nullish();
const VerifyResponse = z.object({ isValid: z.boolean(), invalidReason: word, invalidMessage: word });
const SettleResponse = z.object({
  success: z.boolean(),
  transaction: z.string(),
  network: z.string(),
  errorReason: word,
});
/** An answer with an error status need not be complete: nothing but success is believed of it anyway. */
const SettleRefusal = z.object({ errorReason: word });

interface Reply {
  status: number;
  ok: boolean;
  body: unknown;
}

/** Throws for a facilitator that is silent, unreachable, or answers something else than JSON. */
async function ask(
  facilitator: Facilitator,
  operation: "verify" | "settle",
  paymentPayload: PaymentPayload,
  paymentRequirements: PaymentRequirements,
  timeoutMs: number,
): Promise<Reply> {
  const response = await fetch(`${facilitator.url}/${operation}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...authorization(facilitator) },
    body: JSON.stringify({ x402Version: paymentPayload.x402Version, paymentPayload, paymentRequirements }),
    signal: AbortSignal.timeout(timeoutMs),
    cache: "no-store",
  });
  const text = await response.text();
  try {
    return { status: response.status, ok: response.ok, body: JSON.parse(text) };
  } catch (cause) {
    throw new Error(`${operation}: HTTP ${response.status}, not JSON`, { cause });
  }
}

/** Busy (429) and broken (5xx) facilitators say nothing about a payment, whatever their body reads. */
const saysNothing = (status: number): boolean => status === 429 || status >= 500;

const judged = (code: string | null | undefined, message: string | null | undefined): Verdict =>
  isAlreadyUsed(code ?? "", message ?? "")
    ? { kind: "already-used", detail: code ?? "" }
    : { kind: "refused", code: code ?? "unspecified", message: message ?? "" };

export async function askVerify(
  facilitator: Facilitator,
  payload: PaymentPayload,
  requirement: PaymentRequirements,
): Promise<Verdict> {
  try {
    const timeoutMs = env().FACILITATOR_VERIFY_TIMEOUT_MS;
    const { status, ok, body } = await ask(facilitator, "verify", payload, requirement, timeoutMs);
    if (saysNothing(status)) return { kind: "outage", detail: `verify: HTTP ${status}` };
    const { isValid, invalidReason, invalidMessage } = VerifyResponse.parse(body);
    return ok && isValid ? { kind: "valid" } : judged(invalidReason, invalidMessage);
  } catch (error) {
    return { kind: "outage", detail: describe(error) };
  }
}

/** Connection errors that come before a single byte could be sent. */
const NEVER_LEFT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

function neverLeft(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : undefined;
  return (typeof code === "string" && NEVER_LEFT.has(code)) || neverLeft(error.cause);
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
    const timeoutMs = env().FACILITATOR_SETTLE_TIMEOUT_MS;
    const { status, ok, body } = await ask(facilitator, "settle", payload, requirement, timeoutMs);
    if (!ok) {
      const reason = SettleRefusal.safeParse(body).data?.errorReason;
      return { kind: "unknown", detail: reason ?? `settle: HTTP ${status}` };
    }
    const { success, transaction, errorReason } = SettleResponse.parse(body);
    if (success && transaction !== "") return { kind: "settled", transaction };
    return { kind: "unknown", detail: errorReason ?? "not settled, without a reason" };
  } catch (error) {
    return neverLeft(error)
      ? { kind: "not-sent", detail: describe(error) }
      : { kind: "unknown", detail: describe(error) };
  }
}
