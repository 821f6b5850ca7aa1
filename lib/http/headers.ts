import { env } from "../env";

/** Headers that browsers may read on a cross-origin answer; a 402 has no room for those that it never carries. */
const EXPOSED = [
  "PAYMENT-REQUIRED",
  "PAYMENT-RESPONSE",
  "WWW-Authenticate",
  "Payment-Receipt",
  "Idempotent-Replayed",
  "Retry-After",
  "X-RateLimit-Limit",
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "X-Service-Notice",
].join(", ");

const ALLOWED = [
  "Content-Type",
  "PAYMENT-SIGNATURE",
  "X-PAYMENT",
  "Authorization",
  "Idempotency-Key",
  "If-None-Match",
  "X-Agent-Id",
  "SIGN-IN-WITH-X",
  "X-Token-Holder-Wallet",
  "A2A-Version",
  "A2A-Extensions",
  "Access-Control-Expose-Headers", // a response's header, which x402's fetch client sends with its payment
].join(", ");

/** On every answer under /api: any origin may call, and everything made up says so. */
export const commonHeaders = (): Record<string, string> => ({
  "access-control-allow-origin": "*",
  ...plainHeaders(),
});

/** The same, except for the allowed origins. */
export function plainHeaders(): Record<string, string> {
  const notice = env().SERVICE_NOTICE;
  return {
    "access-control-expose-headers": EXPOSED,
    ...(notice === undefined ? {} : { "x-service-notice": asHeaderValue(notice) }),
  };
}

/** Header values are ASCII; anything else is left out. */
const asHeaderValue = (text: string): string => text.replace(/[^\x20-\x7e]/g, "");

/** The same with others that an answer carries. */
export const exposingAlso = (names: readonly string[]): Record<string, string> => ({
  "access-control-expose-headers": [EXPOSED, ...names].join(", "),
});

export const preflightHeaders = (methods: readonly string[]): Record<string, string> => ({
  "access-control-allow-methods": methods.join(", "),
  "access-control-allow-headers": ALLOWED,
  "access-control-max-age": "86400",
});

/** An answer that says all with its status and headers. */
export const withoutBody = (status: 304, headers: Readonly<Record<string, string>>): Response =>
  new Response(null, { status, headers: Object.entries({ ...commonHeaders(), ...headers }) });

export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const all = { "content-type": "application/json", ...commonHeaders(), ...headers };
  return new Response(typeof body === "string" ? body : JSON.stringify(body), {
    status,
    headers: Object.entries(all), // as pairs: edge functions take much longer to read an object's members
  });
}
