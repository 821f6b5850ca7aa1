import { LEASE_MS } from "./slot";
import type { Store } from "./store";

/** Lets leases run out by the store's clock, once their holders have stopped. */
export interface Leases {
  /** An instance was killed, or stands still. */
  lose(): void;
  /** The leases of those that were lost are over. */
  end(): void;
  /** As a client that has to wait: resolves when the payment's worker has ended, or its lease has. */
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
      // A claim may be left whose release failed.
      if (!waited) store.passTime(LEASE_MS);
      waited = true;
    },
  };
}
