import { env } from "../env";
import { ApiError, retryAfter } from "../http/api-error";
import { textToBase64 } from "../http/base64";
import { jsonResponse } from "../http/headers";
import { paymentReceipt } from "./rails/mpp/receipt";
import type { Payment, Receipt } from "./rails/rail";
import { signReceipt } from "./receipts/sign";

/** The settlement of a payment, as every receipt shows it. */
export const receiptOf = (
  { rail, network, payer, amount }: Payment,
  transaction: string,
  at: number,
): Receipt => ({ rail, transaction, network, payer, amount, at });

/**
 * The paid answer of a route with its receipt: x402's `PAYMENT-RESPONSE`, base64 of a SettleResponse; for an MPP
 * payment its `Payment-Receipt` too.
 */
export async function paidResponse(
  path: string,
  answer: string,
  receipt: Receipt,
  replayed: boolean,
): Promise<Response> {
  const { transaction, network, payer, amount } = receipt;
  const signed = await signReceipt(env().PUBLIC_ORIGIN + path, receipt);
  const extensions = signed === null ? {} : { extensions: { "offer-receipt": signed } };
  const settlement = { success: true, transaction, network, payer, amount, ...extensions };
  return jsonResponse(200, answer, {
    "payment-response": textToBase64(JSON.stringify(settlement)),
    ...paymentReceipt(receipt),
    "cache-control": "private, no-store",
    ...(replayed ? { "idempotent-replayed": "true" } : {}),
  });
}

/** Refusals of a payment that the ledger knows. None of them carries a challenge: the caller must not pay again. */
export const conflict = {
  otherRequest: () =>
    new ApiError(
      "payment_conflict",
      "This payment bought another request. Send that request again for its answer, or pay for this one.",
    ),
  notProved: () =>
    new ApiError(
      "payment_conflict",
      "This payment was used. To get its answer, send its replay token (`accepted.extra.replay` of the challenge that was signed), the first call's Idempotency-Key, or a SIGN-IN-WITH-X proof of the paying wallet.",
    ),
  inFlight: () =>
    new ApiError(
      "payment_conflict",
      "This payment is in flight. Send the same request with the same payment again; don't sign another.",
      {
        headers: retryAfter(2),
      },
    ),
  outcomeOpen: () =>
    new ApiError(
      "payment_conflict",
      "It is not known yet whether this payment moved; the chain decides. Send the same request with the same payment again; don't sign another.",
      { headers: retryAfter(5) },
    ),
  notSeenYet: () =>
    new ApiError(
      "payment_conflict",
      "The chain does not show this transaction yet. Send the same request with the same credential again; don't pay again.",
      { headers: retryAfter(2) },
    ),
  keyBound: () =>
    new ApiError(
      "payment_conflict",
      "This Idempotency-Key belongs to another request of yours. Send this one again with the same payment and a new key; don't sign another.",
    ),
  tooManyInFlight: () =>
    new ApiError(
      "rate_limited",
      "Too many calls of this wallet are in flight, or a payment of it failed to settle lately. You were not charged. Wait as Retry-After says.",
      { headers: retryAfter(15) },
    ),
  spent: () =>
    new ApiError(
      "payment_spent",
      "This payment moved money before, and no answer is stored for it here. You were not charged again. If it never got you an answer, send it again within an hour of paying with a SIGN-IN-WITH-X proof of the paying wallet.",
    ),
  answerExpired: () =>
    new ApiError(
      "answer_expired",
      "This payment was served, and its answer is no longer stored. Pay again only if you want a new answer.",
    ),
};

export const unavailable = {
  store: (cause: unknown) =>
    new ApiError(
      "store_unavailable",
      "The ledger can't be reached, so this call took no payment. Send the same request with the same payment again; don't sign another.",
      {
        headers: retryAfter(5),
        cause,
      },
    ),
  payments: (cause: string) =>
    new ApiError(
      "payments_unavailable",
      "No facilitator or node is available to take the payment. You were not charged. Send the same request with the same payment again.",
      {
        headers: retryAfter(10),
        cause,
      },
    ),
  chain: (cause: string) =>
    new ApiError(
      "payments_unavailable",
      "Your transaction can't be looked up on chain at the moment. Send the same request with the same credential again; don't pay again.",
      { headers: retryAfter(5), cause },
    ),
};
