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
  /** Asks it for an account that signs texts, and pays nothing. Throws Stopped. */
  account(): Promise<WalletAccount>;
}

/** An account that a wallet shared to say who it is. Each function may ask the person, and throws Stopped. */
export interface WalletAccount {
  address: string;
  /** The signature of a text, as SIGN-IN-WITH-X writes it: hexadecimal on EVM chains, base58 on Solana. */
  signText(text: string): Promise<string>;
  /** Sends a call on a chain (CAIP-2 id), and returns the transaction's hash. Of EVM wallets alone. */
  sendCall: ((network: string, call: ContractCall) => Promise<string>) | null;
}

/** A call of a contract that moves nothing. */
export interface ContractCall {
  to: string;
  /** ABI-encoded, hexadecimal. */
  data: string;
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
