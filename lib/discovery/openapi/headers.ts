import { refTo, type Header, type Reference } from "./format";

const text = (description: string): Header => ({ description, schema: { type: "string" } });
const count = (description: string): Header => ({
  description,
  required: true,
  schema: { type: "integer", minimum: 0 },
});

/** On every answer, whatever it says. */
export const LIMIT_HEADERS = {
  "X-RateLimit-Limit": count("Requests a minute that your address has."),
  "RateLimit-Limit": count("The same, by draft-ietf-httpapi-ratelimit-headers."),
  "RateLimit-Remaining": count("Requests left until the reset."),
  "RateLimit-Reset": count("Seconds until the reset."),
} as const satisfies Record<string, Header>;

/** On some answers. */
const HEADERS = {
  "PAYMENT-REQUIRED": text(
    "Base64 of an x402 version 2 `PaymentRequired`: the same object as `x402` in the body. With an offer in the own token the signed offers are in the body alone.",
  ),
  "WWW-Authenticate": text(
    'An MPP challenge, the same as in `mpp`: `Payment id="…", realm="…", method="solana", intent="charge", request="…", expires="…", opaque="…"`.',
  ),
  "PAYMENT-RESPONSE": text(
    "Base64 of the settlement: `success`, `transaction`, `network`, `payer`, `amount`, and the signed receipt where receipts are signed.",
  ),
  "Payment-Receipt": text("Base64url of the receipt of an MPP payment."),
  "Idempotent-Replayed": {
    description: "Present where this is the answer of an earlier call, which was not charged again.",
    schema: { type: "string", const: "true" },
  },
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } },
  Allow: text("The methods that the path takes."),
  "Cache-Control": text("How long the answer may be stored; `no-store` where nobody may."),
  ETag: text("The answer's entity tag, for `If-None-Match`."),
  Location: text("Where what was made or begun is found."),
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

/** The limit's headers and these: those that the answer always carries, and those that it may. */
export function headersOf(
  always: readonly HeaderName[] = [],
  maybe: readonly HeaderName[] = [],
): Record<string, Header | Reference> {
  return Object.fromEntries<Header | Reference>([
    ...Object.keys(LIMIT_HEADERS).map((name) => [name, refTo("headers", name)] as const),
    ...always.map((name) => [name, { ...HEADERS[name], required: true }] as const),
    ...maybe.map((name) => [name, HEADERS[name]] as const),
  ]);
}
