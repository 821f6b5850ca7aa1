"use client";

import type { Proof } from "@/lib/buying/call";
import { BuyCall } from "@/components/pay/buy-call";
import type { SoldRoute } from "./routes";

interface PayStepProps {
  route: SoldRoute;
  /** The request's body: a JSON object's text. */
  body: string;
  /** A wallet's sign-in for this very request, which goes with the payment. */
  proof?: Proof | undefined;
  /** Shows what is wrong with what was entered, and says whether the request may go. */
  check?: () => boolean;
  /** Hears of the answer, as it came, and says whether it shows it. */
  onBought: (text: string) => boolean;
}

/** The one place where the lounge's pages take money: a request and its price go in, an answer comes out. */
export const PayStep = ({ route: { path, price, amount }, body, proof, check, onBought }: PayStepProps) => (
  <div className="grid gap-3 border-t border-rule pt-5">
    <p>
      <span className="figures text-xl font-medium">{price}</span>{" "}
      <span className="text-muted">in USDC with a wallet of this browser, and only if it is answered</span>
    </p>
    <BuyCall
      path={path}
      body={body}
      price={amount}
      once
      {...(proof === undefined ? {} : { proof })}
      {...(check === undefined ? {} : { check })}
      onBought={({ text }) => onBought(text)}
    />
  </div>
);
