import { TIER_PRICES } from "@/lib/catalog/define";
import { log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import type { Arrival, ArrivalPage, Arrivals } from "@/lib/payments/chain/arrivals";
import { salesNaming } from "@/lib/payments/journal/days";
import { noteUnserved } from "@/lib/payments/ledger/debts";

/** One of our wallets, and how what arrives there is listed. */
export interface Receiving {
  network: string;
  /** As the chain's transfers name it. */
  payTo: string;
  arrivals: Arrivals;
}

/** What a walk has met. */
export interface Compared {
  /** Transfers that a sale, or another record of the ledger, is known for. */
  known: number;
  /** Less than any answer costs. */
  dust: number;
  /** What is no price of ours, or on Base no payment: sent unasked, by mistake, or by ourselves. */
  unasked: number;
  /** Payments that the ledger knows nothing of: they are on the list of debts. */
  owed: number;
  /** What the node lists and does not show, and what may have been sold for before the ledger remembers. */
  untold: number;
  /** There is more, which the next walk takes. */
  isBehind: boolean;
}

/** What one walk does at most, whatever somebody sends us: pages of the list, and transactions that are read. */
const MOST_PAGES = 40;
const MOST_READS = 300;
const READ_AT_ONCE = 10;

const PRICES = Object.values(TIER_PRICES)
  .filter((price) => price > 0)
  .map(BigInt);
const LEAST = PRICES.reduce((least, price) => (price < least ? price : least));

const isDust = ({ transfer }: Arrival): boolean => transfer !== null && transfer.amount < LEAST;

/** Tells which arrivals sales name; a transaction that several name, where the list tells no more, is to be read. */
async function soldAmong({ arrivals, span }: ArrivalPage): Promise<(arrival: Arrival) => boolean> {
  if (arrivals.every(isDust)) return () => false;
  const named = await salesNaming(await span());
  return ({ transaction, transfer }) => {
    const sales = named.get(transaction.toLowerCase()) ?? [];
    if (transfer === null) return sales.length === 1;
    return sales.some(
      ({ payer, amount }) => payer.toLowerCase() === transfer.from && amount === String(transfer.amount),
    );
  };
}

type Kind = Exclude<keyof Compared, "isBehind">;

/** What a transaction that no sale names has brought us, payment by payment. */
async function judge({ network, payTo, arrivals }: Receiving, transaction: string): Promise<Kind[]> {
  const moves = await arrivals.moves(transaction);
  if (moves.kind !== "landed") {
    log.warn("transfer_not_shown", { network, transaction, why: moves.why });
    return ["untold"];
  }
  const ours = moves.payments.filter((payment) => payment.payTo === payTo);
  const rest = ours.reduce((left, { amount }) => left - amount, moves.gains.get(payTo) ?? 0n);
  const kinds: Kind[] = [];
  for (const { key, payer, amount } of ours) {
    if (amount < LEAST) kinds.push("dust");
    else if (!PRICES.includes(amount)) kinds.push("unasked");
    else {
      const debt = { payer, network, amount: String(amount), transaction, at: moves.at };
      const noted = await noteUnserved(key, debt);
      if (noted === "noted" || noted === "full")
        log.error("transfer_not_sold", { payment: key, ...debt, noted });
      kinds.push(noted === "known" ? "known" : noted === "forgotten" ? "untold" : "owed");
    }
  }
  if (rest >= LEAST) kinds.push("unasked");
  if (kinds.includes("unasked")) log.warn("transfer_unasked", { network, transaction });
  return kinds;
}

/**
 * Compares what has arrived at a wallet since the last walk with the ledger, transfer by transfer. Those of sales are told by
 * the journal; the others are read and looked up by their payments' keys. What was sold and never arrived is
 * each sale's own check (trust/check.ts). A walk that is cut short, or ends in an error, goes on from where it came to.
 */
export async function compareTransfers(receiving: Receiving, isOver: () => boolean): Promise<Compared> {
  const { network, payTo, arrivals } = receiving;
  const found: Compared = { known: 0, dust: 0, unasked: 0, owed: 0, untold: 0, isBehind: false };
  const wallet = `${network}:${payTo}`;
  let cursor = (await ledgerStore().hget<string>(keys.arrivals(), wallet)) ?? (await arrivals.start());
  const read = new Set<string>();

  const readAll = async (batch: readonly Arrival[]): Promise<void> => {
    const transactions = [...new Set(batch.map(({ transaction }) => transaction))].filter(
      (one) => !read.has(one),
    );
    const kinds = await Promise.all(transactions.map((one) => judge(receiving, one)));
    for (const one of transactions) read.add(one);
    for (const kind of kinds.flat()) found[kind] += 1;
    cursor = batch.at(-1)?.behind ?? cursor;
  };

  /** False when it had to stop before the page's end. */
  async function walk(page: ArrivalPage): Promise<boolean> {
    const isSold = await soldAmong(page);
    let batch: Arrival[] = [];
    for (const arrival of page.arrivals) {
      if (isDust(arrival)) found.dust += 1;
      else if (isSold(arrival)) found.known += 1;
      else if (batch.push(arrival) === READ_AT_ONCE) {
        await readAll(batch);
        batch = [];
        if (read.size >= MOST_READS || isOver()) return false;
      }
    }
    await readAll(batch);
    return true;
  }

  try {
    for (let pages = 0; pages < MOST_PAGES && !isOver(); pages += 1) {
      const page = await arrivals.page(cursor);
      if (!(await walk(page))) break;
      cursor = page.next;
      if (page.isLast) return found;
    }
    return { ...found, isBehind: true };
  } finally {
    await ledgerStore().hset(keys.arrivals(), { [wallet]: cursor });
  }
}
