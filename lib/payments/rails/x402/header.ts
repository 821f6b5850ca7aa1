import type { PaymentPayload } from "@x402/core/types";
import { base64ToText } from "@/lib/http/base64";
import { ApiError } from "@/lib/http/api-error";
import { isRecord } from "@/lib/is-record";
import { PaymentRefused } from "@/lib/payments/outcome/reasons";
import type { Payment } from "../rail";
import { PaymentPayloadSchema } from "./payload-schema";

/** Longer headers are refused unread; the server itself stops at about 16 KB with a 431. */
const MAX_HEADER_BYTES = 12 * 1024;

const malformed = (what: string, cause?: unknown): PaymentRefused =>
  new PaymentRefused(
    "malformed_payment",
    `PAYMENT-SIGNATURE ${what}. Send base64 of an x402 v2 PaymentPayload.`,
    { cause },
  );

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw malformed("is base64, but not of JSON", cause);
  }
}

function text(header: string): string {
  try {
    return base64ToText(header.trim());
  } catch (cause) {
    throw malformed("is not base64 of UTF-8 text", cause);
  }
}

/**
 * The one value of a header that may stand in a request more than once: HTTP joins them by commas, which base64 has none of. A
 * proxy that repeats it, or leaves an empty one, pays no second time, and must not be asked to.
 */
function onlyValue(header: string): string {
  if (header.trimStart().startsWith("{")) throw malformed("is JSON itself, not base64 of it");
  const values = new Set(header.split(",").flatMap((one) => one.trim() || []));
  if (values.size > 1)
    throw new ApiError("invalid_request", "Two payments in one request: send one PAYMENT-SIGNATURE.");
  return [...values].join("");
}

/**
 * Reads a `PAYMENT-SIGNATURE` header (x402 v2: base64 of a PaymentPayload). Throws ApiError 400 for several payments,
 * PaymentRefused `malformed_payment`, or `unsupported_payment` for another protocol version.
 */
export function readPaymentHeader(given: string): PaymentPayload {
  const header = onlyValue(given);
  if (header === "") throw malformed("is empty");
  if (header.length > MAX_HEADER_BYTES) throw malformed(`is longer than ${MAX_HEADER_BYTES} bytes`);
  const value = json(text(header));
  if (isRecord(value) && "x402Version" in value && value.x402Version !== 2) {
    throw new PaymentRefused(
      "unsupported_payment",
      "Only x402 version 2 is spoken here. Sign an offer of `x402.accepts`.",
    );
  }
  const parsed = PaymentPayloadSchema.safeParse(value);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join(".") || "its outermost value";
    throw malformed(`is not a PaymentPayload: ${where} is missing or wrong`);
  }
  return parsed.data as PaymentPayload; // the schema reads what the package's own does; it only widens CAIP-2 ids to string
}

/** x402's extension `payment-identifier`. */
const IDENTIFIER = /^[A-Za-z0-9_-]{16,128}$/;

/** Members that the till reads from the parts of a payload that its type leaves open. */
export function readExtras(
  payload: PaymentPayload,
): Pick<Payment, "replay" | "identifier" | "hasWrongIdentifier" | "resource"> {
  const replay = payload.accepted.extra?.replay;
  const extension = payload.extensions?.["payment-identifier"];
  const info = isRecord(extension) ? extension.info : undefined;
  const id = isRecord(info) ? (info.id ?? null) : null;
  const isIdentifier = typeof id === "string" && IDENTIFIER.test(id);
  return {
    replay: typeof replay === "string" && replay.length > 0 ? replay : null,
    identifier: isIdentifier ? id : null,
    ...(id !== null && !isIdentifier && { hasWrongIdentifier: true as const }),
    resource: payload.resource?.url ?? null,
  };
}
