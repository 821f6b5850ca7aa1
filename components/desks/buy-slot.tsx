"use client";

import { useState } from "react";
import { askWithoutPaying, type Asked } from "@/components/pay/ask-without-paying";
import { OfferList } from "@/components/pay/offer-list";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

const TIME_LIMIT_MS = 10_000;

export interface BuySlotProps {
  /** Path of the paid route. */
  path: string;
  /** Its price in words, such as "$0.02". */
  price: string;
  /** The request's body, as the form stands. */
  body: Readonly<Record<string, unknown>>;
  /** Shows what is wrong with the form, and says whether the request may go. */
  check: () => boolean;
}

/** Where an answer is bought: what it takes is asked for first, and costs nothing to ask. */
export function BuySlot({ path, price, check }: BuySlotProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [asking, setAsking] = useState(false);

  async function ask() {
    if (asking || !check()) return;
    setAsking(true);
    setAsked(await askWithoutPaying(path, TIME_LIMIT_MS));
    setAsking(false);
  }

  return (
    <div className="grid gap-4 border-t border-rule pt-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p>
          <span className="figures text-xl font-medium">{price}</span>{" "}
          <span className="text-muted">in USDC, only if it is answered</span>
        </p>
        <Button variant="primary" onClick={ask} busy={asking}>
          {asking ? "Asking…" : "See the offer"}
        </Button>
      </div>
      <div aria-live="polite" className="empty:hidden">
        {asked !== null && <Outcome asked={asked} />}
      </div>
    </div>
  );
}

function Outcome({ asked }: { asked: Asked }) {
  if (asked.outcome === "challenged")
    return asked.offers.length === 0 ? (
      <Notice kind="warn" title="No offer at the moment">
        No wallet is set up here to receive a payment.
      </Notice>
    ) : (
      <OfferList offers={asked.offers} at={asked.at} />
    );
  if (asked.outcome === "unreachable")
    return (
      <Notice kind="bad" title="No answer">
        This browser got nothing back. Nothing was charged; try again.
      </Notice>
    );
  return (
    <Notice kind="bad" title={`Answered ${asked.status}`}>
      {asked.message} {asked.retryAfterSec !== null && `Try again in ${asked.retryAfterSec} s.`} Nothing was
      charged.
    </Notice>
  );
}
