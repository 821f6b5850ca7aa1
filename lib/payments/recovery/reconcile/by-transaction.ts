import { LEAST_PRICE, PRICES } from "@/lib/catalog/tiers";
import type { Moves } from "@/lib/chains/usdc-moved";
import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { type Arrival, type ArrivalPage, type Arrivals, YOUNG_MS } from "@/lib/chains/arrivals";
import { ReplyTooLong } from "@/lib/chains/json-rpc";
import { salesNaming } from "@/lib/payments/journal/days";
import { noteUnserved } from "@/lib/payments/ledger/debts";
import { now } from "@/lib/time";

/** One of our wallets, and how what arrives there is listed. */
export interface Receiving {
  network: string;
  /** As the chain's transfers name it. */
  payTo: string;
  arrivals: Arrivals;
  /** Where the ledger keeps how far it was compared: a wallet may receive more than one asset. */
  place: string;
  /** Base units: less is no payment of ours. */
  least: bigint;
  /**
   * What is owed for a payment that the ledger doesn't know and that landed at a moment (ms), in USDC base units; null where it
   * is no price of ours.
   */
  worthOf(payment: Payments[number], at: number): bigint | null;
}
type Payments = Extract<Moves, { kind: "landed" }>["payments"];

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

/** Of USDC: what costs an answer, at its very price. */
export const IN_USDC: Pick<Receiving, "least" | "worthOf"> = {
  least: LEAST_PRICE,
  worthOf: ({ amount }) => (PRICES.includes(amount) ? amount : null),
};

const nameOf = (transaction: string, payer: string, amount: string): string =>
  [transaction, payer, amount].join(" ").toLowerCase();

const countedBy = <T>(all: readonly T[], name: (one: T) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(name(one), (counts.get(name(one)) ?? 0) + 1);
  return counts;
};

/**
 * Tells which arrivals sales name: one sale for each, since a transaction may hold several payments of one payer and amount.
 * One that several sales name, where the list tells no more, is to be read.
 */
async function soldWithin(
  span: Awaited<ReturnType<ArrivalPage["span"]>>,
  arrivals: readonly Arrival[],
): Promise<(arrival: Arrival) => boolean> {
  const named = await salesNaming(span);
  const ofArrival = ({ transaction, transfer }: Arrival): string =>
    nameOf(transaction, transfer?.from ?? "", String(transfer?.amount ?? ""));
  const arrived = countedBy(arrivals, ofArrival);
  const sold = countedBy([...named.values()].flat(), ({ transaction, payer, amount }) =>
    nameOf(transaction, payer, amount),
  );
  return (arrival) => {
    if (arrival.transfer === null) return named.get(arrival.transaction.toLowerCase())?.length === 1;
    const name = ofArrival(arrival);
    return (sold.get(name) ?? 0) >= (arrived.get(name) ?? 0);
  };
}

type Kind = Exclude<keyof Compared, "isBehind">;

/** A node that still does not show what it listed so long ago never will. */
const SHOWN_WITHIN_MS = 86_400_000;

/**
 * What a transaction that no sale names has brought us, payment by payment; `wait` where that can't be told yet, or may
 * change: the walk comes back to it. `listedAt`: when the last of its page landed, in milliseconds.
 */
async function judge(
  { network, payTo, arrivals, least, worthOf }: Receiving,
  transaction: string,
  listedAt: number,
): Promise<Kind[] | "wait"> {
  const moves = await arrivals.moves(transaction).catch((error: unknown) => {
    // One that can't be read, for its length or its version, must not keep all later ones from being looked at.
    if (error instanceof ReplyTooLong)
      return { kind: "not landed", why: describe(error), unreadable: true } as const;
    throw error;
  });
  if (moves.kind === "not landed" && moves.unreadable === true) {
    log.error("transfer_not_read", { network, transaction, why: moves.why });
    return ["untold"];
  }
  if (moves.kind !== "landed") {
    log.warn("transfer_not_shown", { network, transaction, why: moves.why });
    return moves.failed === true || now() - listedAt > SHOWN_WITHIN_MS ? ["untold"] : "wait";
  }
  const ours = moves.payments.filter((payment) => payment.payTo === payTo);
  const rest = ours.reduce((left, { amount }) => left - amount, moves.gains.get(payTo) ?? 0n);
  const kinds: Kind[] = [];
  for (const payment of ours) {
    const { key, payer, amount } = payment;
    const worth = worthOf(payment, moves.at);
    if (amount < least) kinds.push("dust");
    else if (worth === null) kinds.push("unasked");
    else {
      if (moves.at > now() - YOUNG_MS) return "wait";
      const debt = { payer, network, amount: String(worth), transaction, at: moves.at };
      const noted = await noteUnserved(key, debt);
      if (noted === "claimed") return "wait";
      if (noted === "noted" || noted === "full")
        log.error("transfer_not_sold", { payment: key, ...debt, noted });
      kinds.push(noted === "known" ? "known" : noted === "forgotten" ? "untold" : "owed");
    }
  }
  if (rest >= least) kinds.push("unasked");
  if (kinds.includes("unasked")) log.warn("transfer_unasked", { network, transaction });
  return kinds;
}

/**
 * Compares what has arrived at a wallet since the last walk with the ledger, transfer by transfer. Those of sales are told by
 * the journal; the others are read and looked up by their payments' keys. What was sold and never arrived is
 * each sale's own check (trust/check.ts). A walk that is cut short, or ends in an error, goes on from where it came to.
 */
export async function compareTransfers(receiving: Receiving, isOver: () => boolean): Promise<Compared> {
  const { arrivals, place, least } = receiving;
  const found: Compared = { known: 0, dust: 0, unasked: 0, owed: 0, untold: 0, isBehind: false };
  const isDust = ({ transfer }: Arrival): boolean => transfer !== null && transfer.amount < least;
  let cursor = (await ledgerStore().hget<string>(keys.arrivals(), place)) ?? (await arrivals.start());
  const read = new Set<string>();

  /** False when it has to wait for one of them: the cursor stays before that one. */
  const readAll = async (batch: readonly Arrival[], listedAt: number): Promise<boolean> => {
    const transactions = [...new Set(batch.map(({ transaction }) => transaction))].filter(
      (one) => !read.has(one),
    );
    const judged = new Map(
      await Promise.all(
        transactions.map(async (one) => [one, await judge(receiving, one, listedAt)] as const),
      ),
    );
    for (const { transaction, behind } of batch) {
      const kinds = read.has(transaction) ? [] : (judged.get(transaction) ?? []);
      if (kinds === "wait") return false;
      read.add(transaction);
      for (const kind of kinds) found[kind] += 1;
      cursor = behind;
    }
    return true;
  };

  /** How it ended: at the page's end, before it because it did enough, or at what it has to wait for. */
  async function walk(page: ArrivalPage): Promise<"done" | "stopped" | "waits"> {
    // Dust alone costs no question.
    if (page.arrivals.every(isDust)) {
      found.dust += page.arrivals.length;
      return "done";
    }
    const span = await page.span();
    const isSold = await soldWithin(span, page.arrivals);
    let batch: Arrival[] = [];
    for (const arrival of page.arrivals) {
      if (isDust(arrival)) found.dust += 1;
      else if (isSold(arrival)) found.known += 1;
      else if (batch.push(arrival) === READ_AT_ONCE) {
        if (!(await readAll(batch, span.until))) return "waits";
        batch = [];
        if (read.size >= MOST_READS || isOver()) return "stopped";
      }
    }
    return (await readAll(batch, span.until)) ? "done" : "waits";
  }

  try {
    for (let pages = 0; pages < MOST_PAGES && !isOver(); pages += 1) {
      const page = await arrivals.page(cursor);
      const ended = await walk(page);
      if (ended === "waits") return found;
      if (ended === "stopped") break;
      cursor = page.next;
      if (page.isLast) return found;
    }
    return { ...found, isBehind: true };
  } finally {
    await ledgerStore().hset(keys.arrivals(), { [place]: cursor });
  }
}
