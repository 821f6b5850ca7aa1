import type { Chain } from "../support/service";
import type { Kind } from "./message";

/**
 * The ways to pay: x402 on each chain, MPP with a transaction that we send, or that its payer has sent, and the own token,
 * whose transaction we send.
 */
export const RAILS = ["base", "solana", "mpp-pull", "mpp-push", "own-token"] as const;
export type Rail = (typeof RAILS)[number];
/** Rails on which the service has the payment settled. */
export const SETTLED_HERE = ["base", "solana", "mpp-pull", "own-token"] as const satisfies readonly Rail[];
export type SettledHere = (typeof SETTLED_HERE)[number];

export const chainOf = (rail: Rail): Chain => (rail === "base" ? "base" : "solana");

/** The messages that ask whether a payment is good; one on Solana can be completed by one facilitator only. */
export const VERIFY: Readonly<Record<SettledHere, readonly [Kind, ...Kind[]]>> = {
  base: ["primary verify", "fallback verify"],
  solana: ["primary verify"],
  "mpp-pull": ["solana simulateTransaction"],
  "own-token": ["solana simulateTransaction"],
};

/** The message after which the money may have moved. */
export const SETTLE: Readonly<Record<SettledHere, Kind>> = {
  base: "primary settle",
  solana: "primary settle",
  "mpp-pull": "solana sendTransaction",
  "own-token": "solana sendTransaction",
};
