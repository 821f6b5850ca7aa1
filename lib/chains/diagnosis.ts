/** What is wrong with a signed transfer, by what a node shows of it. */
export type Fault =
  /** Its time is over, or has not come. */
  | "expired"
  | "invalid_signature"
  | "insufficient_funds"
  /** An account of it may not pay, or for no reason that has a name here. */
  | "payment_rejected";

/** What our own node finds of a signed transfer. */
export type Diagnosis =
  /** `old`: it can be sent no more, and anybody may have read it on the chain. `message` is left out where it says no more. */
  | { kind: "refused"; reason: Fault; message?: string; old?: true }
  /** The chain has seen it. */
  | { kind: "already-used" }
  /** The chain would not take it, for no reason that has a name here. */
  | { kind: "fails" }
  /** It would be made: the node has just made the transfer in a simulation, and found balance, window and nonce in order. */
  | { kind: "executes" }
  /** Nothing is wrong with the transfer; the recipient's side can't take it. */
  | { kind: "unavailable"; why: string };
