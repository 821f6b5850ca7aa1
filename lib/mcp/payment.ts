import canonicalize from "canonicalize";
import { ApiError } from "../http/api-error";
import { base64ToText, textToBase64, textToBase64Url } from "../http/base64";
import { HOLDER_WALLET } from "../http/request-headers";
import { PaymentRefused } from "../payments/outcome/reasons";

/** Members of a tool's arguments that are about the call and not part of it. */
const CALL_OPTIONS = new Set(["paymentSignature", "creditsWallet"]);

type Members = Readonly<Record<string, unknown>>;

/** The wallet that a call claims to be a holder's; null for none. Throws ApiError 400 for what no header holds. */
function claimIn({ creditsWallet }: Members): string | null {
  if (creditsWallet === undefined || creditsWallet === "") return null;
  if (typeof creditsWallet === "string" && /^[\x21-\x7e]+$/.test(creditsWallet)) return creditsWallet;
  throw new ApiError(
    "invalid_request",
    "`creditsWallet`: must be a Solana wallet's address. Leave it out otherwise.",
  );
}

/** What the route is asked: the arguments without payment and holder's claim. Throws ApiError 400 for a claim of no text. */
export function routeArguments(given: Members): Record<string, unknown> {
  claimIn(given);
  return Object.fromEntries(Object.entries(given).filter(([name]) => !CALL_OPTIONS.has(name)));
}

/**
 * A call's claim to hold the service's own token as the header that the route takes it in over HTTP; empty where there is
 * none. Throws ApiError 400 for one that no header holds, and for another than the request's own header names.
 */
export function holderHeaders(given: Members, caller: Headers): Record<string, string> {
  const claimed = claimIn(given);
  if (claimed === null) return {};
  const header = caller.get(HOLDER_WALLET);
  if (header !== null && header !== claimed)
    throw new ApiError(
      "invalid_request",
      "Two wallets in one call: `creditsWallet` and X-Token-Holder-Wallet differ. Send one of them.",
    );
  return { [HOLDER_WALLET]: claimed };
}

/** The payload as canonical text, so that two spellings of one payment are the same; null where it is no JSON. */
function payloadOf(header: string): string | null {
  try {
    return canonicalize(JSON.parse(base64ToText(header))) ?? null;
  } catch {
    return null; // not readable: it then equals no other payment, and alone the route says what is wrong with it
  }
}

/** x402's header from whichever place holds the payment. Throws ApiError 400 for two different ones. */
function x402Header(meta: unknown, argument: string | null): string | null {
  if (meta === undefined) return argument;
  const header = textToBase64(JSON.stringify(meta));
  if (argument !== null && payloadOf(argument) !== canonicalize(meta))
    throw new ApiError(
      "invalid_request",
      'Two payments in one call: `_meta["x402/payment"]` and `paymentSignature` differ. Send one of them.',
    );
  return header;
}

/** The argument as a header can carry it; null where it is left out or empty. */
function signatureArgument(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === "string" ? value.trim() : null;
  if (text !== null && /^[\x21-\x7e]*$/.test(text)) return text === "" ? null : text;
  throw new PaymentRefused(
    "malformed_payment",
    "paymentSignature is not base64. Send base64 of an x402 v2 PaymentPayload, as in the header PAYMENT-SIGNATURE.",
  );
}

/**
 * A call's payment as the headers that the route takes it in over HTTP; empty where there is none. It comes in
 * `_meta["x402/payment"]` (x402's MCP transport: the payload itself), in the argument `paymentSignature` (the header's
 * base64), or in `_meta["org.paymentauth/credential"]` (MPP). Two of different rails are left to the route, which
 * refuses them. Throws ApiError 400 and PaymentRefused.
 */
export function paymentHeaders(given: Members, meta: Members): Record<string, string> {
  const x402 = x402Header(meta["x402/payment"], signatureArgument(given.paymentSignature));
  const credential = meta["org.paymentauth/credential"];
  const mpp = credential === undefined ? null : `Payment ${textToBase64Url(JSON.stringify(credential))}`;
  return {
    ...(x402 === null ? {} : { "payment-signature": x402 }),
    ...(mpp === null ? {} : { authorization: mpp }),
  };
}
