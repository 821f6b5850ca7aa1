import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import * as z from "zod";
import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { readReply } from "@/lib/http/read-reply";
import { within } from "@/lib/time";
import type { Weight } from "./diagnose-refusal";
import { NETWORKS } from "@/lib/chains/networks";
import { isNotSent } from "@/lib/http/not-sent";
import { quote } from "../rails/x402/match";
import type { Settlement, Unclear } from "../rails/rail";
import type { Reason } from "../outcome/reasons";
import { authorization } from "./authorization";
import type { Facilitator } from "./list";
import { isOverQuota } from "./over-quota";
import { declinedFor, isCompliance, type Meaning, meaningOf } from "./refusals";

/** One facilitator's verdict on a payment. */
export type Verdict =
  | { kind: "valid" }
  | ({ kind: "refused"; code: string; reason: Reason; message: string } & Weight)
  | { kind: "already-used"; detail: string }
  /**
   * It did not answer, or answered something that says nothing about the payment. `busyMs`: it has had too many questions,
   * and takes others after so long.
   */
  | { kind: "outage"; detail: string; busyMs?: number };

/** No answer to /verify or /settle is longer; what is, is not read to its end. */
const MAX_ANSWER_BYTES = 64 * 1024;

interface Answer {
  status: number;
  ok: boolean;
  /** `Retry-After` in milliseconds; NaN without one, or where it names a date. */
  retryAfterMs: number;
  /** Undefined when it is not JSON, or too long. */
  body: unknown;
}

class NotSent extends Error {
  override name = "NotSent";
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined; // the caller sees that there is no answer in it
  }
}

/**
 * One POST of x402's facilitator interface, the very request of the official client (a contract test compares them).
 * Unlike that one it follows no redirect (the redirecting server has
 * read the payment, so that a failure behind it proves nothing, and the token must not travel) and reads no endless answer.
 * Throws NotSent when no byte can have left, and what fetch throws for every other failure.
 */
async function post(
  facilitator: Facilitator,
  operation: "verify" | "settle",
  timeoutMs: number,
  paymentPayload: PaymentPayload,
  paymentRequirements: PaymentRequirements,
): Promise<Answer> {
  const address = `${facilitator.url}/${operation}`;
  const authorized = await authorization(facilitator, "POST", address).catch((error: unknown) => {
    throw new NotSent(describe(error), { cause: error });
  });
  // The time limit holds until the last byte of the answer.
  return within(timeoutMs, async (signal) => {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", ...authorized },
      body: JSON.stringify({
        x402Version: paymentPayload.x402Version,
        paymentPayload,
        paymentRequirements,
      }),
      redirect: "manual",
      signal,
      cache: "no-store",
    }).catch((error: unknown) => {
      throw isNotSent(error) ? new NotSent(describe(error), { cause: error }) : error;
    });
    const bytes = await readReply(response, MAX_ANSWER_BYTES);
    const { status, ok } = response;
    const retryAfterMs = Number(response.headers.get("retry-after") ?? Number.NaN) * 1000;
    const body = bytes === null ? undefined : parseJson(bytes);
    if (isOverQuota(status, retryAfterMs, body))
      log.error("facilitator_over_quota", { facilitator: facilitator.name, operation, status });
    return { status, ok, retryAfterMs, body };
  });
}

/** x402 v2's VerifyResponse and SettleResponse, as far as the till reads them; what is no text is none. */
const text = z.string().catch("");
const VerifyAnswer = z.object({ isValid: z.boolean(), invalidReason: text, invalidMessage: text });
const SettleAnswer = z.object({ success: z.boolean(), transaction: text, network: text, errorReason: text });

/** Id of a transaction, a hash on Base and a signature on Solana: it goes into receipts and into a header. */
const TRANSACTION_ID = /^[0-9A-Za-z]{1,128}$/;

const outage = (detail: string): Extract<Verdict, { kind: "outage" }> => ({ kind: "outage", detail });

/** So long is who does not say for how long taken for busy. */
const USUALLY_BUSY_MS = 1_000;
const busyFor = (retryAfterMs: number): number => (retryAfterMs >= 0 ? retryAfterMs : USUALLY_BUSY_MS);

/**
 * Status 429 and 5xx are no verdict on a payment, whatever the body says, nor is a redirect (an answer without a status where
 * the platform hides it): who redirects has not judged.
 */
const isNoVerdict = (status: number): boolean =>
  status === 429 || status >= 500 || status < 200 || (status >= 300 && status < 400);

/** The members in which facilitators give the reason of an HTTP 403 or 451. */
const Declined = z.object({
  ...{ invalidReason: text, errorReason: text, errorType: text, reason: text, code: text, error: text },
});

/**
 * What a facilitator declines for the law's sake, in HTTP 403 or 451 with a reason; null for any other answer. A 403 whose only
 * word is an `error` refuses us, as a wrong token does.
 */
function declinedIn({ status, body }: Answer): { code: string; meaning: Meaning } | null {
  const declined = Declined.safeParse(body);
  if ((status !== 403 && status !== 451) || !declined.success) return null;
  const { invalidReason, errorReason, errorType, reason, code: short, error } = declined.data;
  const said = [invalidReason, errorReason, errorType, reason, short, status === 451 ? error : ""];
  const code = said.find((one) => one !== "");
  if (code === undefined) return null;
  const meaning = declinedFor(code);
  return meaning.kind === "no-verdict" ? null : { code, meaning };
}

function readVerdict(received: Answer): Verdict {
  const { status, ok, retryAfterMs, body } = received;
  const declined = declinedIn(received);
  if (declined !== null) return verdictOf(declined.meaning, declined.code);
  const answer = VerifyAnswer.safeParse(body);
  if (status === 429) return { ...outage("HTTP 429"), busyMs: busyFor(retryAfterMs) };
  if (!answer.success || isNoVerdict(status)) return outage(`HTTP ${status} without a verdict`);
  const { isValid, invalidReason, invalidMessage } = answer.data;
  if (isValid) return ok ? { kind: "valid" } : outage(`HTTP ${status} with a contrary verdict`);
  return verdictOf(meaningOf(invalidReason, invalidMessage), invalidReason);
}

function verdictOf(meaning: Meaning, said: string): Verdict {
  const code = said.slice(0, 120) || "unspecified";
  switch (meaning.kind) {
    case "refused":
      return { ...meaning, code };
    case "already-used":
      return { kind: "already-used", detail: code };
    case "no-verdict":
      return outage(code);
  }
}

export async function askVerify(
  facilitator: Facilitator,
  payload: PaymentPayload,
  requirement: PaymentRequirements,
): Promise<Verdict> {
  const timeoutMs = env().FACILITATOR_VERIFY_TIMEOUT_MS;
  try {
    return readVerdict(await post(facilitator, "verify", timeoutMs, payload, requirement));
  } catch (error) {
    return outage(describe(error));
  }
}

/**
 * One facilitator's word on a settlement. `saysFailed`: it answered in order, and that it failed. `declined`: it declined for the
 * law's sake. `noWord`: it redirected, or told of a settlement on no network or another. `busyMs`: as of a verdict.
 */
export type Settled =
  | Exclude<Settlement, Unclear>
  | (Omit<Unclear, "byPayer"> & { saysFailed?: true; declined?: true; noWord?: true; busyMs?: number });

/** What facilitators that still speak x402's first version call the chains. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  "eip155:8453": "base",
  "eip155:84532": "base-sepolia",
  [NETWORKS.mainnet.solana.id]: "solana",
  [NETWORKS.testnet.solana.id]: "solana-devnet",
};

/** A settlement on another network is none of this payment's, whatever else is said: the chain decides. */
function readSettlement(received: Answer, wanted: string): Settled {
  const { status, ok, retryAfterMs, body } = received;
  const answer = SettleAnswer.safeParse(body);
  if (status === 429) return { kind: "unknown", detail: "HTTP 429", busyMs: busyFor(retryAfterMs) };
  const declined = declinedIn(received);
  if (declined !== null) return { kind: "unknown", detail: declined.code.slice(0, 120), declined: true };
  const isRedirect = status < 200 || (status >= 300 && status < 400);
  if (!answer.success)
    return {
      ...{ kind: "unknown", detail: `HTTP ${status} without a settlement` },
      ...(isRedirect && { noWord: true }),
    };
  const { success, transaction, network, errorReason } = answer.data;
  const isHere = network === wanted || network === FORMER_NAMES[wanted];
  if (ok && success && isHere && TRANSACTION_ID.test(transaction)) return { kind: "settled", transaction };
  const elsewhere = ok && success && !isHere ? `a settlement on ${quote(network)}` : "";
  const detail = errorReason.slice(0, 120) || elsewhere || `HTTP ${status} without a settlement`;
  return {
    ...{ kind: "unknown", detail },
    ...(TRANSACTION_ID.test(transaction) && { hint: transaction }),
    ...(!success && !isNoVerdict(status) && { saysFailed: true }),
    ...(!success && isCompliance(errorReason) && { declined: true }),
    ...((isRedirect || elsewhere !== "") && { noWord: true }),
  };
}

/**
 * Has a payment settled. Only `success` with a transaction is a settlement; every other answer, whatever it says,
 * may hide a transfer that was sent (till rule: the chain decides).
 */
export async function askSettle(
  facilitator: Facilitator,
  payload: PaymentPayload,
  requirement: PaymentRequirements,
): Promise<Settled> {
  const timeoutMs = env().FACILITATOR_SETTLE_TIMEOUT_MS;
  try {
    const answer = await post(facilitator, "settle", timeoutMs, payload, requirement);
    return readSettlement(answer, requirement.network);
  } catch (error) {
    const detail = describe(error);
    return error instanceof NotSent ? { kind: "not-sent", detail } : { kind: "unknown", detail };
  }
}
