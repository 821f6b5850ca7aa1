import type { PaidCall } from "./call";
import { boundTo, type Intent } from "./ledger/ledger";
import { unavailable } from "./replies";

/** An idempotency key that already belongs to another of the payer's payments: that one's answer is the answer. */
export class BoundToOtherPayment extends Error {
  override name = "BoundToOtherPayment";
  constructor(
    readonly fingerprint: string,
    readonly paymentKey: string,
  ) {
    super("the idempotency key is bound to an earlier payment");
  }
}

/** What binds the caller's idempotency key to this payment and request; null when there is no key. */
export const bindingOf = ({ claim, bindingKey }: PaidCall): Intent["binding"] =>
  bindingKey === null ? null : { key: bindingKey, value: `${claim.fingerprint} ${claim.paymentKey}` };

/** Throws BoundToOtherPayment when the caller's idempotency key has bought with another payment before. */
export async function refuseSecondPayment(call: PaidCall): Promise<void> {
  if (call.bindingKey === null) return;
  const bound = await boundTo(call.bindingKey).catch((error: unknown) => {
    throw unavailable.store(error);
  });
  const [fingerprint, paymentKey] = bound?.split(" ") ?? [];
  if (fingerprint !== undefined && paymentKey !== undefined && paymentKey !== call.payment.key)
    throw new BoundToOtherPayment(fingerprint, paymentKey);
}
