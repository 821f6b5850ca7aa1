import { x402Client } from "@x402/core/client";
import type { PaymentPayload, SchemeNetworkClient } from "@x402/core/types";
import { formatUsd } from "@/lib/catalog/money";
import type { Challenge, PayableOffer } from "./challenge";

/**
 * Signs one offer with the official client: no other offer of the challenge is there for it to choose, and none above
 * the amount that was shown passes its own guard.
 */
export const signOffer = (
  scheme: SchemeNetworkClient,
  { required }: Challenge,
  { requirement, amount, chain }: PayableOffer,
): Promise<PaymentPayload> =>
  new x402Client()
    .register(chain.id as `${string}:${string}`, scheme) // CAIP-2 ids, of NETWORKS
    .setSpendControls({ maxAmountPerPayment: formatUsd(amount) })
    .createPaymentPayload({ ...required, accepts: [requirement] });
