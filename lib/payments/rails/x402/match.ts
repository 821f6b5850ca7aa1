import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import type { Objection } from "@/lib/payments/outcome/reasons";

const same = (a: string, b: string, foldCase: boolean): boolean =>
  foldCase ? a.toLowerCase() === b.toLowerCase() : a === b;

/**
 * Compares the offer that the client says it accepted with ours, member by member, so that the refusal names what
 * differs. `accepted` is unsigned: what was really signed is judged by each rail besides.
 * `foldCase`: addresses of the chain are hexadecimal, whose case carries only a checksum.
 */
export function matchOffer(
  payload: PaymentPayload,
  offer: PaymentRequirements,
  foldCase: boolean,
): Objection | null {
  const { accepted } = payload;
  if (accepted.scheme !== offer.scheme)
    return {
      reason: "unsupported_payment",
      message: `Scheme ${quote(accepted.scheme)} is not offered. Sign an offer of scheme ${offer.scheme}.`,
    };
  if (!same(accepted.asset, offer.asset, foldCase))
    return {
      reason: "unsupported_payment",
      message: `Asset ${quote(accepted.asset)} is not accepted. Pay ${offer.asset}.`,
    };
  if (accepted.amount !== offer.amount)
    return {
      reason: "wrong_amount",
      message: `The price is ${offer.amount} base units, not ${quote(accepted.amount)}. Sign the offer as it stands.`,
    };
  if (!same(accepted.payTo, offer.payTo, foldCase))
    return {
      reason: "wrong_recipient",
      message: `The recipient is ${offer.payTo}, not ${quote(accepted.payTo)}. Sign the offer as it stands.`,
    };
  return null;
}

/** A piece of the caller's own input, short and harmless enough to be shown back to them. */
export const quote = (text: string): string =>
  JSON.stringify(text.slice(0, 60).replace(/[^\x20-\x7e]/g, "?"));
