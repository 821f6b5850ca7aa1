import type { Sale } from "./call";
import { boundTo, type Intent } from "./ledger/ledger";
import { missing, type Missing } from "./outcome/outcome";

/** An idempotency key that already belongs to another of the payer's payments: that one's answer is the answer. */
export interface BoundToOtherPayment {
  kind: "bound elsewhere";
  fingerprint: string;
  paymentKey: string;
  /**
   * It was found by a payment that has moved, or has run out. Anybody may have read that on the chain, and guessed the key: only
   * who proves to be its payer, or the earlier call, reads the answer.
   */
  byAnybody?: true;
}

/** What binds the caller's idempotency key to this payment and request; null when there is no key. */
export const bindingOf = ({
  claim: { bindingKey, fingerprint, paymentKey },
}: Pick<Sale, "claim">): Intent["binding"] =>
  bindingKey === null ? null : { key: bindingKey, value: `${fingerprint} ${paymentKey}` };

/** Reads what an idempotency key is bound to, as `bindingOf` writes it. */
export function boundElsewhere(value: string): BoundToOtherPayment {
  const [fingerprint = "", paymentKey = ""] = value.split(" ");
  return { kind: "bound elsewhere", fingerprint, paymentKey };
}

/** The payment that the caller's idempotency key has bought with before; null when it is free, or bound to this one. */
export async function earlierPayment(
  call: Pick<Sale, "claim" | "payment">,
): Promise<BoundToOtherPayment | Missing | null> {
  const { bindingKey } = call.claim;
  if (bindingKey === null) return null;
  try {
    const value = await boundTo(bindingKey);
    const bound = value === null ? null : boundElsewhere(value);
    return bound?.paymentKey === call.payment.key ? null : bound;
  } catch (error) {
    return missing("ledger", error);
  }
}
