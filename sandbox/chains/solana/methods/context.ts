import type { ChainClock, Commitment } from "../clock";

/** A value with the slot that it was read at, as most methods answer. */
export const inContext = (clock: ChainClock, commitment: Commitment, value: unknown) => ({
  context: { apiVersion: "3.0.0", slot: clock.tip(commitment) },
  value,
});
