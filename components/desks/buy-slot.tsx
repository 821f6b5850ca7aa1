"use client";

import { useState } from "react";
import { BuyCall } from "@/components/pay/buy-call";
import { Boundary } from "@/components/ui/boundary";
import { CodeBlock } from "@/components/ui/code-block";
import { useCode } from "@/components/ui/use-code";

const loadAnswer = () => import("./bought-answer");

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
        onBought={(bought) => (setText(bought.text), true)}
      />
      {text !== null && (
        <Boundary key={text} fallback={<AsItCame text={text} />}>
          <Bought text={text} />
        </Boundary>
      )}
    </div>
  );
}

/** An answer that was paid for, as it is read: and where that can't be, as it came. */
function Bought({ text }: { text: string }) {
  const { code, failed } = useCode(loadAnswer);
  if (code !== null) return <code.BoughtAnswer text={text} />;
  return failed ? <AsItCame text={text} /> : <p role="status">Loading…</p>;
}

const AsItCame = ({ text }: { text: string }) => (
  <CodeBlock code={text} label="Your answer, as it came: this page can't draw it" />
);
