import type { PaymentPayload } from "@x402/core/types";
import type { Challenge, PayableOffer } from "./challenge";
import type { PayableChain } from "./chains";

/** A wallet that this browser has, before anything was asked of it. */
export interface FoundWallet {
  id: string;
  /** As it names itself. */
  name: string;
  family: PayableChain["family"];
  /** Asks it for an account. Throws Stopped. */
  connect(offer: PayableOffer): Promise<ConnectedWallet>;
}

/** A wallet that shared an account. */
export interface ConnectedWallet {
  address: string;
  /** What keeps it from paying the offer now, as far as can be known; throws Stopped. Reads only. */
  check(offer: PayableOffer): Promise<void>;
  /** Asks it to change to the offer's network; throws Stopped. */
  switchTo(offer: PayableOffer): Promise<void>;
  /** Signs one offer of a challenge, by the official client. It may ask the person; throws Stopped. */
  sign(challenge: Challenge, offer: PayableOffer): Promise<PaymentPayload>;
}
