import type { Effect } from "@/lib/handler";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import type { Payment } from "../rails/rail";

/** Counts a sale, with the write that settles it: base units taken on each network since the ledger began. */
export const countSale = ({ network, amount }: Pick<Payment, "network" | "amount">): Effect => ({
  command: ["HINCRBY", keys.ledgerTotals(), network, amount],
});

/** What the ledger says was taken on a network, in base units, and how many payments wait to be closed. */
export async function totalOf(network: string): Promise<{ taken: bigint; open: number }> {
  const store = ledgerStore();
  const [taken, open] = await Promise.all([
    store.hget<string>(keys.ledgerTotals(), network),
    store.zcard(keys.openPayments()),
  ]);
  return { taken: BigInt(taken ?? 0), open };
}

/** What ledger and chain said when they were last compared. */
export interface Snapshot {
  /** Base units as text: larger than JSON's numbers hold. */
  balance: string;
  taken: string;
  /** Milliseconds since 1970. */
  at: number;
}

export async function lastSnapshot(network: string): Promise<Snapshot | null> {
  const text = await ledgerStore().hget<string>(keys.ledgerSnapshots(), network);
  return text === null ? null : (JSON.parse(text) as Snapshot); // written by keepSnapshot from that type
}

export async function keepSnapshot(network: string, snapshot: Snapshot): Promise<void> {
  await ledgerStore().hset(keys.ledgerSnapshots(), { [network]: JSON.stringify(snapshot) });
}
