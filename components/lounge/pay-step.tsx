"use client";

import { BuySlot } from "@/components/desks/buy-slot";
import type { SoldRoute } from "./routes";

interface PayStepProps {
  route: SoldRoute;
  /** The request's body. */
  body: Readonly<Record<string, string | readonly string[]>>;
  /** Shows what is wrong with what was entered, and says whether the request may go. */
  check?: () => boolean;
  /** Hears of the answer, as it came, and shows it. */
  onBought: (text: string) => void;
}

const always = (): boolean => true;

/**
 * The one place where the lounge's pages take money: a request and its price go in, an answer comes out. So far it shows
 * the offer; wallets of the browser are the buy component's.
 */
export const PayStep = ({ route: { path, price }, body, check = always }: PayStepProps) => (
  <BuySlot path={path} price={price} body={body} check={check} />
);
