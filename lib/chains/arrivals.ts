import type { Moves } from "./usdc-moved";

/**
 * Who pays by themselves shows it within ten minutes, and with a proof of the wallet within an hour: what landed since may
 * still be served, and is not missing yet.
 */
export const YOUNG_MS = 75 * 60_000;

/** Something that may have paid one of our wallets, as the chain lists it: on Base a transfer, on Solana a transaction. */
export interface Arrival {
  transaction: string;
  /** Who gave how much; null where the list does not tell. */
  transfer: { from: string; amount: bigint } | null;
  /** Where a walk goes on behind it. */
  behind: string;
}

export interface ArrivalPage {
  arrivals: readonly Arrival[];
  /** When they landed, in milliseconds; asked for only where it matters. */
  span: () => Promise<{ from: number; until: number }>;
  /** Where the next page begins. */
  next: string;
  /** There is nothing behind it yet. */
  isLast: boolean;
}

/** All that arrives at one wallet, in pages of bounded size and as the chain has made it final. All throw without a node. */
export interface Arrivals {
  /** Where a first walk begins: behind all that has arrived by now. */
  start(): Promise<string>;
  page(cursor: string): Promise<ArrivalPage>;
  /** What a transaction did. */
  moves(transaction: string): Promise<Moves>;
}
