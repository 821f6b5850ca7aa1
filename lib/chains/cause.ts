/** What our own node finds of a settlement that came to nothing, or so it seems. */
export type Cause =
  /** The payer's own doing explains it: too little money, a contract that may refuse, whatever the runtime objects to. */
  | "payer"
  /** It ran out meanwhile: nobody's doing, where it came with time to spare. */
  | "late"
  /** The chain has seen the payment: it moved, or its payer spent or cancelled it. */
  | "used"
  /** The chain has not seen it, and nothing of the payer's keeps it from moving. */
  | "unused"
  /** The chain can't be asked. */
  | "unclear";
