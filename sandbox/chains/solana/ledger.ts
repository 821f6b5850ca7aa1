import { createHash } from "node:crypto";
import { getBase58Decoder, type Address } from "@solana/kit";
import { isAtLeast, type ChainClock, type Commitment } from "./clock";
import { between, type Place } from "./listing";
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
  /** How many landed before it. */
  index: number;
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
  /** Start behind this signature, of whatever account; one that is unknown shows nothing. */
  before?: string;
  /** End at this signature, without it; one that is unknown ends nothing. */
  until?: string;
}

/** What landed: by signature, by account, and by message so that nothing lands twice. Keeps the newest `capacity`. */
export class Ledger {
  private readonly bySignature = new Map<string, Landed>();
  private readonly byAddress = new Map<Address, Landed[]>();
  private readonly bySlot = new Map<bigint, Landed[]>();
  /** Votes that were named, by signature. Others can't be known, so they needn't be. */
  private readonly votes = new Map<string, bigint>();
  /** Messages that landed, with their blockhash; needed only while that is live. */
  private readonly messages = new Map<string, string>();

  constructor(
    private readonly clock: ChainClock,
    private readonly capacity: number,
  ) {}

  /** Nothing before this slot can be asked for: a node prunes what it has no room for. */
  firstSlot = 0n;

  private count = 0;

  /** So long after it landed a transaction comes into the histories: nodes keep those apart from the bank, and later. */
  historyLagMs = 0;

  /** Whether the histories hold it by now. */
  isListed = ({ atMs }: Landed): boolean => this.clock.nowMs() - atMs >= this.historyLagMs;

  add(taken: Omit<Landed, "index">): Landed {
    const landed = { ...taken, index: this.count++ };
    const { signature, messageKey, message } = landed.transaction;
    this.bySignature.set(signature, landed);
    for (const address of addressesOf(landed)) append(this.byAddress, address, landed);
    append(this.bySlot, landed.slot, landed);
    this.messages.set(messageKey, message.lifetimeToken);
    for (const [key, blockhash] of this.messages) {
      if (this.clock.isLive(blockhash, "processed")) break;
      this.messages.delete(key);
    }
    if (this.bySignature.size > this.capacity) this.dropOldest();
    return landed;
  }

  private dropOldest(): void {
    const [oldest] = this.bySignature.values();
    if (oldest === undefined) return;
    this.bySignature.delete(oldest.transaction.signature);
    for (const address of addressesOf(oldest)) this.byAddress.get(address)?.shift();
    this.bySlot.get(oldest.slot)?.shift();
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

  /** Whether a slot has a block: not where its leader was away, unless something landed there all the same. */
  hasBlock(slot: bigint): boolean {
    return this.clock.hasLeader(slot) || this.bySlot.has(slot);
  }

  /** What landed in a block. */
  landedIn = (slot: bigint): readonly Landed[] => this.bySlot.get(slot) ?? [];

  /** Signatures of a block: of what landed in it, then of a vote, which no real block is without. */
  signaturesIn(slot: bigint): string[] {
    const vote = voteIn(slot);
    this.votes.set(vote, slot);
    return [...this.landedIn(slot).map(({ transaction }) => transaction.signature), vote];
  }

  /** Where on the chain a transaction or a vote stands; undefined for one that this node does not hold. */
  place(signature: string): Place | undefined {
    const landed = this.bySignature.get(signature);
    const vote = this.votes.get(signature);
    const place = landed ?? (vote === undefined ? undefined : { slot: vote, index: Infinity });
    return place === undefined || place.slot < this.firstSlot ? undefined : place;
  }

  /** Transactions that name an account, newest first. */
  pageOf(address: Address, { commitment, limit, before, until }: Page): Landed[] {
    const start = before === undefined ? undefined : this.place(before);
    if (before !== undefined && start === undefined) return [];
    const end = until === undefined ? undefined : this.place(until);
    return between(this.byAddress.get(address) ?? [], end, start)
      .filter((landed) => landed.slot >= this.firstSlot && this.isListed(landed))
      .filter((landed) => isAtLeast(this.clock.reached(landed.atMs), commitment))
      .slice(0, limit);
  }
}

/** The signature of the one vote that stands for all those of a block. */
const voteIn = (slot: bigint): string =>
  getBase58Decoder().decode(createHash("sha512").update(`vote in slot ${slot}`).digest());

function append<K>(lists: Map<K, Landed[]>, key: K, landed: Landed): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [landed]);
  else list.push(landed);
}

const addressesOf = ({ accounts }: Landed): Set<Address> => new Set(accounts.map(({ address }) => address));
