import type { Effect } from "@/lib/handler";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import type { Payment } from "../rails/rail";
import { burnRecord } from "../token/burns";

/** Where what one wallet takes is counted: USDC by its network, every other asset apart. */
export const accountOf = (network: string, asset?: string): string =>
  asset === undefined ? network : `${network}:${asset}`;

/**
 * Counts a sale, with the write that settles it: base units that our wallets took since the ledger began. `at`: when the
 * sale is made (ms).
 */
export function countSale(payment: Pick<Payment, "network" | "amount" | "token">, at: number): Effect[] {
  const { network, amount, token } = payment;
  if (token === undefined) return [{ command: ["HINCRBY", keys.ledgerTotals(), network, amount] }];
  const kept = ["HINCRBY", keys.ledgerTotals(), accountOf(network, token.asset), token.kept] as const;
  return [{ command: kept }, ...burnRecord(amount, token, at)];
}

/** What the ledger says that one of our wallets took, in base units, and how many payments wait to be closed. */
export async function totalOf(account: string): Promise<{ taken: bigint; open: number }> {
  const store = ledgerStore();
  const [taken, open] = await Promise.all([
    store.hget<string>(keys.ledgerTotals(), account),
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

/** Of one wallet: another one begins anew, with what it holds. */
export async function lastSnapshot(wallet: string): Promise<Snapshot | null> {
  const text = await ledgerStore().hget<string>(keys.ledgerSnapshots(), wallet);
  return text === null ? null : (JSON.parse(text) as Snapshot); // written by keepSnapshot from that type
}

/** Whether another wallet of an account was compared before: of one that never was nothing tells that it is new. */
export async function hasOtherSnapshot(account: string): Promise<boolean> {
  const wallets = await ledgerStore().hkeys(keys.ledgerSnapshots());
  return wallets.some((wallet) => wallet.startsWith(`${account}:`));
}

export async function keepSnapshot(wallet: string, snapshot: Snapshot): Promise<void> {
  await ledgerStore().hset(keys.ledgerSnapshots(), { [wallet]: JSON.stringify(snapshot) });
}
