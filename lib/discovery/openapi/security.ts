import { isPaid, type RouteEntry } from "@/lib/catalog/define";
import type { Security, SecurityScheme } from "./format";

const X402: SecurityScheme = {
  type: "apiKey",
  in: "header",
  name: "PAYMENT-SIGNATURE",
  description:
    "No key: a payment. Base64 of an x402 version 2 `PaymentPayload`, signed for one of the offers that the same request gets in its 402 without it.",
};

const MPP: SecurityScheme = {
  type: "http",
  scheme: "Payment",
  description:
    "No password: a payment by MPP. `Authorization: Payment <credential>`, base64url of the challenge from `WWW-Authenticate` with its payload.",
};

/** The ways to pay, by the names under which operations ask for them. */
export const securitySchemes = (mpp: boolean): Record<string, SecurityScheme> => ({
  x402Payment: X402,
  ...(mpp ? { mppPayment: MPP } : {}),
});

/** What a route asks for: nothing if it is free, any one payment if it is paid, and where some calls are free also none. */
export function securityOf(entry: RouteEntry, mpp: boolean): Security {
  if (!isPaid(entry)) return [];
  const payments = Object.keys(securitySchemes(mpp)).map((name) => ({ [name]: [] }));
  return [...payments, ...(entry.sometimesFree ? [{}] : [])];
}
