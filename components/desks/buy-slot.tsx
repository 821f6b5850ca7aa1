"use client";

import { lazy, Suspense, useState } from "react";
import { BuyCall } from "@/components/pay/buy-call";

const BoughtAnswer = lazy(() => import("./bought-answer").then(({ BoughtAnswer: is }) => ({ default: is })));

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

/**
 * Where an answer is bought: what it takes is asked for first, and shown before anything is signed. The answer is read
 * here as the sample is; what draws it is loaded once there is one.
 */
export function BuySlot({ path, price, body, check }: BuySlotProps) {
  const [text, setText] = useState<string | null>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-rule pt-5">
      <p className="text-muted">Paid in USDC with a wallet of this browser, and only if it is answered.</p>
      <BuyCall
        path={path}
        body={JSON.stringify(body)}
        price={price}
        check={check}
        onBought={(bought) => setText(bought.text)}
      />
      {text !== null && (
        <Suspense fallback={<p role="status">Loading…</p>}>
          <BoughtAnswer text={text} />
        </Suspense>
      )}
    </div>
  );
}
