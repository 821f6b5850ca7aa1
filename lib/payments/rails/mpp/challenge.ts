import canonicalize from "canonicalize";
import { type BaseUnits, USDC_DECIMALS } from "@/lib/catalog/money";
import { bytesToBase64Url, textToBase64Url } from "@/lib/http/base64";
import { hmacSha256, randomHex } from "@/lib/http/digest";
import type { Merchant } from "@/lib/payments/challenge/offers";
import { MAX_TIMEOUT_SECONDS } from "@/lib/chains/networks";
import { TOKEN_PROGRAM } from "@/lib/chains/solana-programs";

/**
 * The MPP offer beside the x402 offers: draft-httpauth-payment-00 ("core" below), method `solana`, intent `charge`
 * (draft-solana-charge-00). Written by hand because the library's server half does not run at the edge; the format is
 * small.
 */
export interface MppChallenge {
  id: string;
  realm: string;
  method: "solana";
  intent: "charge";
  /** Base64url of the canonical JSON (RFC 8785) of the charge request. */
  request: string;
  /** ISO 8601; the challenge can't be paid afterwards. */
  expires: string;
  /** Base64url of the canonical JSON of `{route}`: the path that the challenge is for (core §5.1.2). */
  opaque: string;
}

/** What the id binds (core §5.1.2.1.1), as it stands on the wire. */
export interface BoundFields {
  realm: string;
  method: string;
  intent: string;
  request: string;
  expires?: string | undefined;
  digest?: string | undefined;
  opaque?: string | undefined;
}

/** Core §5.1.2.1.1: the id is an HMAC over seven fixed slots, so that a client can change none of them. */
export function challengeId(secret: string, fields: BoundFields): string {
  const { realm, method, intent, request, expires = "", digest = "", opaque = "" } = fields;
  const slots = [realm, method, intent, request, expires, digest, opaque];
  return bytesToBase64Url(hmacSha256(secret, slots.join("|")));
}

/**
 * The merchant's charge on Solana as canonical JSON (RFC 8785), or null where no Solana wallet receives. `externalId`
 * goes into the transfer's memo: without it anyone could present another payer's transfer as their own payment. The token
 * program is a hint that saves the client a question to its node (draft-solana-charge-00 §7.2). Transactions of version 0 are
 * taken, which an absent `transactionVersions` says.
 */
export function chargeRequest(merchant: Merchant, amount: BaseUnits, externalId: string): string | null {
  if (merchant.solanaPayTo === undefined) return null;
  const { usdc, mppName } = merchant.networks.solana;
  const charge = {
    amount: String(amount),
    currency: usdc,
    recipient: merchant.solanaPayTo,
    externalId,
    methodDetails: { network: mppName, decimals: USDC_DECIMALS, tokenProgram: TOKEN_PROGRAM },
  };
  return canonicalize(charge) ?? null;
}

/** The `opaque` of a route's challenges. */
export const opaqueOf = (route: string): string => textToBase64Url(canonicalize({ route }) ?? "");

/** The challenge for a charge `request` (base64url) with its `opaque`, payable from `now` on. */
export function signCharge(
  secret: string,
  realm: string,
  opaque: string,
  request: string,
  now: Date,
): MppChallenge {
  const expires = new Date(now.getTime() + MAX_TIMEOUT_SECONDS.solana * 1000).toISOString();
  const unsigned = { realm, method: "solana", intent: "charge", request, expires, opaque } as const;
  return { id: challengeId(secret, unsigned), ...unsigned };
}

/** A fresh challenge for the merchant's charge on a route, or null where no Solana wallet receives. */
export function mppChallenge(
  secret: string,
  realm: string,
  route: string,
  merchant: Merchant,
  amount: BaseUnits,
  now: Date,
): MppChallenge | null {
  const charge = chargeRequest(merchant, amount, randomHex(16));
  return charge === null ? null : signCharge(secret, realm, opaqueOf(route), textToBase64Url(charge), now);
}

/** The `WWW-Authenticate` value (core §5.1). Every value is base64url, an ISO date or our own realm: nothing to escape. */
export function wwwAuthenticate(challenge: MppChallenge): string {
  const { id, realm, method, intent, request, expires, opaque } = challenge;
  const parameters = { id, realm, method, intent, request, expires, opaque };
  return `Payment ${Object.entries(parameters)
    .map(([name, value]) => `${name}="${value}"`)
    .join(", ")}`;
}
