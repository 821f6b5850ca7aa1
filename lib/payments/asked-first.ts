import { now } from "../time";

/** Questions that no limit of the ledger bounds, within a minute of one instance: of one network, and in all. */
const MOST = { ofNetwork: 5, inAll: 60 } as const;
const WINDOW_MS = 60_000;

let until = 0;
let inAll = 0;
const byNetwork = new Map<string, number>();

/**
 * Whether our node may be asked about a payment before the ledger is, which saves the call a trip; if so, it is counted. The
 * limits of payers and networks are the ledger's, and a signature costs nothing to make: so what is asked before the ledger
 * has a bound of its own, beyond which the ledger comes first. The same bound holds for looks at the chain for what is refused
 * without a verification; beyond it, a refusal says that it is not known.
 */
export function mayAskFirst(network: string): boolean {
  if (now() >= until) {
    [until, inAll] = [now() + WINDOW_MS, 0];
    byNetwork.clear();
  }
  const asked = byNetwork.get(network) ?? 0;
  if (asked >= MOST.ofNetwork || inAll >= MOST.inAll) return false;
  byNetwork.set(network, asked + 1);
  inAll += 1;
  return true;
}
