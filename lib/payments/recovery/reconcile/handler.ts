import type { Handler } from "@/lib/handler";
import { describe, log } from "@/lib/http/log";
import { hasOtherSnapshot, keepSnapshot, lastSnapshot, totalOf } from "@/lib/payments/ledger/totals";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { clearAlarms } from "@/lib/store/alarms";
import { now } from "@/lib/time";
import { type Compared, compareTransfers } from "./by-transaction";
import type { reconcileEntry } from "./entry";
import { type Wallet, wallets } from "./wallets";

/** So long a walk over what has arrived may begin something new: what is under way then ends within the route's time. */
const WALK_MS = 12_000;

/** What the wallet holds; null where its chain can't be asked, which keeps no other wallet from being compared. */
const heldBy = ({ network, asset, balance }: Wallet): Promise<bigint | null> =>
  balance().catch((error: unknown) => {
    log.error("sums_not_compared", { network, asset, why: describe(error) });
    return null;
  });

/** The sums: what the wallet gained, and what the ledger says was sold for it. */
async function compareSums(compared: Wallet) {
  const { network, asset, payTo, account } = compared;
  const wallet = `${account}:${payTo}`;
  const [held, { taken, open }, before] = await Promise.all([
    heldBy(compared),
    totalOf(account),
    lastSnapshot(wallet),
  ]);
  if (before === null && (await hasOtherSnapshot(account)))
    log.error("receiving_address_changed", { network, asset });
  if (held !== null) await keepSnapshot(wallet, { balance: String(held), taken: String(taken), at: now() });
  if (held === null || before === null) {
    const since = before && new Date(before.at).toISOString();
    return { since, received: null, sold: null, difference: null, open };
  }
  const received = held - BigInt(before.balance);
  const sold = taken - BigInt(before.taken);
  const difference = received - sold;
  const report = {
    since: new Date(before.at).toISOString(),
    received: String(received),
    sold: String(sold),
    difference: String(difference),
    open,
  };
  if (difference !== 0n) log.error("books_differ", { network, asset, ...report });
  return report;
}

/** Null where the chain could not be walked. The sums' comparison is worth having without it. */
async function walk(
  { network, payTo, account, arrivals, ...priced }: Wallet,
  isOver: () => boolean,
): Promise<Compared | null> {
  try {
    const place = `${account}:${payTo}`;
    const receiving = { network, payTo, place, arrivals: await arrivals(), ...priced };
    const compared = await compareTransfers(receiving, isOver);
    if (compared.isBehind) log.warn("transfers_behind", { network, ...compared });
    return compared;
  } catch (error) {
    log.error("transfers_not_compared", { network, why: describe(error) });
    return null;
  }
}

/**
 * Compares what the receiving wallets gained since the last comparison with what the ledger says was sold: by sums, in
 * which two mistakes may hide each other, and transfer by transfer. More received than sold: a payer was not served.
 * Less: money was withdrawn, or never came.
 */
export const reconcile: Handler<typeof reconcileEntry> = async (_, { signal }) => {
  const end = now() + WALK_MS;
  const isOver = (): boolean => signal.aborted || now() > end;
  const chains = await Promise.all(
    wallets(signal).map(async (wallet) => {
      const { network, asset, payTo } = wallet;
      const [sums, transfers] = await Promise.all([fromLedger(compareSums(wallet)), walk(wallet, isOver)]);
      return { network, asset, wallet: payTo, ...sums, transfers };
    }),
  );
  if (chains.every(({ difference }) => difference === "0"))
    await clearAlarms("books_differ", "receiving_address_changed");
  return { answer: { ok: true, chains }, effects: [] };
};
