"use client";

import type { Bought } from "@/components/pay/bought";
import { BuyCall } from "@/components/pay/buy-call";
import type { AuditOffer } from "./audit-offers";

export interface PaySlotProps {
  offer: AuditOffer;
  body: Readonly<Record<string, unknown>>;
  onBought: (bought: Bought) => boolean;
}

/** Where the audit is paid: the step is shown only once the site is in scope and its scan attested. */
export const PaySlot = ({ offer, body, onBought }: PaySlotProps) => (
  <div className="grid gap-3">
    <p className="text-muted">Paid in USDC with a wallet of this browser, and only if there is a report.</p>
    <BuyCall path={offer.path} body={JSON.stringify(body)} price={offer.price} onBought={onBought} />
  </div>
);
