import type { PaidCall } from "./call";
import { boundTo, type Intent } from "./ledger/ledger";
import { missing, type Missing } from "./outcome";

/** An idempotency key that already belongs to another of the payer's payments: that one's answer is the answer. */
export interface BoundToOtherPayment {
  kind: "bound elsewhere";
  fingerprint: string;
  paymentKey: string;
}

/** What binds the caller's idempotency key to this payment and request; null when there is no key. */
export const bindingOf = ({ claim, bindingKey }: PaidCall): Intent["binding"] =>
  bindingKey === null ? null : { key: bindingKey, value: `${claim.fingerprint} ${claim.paymentKey}` };

/** The payment that the caller's idempotency key has bought with before; null when it is free, or bound to this one. */
export async function earlierPayment(call: PaidCall): Promise<BoundToOtherPayment | Missing | null> {
  if (call.bindingKey === null) return null;
  let bound: string | null;
  try {
    bound = await boundTo(call.bindingKey);
  } catch (error) {
    return missing("ledger", error);
  }
  const [fingerprint, paymentKey] = bound?.split(" ") ?? [];
  if (fingerprint === undefined || paymentKey === undefined || paymentKey === call.payment.key) return null;
  return { kind: "bound elsewhere", fingerprint, paymentKey };
}
