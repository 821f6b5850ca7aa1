import { LEASE_MS } from "./slot";
import type { Store } from "./store";

/** Lets leases run out by the store's clock, once whoever holds them works no more. */
export interface Leases {
  /** An instance was killed, or stands still. */
  lose(): void;
  /** The leases of those that were lost are over. */
  end(): void;
  /** As who is told to wait: resolves when whoever works on the payment has ended, or his lease has. */
  waitOut(): Promise<void>;
}

/** `callEnded` resolves when no living instance works on the payment. */
export function leasesIn(store: Store, callEnded: () => Promise<void>): Leases {
  let lost = 0;
  let over = 0;
  let waited = false;
  const end = (): void => {
    if (over < lost) store.passTime(LEASE_MS);
    over = lost;
  };
  return {
    lose: () => void (lost += 1),
    end,
    async waitOut() {
      if (over < lost) return end();
      await callEnded();
      // A claim may be left that could not be given back.
      if (!waited) store.passTime(LEASE_MS);
      waited = true;
    },
  };
}
