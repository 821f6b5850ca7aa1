import type { Proof, Trail } from "./trail";

export interface Moved {
  kind: "moved";
  transaction: string;
  /** When, by the chain's own clock, in milliseconds. */
  at: number;
}

export type OnChain =
  | Moved
  /** It has not moved and never will. `byPayer`: the chain shows that this was the payer's doing. */
  | { kind: "unmoved"; why: string; byPayer?: true }
  /** Not known yet: still possible, or the chain could not be read. */
  /** `seen`: the chain has it in some way, so that it may well have moved. `unread`: the chain could not be asked. */
  | { kind: "open"; why: string; seen?: true; unread?: true };

/** When a payment was sent, as far as is known, in milliseconds: bounds how far the chain is searched. */
export interface Sent {
  from: number;
  until: number;
}

/** One look at the chain. */
export interface Look {
  /** What earlier looks, and the settlement, have left. */
  trail: Trail;
  /** Notes how far the search has come by now, so that another look goes on from there however this one ends. */
  leave(progress: string): void;
  /**
   * Notes one node's proof that the payment never moved, which waits for a second node's. Left out where nothing is kept between
   * looks.
   */
  leaveProof?(proof: Proof): void;
  /** Ends the look. */
  signal: AbortSignal;
}
