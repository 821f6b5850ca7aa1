"use client";

import { BuyCall } from "@/components/pay/buy-call";

export interface BuySlotProps {
  /** Path of the paid route. */
  path: string;
  /** Its price in USDC base units. */
  price: number;
  /** The request's body, as the form stands. */
  body: Readonly<Record<string, unknown>>;
  /** Shows what is wrong with the form, and says whether the request may go. */
  check: () => boolean;
}

/** Where an answer is bought: what it takes is asked for first, and shown before anything is signed. */
export const BuySlot = ({ path, price, body, check }: BuySlotProps) => (
  <div className="grid gap-3 border-t border-rule pt-5">
    <p className="text-muted">Paid in USDC with a wallet of this browser, and only if it is answered.</p>
    <BuyCall path={path} body={JSON.stringify(body)} price={price} check={check} />
  </div>
);
