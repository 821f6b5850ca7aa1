import canonicalize from "canonicalize";
import { bytesToBase64Url, textToBase64Url } from "../http/base64";
import { hmacSha256, randomHex } from "../http/digest";
import { type BaseUnits, USDC_DECIMALS } from "../catalog/money";
import type { Merchant } from "./offers";
import { MAX_TIMEOUT_SECONDS } from "./networks";

/**
 * The MPP offer beside the x402 offers: draft-httpauth-payment-00, method `solana`, intent `charge`. Written by hand
 * because the library's server half does not run at the edge; the format is small.
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
}

/** §5.1.2.1.1: the id binds every field of the challenge, so a client can change none of them. */
export function challengeId(secret: string, challenge: Omit<MppChallenge, "id">): string {
  const { realm, method, intent, request, expires } = challenge;
  const slots = [realm, method, intent, request, expires, "", ""]; // the last two: digest and opaque, unused
  return bytesToBase64Url(hmacSha256(secret, slots.join("|")));
}

/**
 * The merchant's charge on Solana as canonical JSON (RFC 8785), or null where no Solana wallet receives. `externalId`
 * goes into the transfer's memo: without it anyone could show somebody else's transfer as his payment.
 */
export function chargeRequest(merchant: Merchant, amount: BaseUnits, externalId: string): string | null {
  if (merchant.solanaPayTo === undefined) return null;
  const { usdc, mppName } = merchant.networks.solana;
  const charge = {
    amount: String(amount),
    currency: usdc,
    recipient: merchant.solanaPayTo,
    externalId,
    methodDetails: { network: mppName, decimals: USDC_DECIMALS },
  };
  return canonicalize(charge) ?? null;
}

/** The challenge for a charge `request` (base64url), payable from `now` on. */
export function signCharge(secret: string, realm: string, request: string, now: Date): MppChallenge {
  const expires = new Date(now.getTime() + MAX_TIMEOUT_SECONDS.solana * 1000).toISOString();
  const unsigned = { realm, method: "solana", intent: "charge", request, expires } as const;
  return { id: challengeId(secret, unsigned), ...unsigned };
}

/** A fresh challenge for the merchant's charge, or null where no Solana wallet receives. */
export function mppChallenge(
  secret: string,
  realm: string,
  merchant: Merchant,
  amount: BaseUnits,
  now: Date,
): MppChallenge | null {
  const charge = chargeRequest(merchant, amount, randomHex(16));
  return charge === null ? null : signCharge(secret, realm, textToBase64Url(charge), now);
}

/** The `WWW-Authenticate` value (§5.1). Every value is base64url, an ISO date or our own realm: nothing to escape. */
export function wwwAuthenticate(challenge: MppChallenge): string {
  const { id, realm, method, intent, request, expires } = challenge;
  const parameters = { id, realm, method, intent, request, expires };
  return `Payment ${Object.entries(parameters)
    .map(([name, value]) => `${name}="${value}"`)
    .join(", ")}`;
}
