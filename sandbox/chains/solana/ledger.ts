import type { Address } from "@solana/kit";
import { isAtLeast, type ChainClock, type Commitment } from "./clock";
import type { TokenBalance } from "./tokens";
import type { ParsedTransaction } from "./transaction";
import type { TransactionAccount } from "./transaction-accounts";
import type { Execution } from "./vm";

/** A transaction that the chain took in, executed or failed, with the fee paid. */
export interface Landed {
  transaction: ParsedTransaction;
  accounts: readonly TransactionAccount[];
  execution: Execution;
  slot: bigint;
  /** Milliseconds since 1970, by the chain's clock. */
  atMs: number;
  /** Lamports. */
  fee: bigint;
  /** Lamports and tokens of `accounts` before and after. */
  balances: { before: readonly bigint[]; after: readonly bigint[] };
  tokens: { before: readonly TokenBalance[]; after: readonly TokenBalance[] };
}

export interface Page {
  /** Show only what is at least this old. */
  commitment: Commitment;
  limit: number;
  /** Start behind this signature; one that is unknown shows nothing. */
  before?: string;
  /** End at this signature, without it. */
  until?: string;
}

/** What landed: by signature, by account, and by message so that nothing lands twice. Keeps the newest `capacity`. */
export class Ledger {
  private readonly bySignature = new Map<string, Landed>();
  private readonly byAddress = new Map<Address, Landed[]>();
  /** Messages that landed, with their blockhash; needed only while that is live. */
  private readonly messages = new Map<string, string>();

  constructor(
    private readonly clock: ChainClock,
    private readonly capacity: number,
  ) {
    this.firstSlot = clock.slot("finalized");
  }

  /** Nothing before this slot can be asked for. */
  firstSlot: bigint;

  add(landed: Landed): void {
    const { signature, messageKey, message } = landed.transaction;
    this.bySignature.set(signature, landed);
    for (const address of addressesOf(landed)) {
      const list = this.byAddress.get(address);
      if (list === undefined) this.byAddress.set(address, [landed]);
      else list.push(landed);
    }
    this.messages.set(messageKey, message.lifetimeToken);
    for (const [key, blockhash] of this.messages) {
      if (this.clock.isLive(blockhash, "processed")) break;
      this.messages.delete(key);
    }
    if (this.bySignature.size > this.capacity) this.dropOldest();
  }

  private dropOldest(): void {
    const [oldest] = this.bySignature.values();
    if (oldest === undefined) return;
    this.bySignature.delete(oldest.transaction.signature);
    for (const address of addressesOf(oldest)) this.byAddress.get(address)?.shift();
    this.firstSlot = oldest.slot + 1n;
  }

  get size(): number {
    return this.bySignature.size;
  }

  find(signature: string): Landed | undefined {
    return this.bySignature.get(signature);
  }

  hasMessage(messageKey: string): boolean {
    return this.messages.has(messageKey);
  }

  /** Transactions that name an account, newest first. */
  pageOf(address: Address, { commitment, limit, before, until }: Page): Landed[] {
    const newest = (this.byAddress.get(address) ?? []).toReversed();
    const place = (signature: string): number =>
      newest.findIndex((landed) => landed.transaction.signature === signature);
    const start = before === undefined ? 0 : place(before) + 1;
    if (before !== undefined && start === 0) return [];
    const end = until === undefined ? -1 : place(until);
    return newest
      .slice(start, end === -1 ? undefined : end)
      .filter((landed) => isAtLeast(this.clock.reached(landed.atMs), commitment))
      .slice(0, limit);
  }
}

const addressesOf = ({ accounts }: Landed): Set<Address> => new Set(accounts.map(({ address }) => address));
