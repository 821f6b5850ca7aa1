import { env } from "../env";

/** Headers that browsers may read on a cross-origin answer. */
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
  "X-Agent-Id",
  "SIGN-IN-WITH-X",
  "X-Token-Holder-Wallet",
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

export const preflightHeaders = (methods: readonly string[]): Record<string, string> => ({
  "access-control-allow-methods": methods.join(", "),
  "access-control-allow-headers": ALLOWED,
  "access-control-max-age": "86400",
});

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
