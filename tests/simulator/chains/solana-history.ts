import { between, type Place } from "@/sandbox/chains/solana/listing";
import type { Randomness } from "@/sandbox/upstream/market/random";
import { RpcFailure } from "./base";
import { base58, MEMO } from "./solana-transfer";

/** A transaction that landed. */
export interface Landed extends Place {
  signature: string;
  messageHash: string;
  /** Base64. */
  wire: string;
  slot: number;
  err: unknown;
  memo: string | null;
  /** Of the transaction's layout; 0 where it is left out. */
  version?: number;
}

/** Leaders have four slots in a row; one of 25 is away, and its slots have no block. */
const LEADER_SLOTS = 4;
const LEADERS = 25;
const AWAY = 7;

/** What landed on Solana, by signature, account and block, as nodes hold it and in the words in which they don't. */
export class SolanaHistory {
  private readonly byAccount = new Map<string, Landed[]>();
  private readonly bySignature = new Map<string, Landed>();
  private readonly bySlot = new Map<number, Landed[]>();
  /** Votes that were named, by signature. Others can't be known, so they needn't be. */
  private readonly votes = new Map<string, Place>();
  private count = 0;
  /** Nodes hold nothing of before this slot: they have pruned it. */
  firstSlot = 0;

  constructor(private readonly random: Randomness) {}

  knows = (account: string): boolean => this.byAccount.has(account);

  keep(taken: Omit<Landed, "index">, accounts: readonly string[]): Landed {
    const landed = { ...taken, index: this.count++ };
    this.bySignature.set(landed.signature, landed);
    append(this.bySlot, landed.slot, landed);
    for (const account of landed.memo === null ? accounts : [...accounts, MEMO])
      append(this.byAccount, account, landed);
    return landed;
  }

  /** Whether a slot has a block: not where its leader was away, unless something landed there all the same. */
  private hasBlock = (slot: number): boolean =>
    Math.floor(slot / LEADER_SLOTS) % LEADERS !== AWAY || this.bySlot.has(slot);

  /** The newest slot with a block, up to one. */
  tip(slot: number): number {
    let tip = slot;
    while (!this.hasBlock(tip)) tip -= 1;
    return tip;
  }

  /** A transaction as a node holds it that has come so far. */
  find(signature: string, head: number): Landed | null {
    const landed = this.bySignature.get(signature);
    return landed === undefined || landed.slot > head || landed.slot < this.firstSlot ? null : landed;
  }

  /** Where on the chain such a node knows a transaction or a vote. */
  place(signature: string, head: number): Place | null {
    const place = this.bySignature.get(signature) ?? this.votes.get(signature);
    return place === undefined || place.slot > head || place.slot < this.firstSlot ? null : place;
  }

  /** Of an account, newest first; as before Agave 4.0, nothing at all behind a transaction that the node does not know. */
  list(account: string, before: string | undefined, head: number, processed: number): Landed[] {
    const start = before === undefined ? undefined : this.place(before, processed);
    if (start === null) return [];
    return between(this.byAccount.get(account) ?? [], undefined, start).filter(
      ({ slot }) => slot <= head && slot >= this.firstSlot,
    );
  }

  /** Throws unless a node that has come so far has a block there, in Agave's words. */
  demandBlock(slot: number, head: number): void {
    if (slot > head) throw new RpcFailure(-32_004, `Block not available for slot ${slot}`);
    if (slot < this.firstSlot)
      throw new RpcFailure(
        -32_001,
        `Block ${slot} cleaned up, does not exist on node. First available block: ${this.firstSlot}`,
      );
    if (!this.hasBlock(slot))
      throw new RpcFailure(
        -32_007,
        `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`,
      );
  }

  /** Signatures of a block: of what landed in it, then of a vote, which no real block is without. */
  signaturesIn(slot: number): string[] {
    const vote = base58(Buffer.from(this.random.hex(128, "vote", slot), "hex"));
    this.votes.set(vote, { slot, index: Infinity });
    return [...(this.bySlot.get(slot) ?? []).map(({ signature }) => signature), vote];
  }

  /** Slots with a block, in order. */
  blocksFrom(start: number, limit: number, head: number): number[] {
    const slots: number[] = [];
    for (let slot = Math.max(start, this.firstSlot); slot <= head && slots.length < limit; slot += 1)
      if (this.hasBlock(slot)) slots.push(slot);
    return slots;
  }
}

function append<K>(lists: Map<K, Landed[]>, key: K, landed: Landed): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [landed]);
  else list.push(landed);
}
