import { Stopped } from "./problem";
import type { ConnectedWallet } from "./wallets";

/**
 * What a wallet answers, unless its person no longer waits for it: an extension may never answer. What it answers later is
 * dropped. `sends`: the wallet itself sends what is confirmed in it, so that this page can't keep that from happening.
 * Throws Stopped, and whatever the wallet throws.
 */
export function unlessLeft<T>(left: AbortSignal, ask: () => Promise<T>, sends = false): Promise<T> {
  const leaving = (): Stopped => new Stopped({ kind: "left_waiting", sends });
  if (left.aborted) return Promise.reject(leaving());
  return new Promise((resolve, reject) => {
    left.addEventListener("abort", () => reject(leaving()), { once: true });
    ask().then(resolve, reject);
  });
}

/** A wallet for which its person may stop waiting. A signature that comes later is not sent: nothing moves by it. */
export const leavable = (wallet: ConnectedWallet, left: AbortSignal): ConnectedWallet => ({
  address: wallet.address,
  check: (offer) => unlessLeft(left, () => wallet.check(offer)),
  switchTo: (offer) => unlessLeft(left, () => wallet.switchTo(offer)),
  sign: (challenge, offer) => unlessLeft(left, () => wallet.sign(challenge, offer)),
});
