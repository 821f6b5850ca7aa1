import { createHash, randomBytes } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";

export type Commitment = "processed" | "confirmed" | "finalized";

export interface ClockOptions {
  /** How long after landing a transaction counts as confirmed. */
  confirmMs: number;
  /** How long after landing it counts as finalized; on the real chain 32 slots, about 12.8 s. */
  finalizeMs: number;
  /** For how many slots a blockhash may be used; on the real chain 150, about a minute. */
  blockhashSlots: number;
  /** Milliseconds since 1970. */
  now(): number;
}

export const SLOT_MS = 400;
/** A leader has so many slots in a row. One leader in 25 is away here, and makes no blocks. */
const LEADER_SLOTS = 4n;
const LEADERS = 25n;
const AWAY = 7n;
/** Slot and height at a moment of the past; a chain's height lags its slots, for some slots have no block. */
const EPOCH_MS = Date.UTC(2026, 0, 1);
const EPOCH_SLOT = 447_552_000n;
const SLOTS_WITHOUT_BLOCK = 20_500_000n;

/**
 * Slots, commitments and blockhashes by the time of day. A slot passes every 400 ms whether or not anybody looks,
 * without a timer: whatever depends on it is computed when it is asked for.
 */
export class ChainClock {
  private readonly seed = randomBytes(32);
  /** Blockhashes that were handed out, with their slots. Others can't be known, so they needn't be. */
  private readonly known = new Map<string, bigint>();
  private ahead = 0;

  constructor(private readonly options: ClockOptions) {
    if (options.finalizeMs >= options.blockhashSlots * SLOT_MS) {
      throw new RangeError(
        "A finalized blockhash would be too old to use: raise blockhashSlots or lower finalizeMs",
      );
    }
  }

  /** Moves the chain's time ahead: blockhashes age, transactions become final. */
  advance(ms: number): void {
    this.ahead += ms;
  }

  nowMs(): number {
    return this.options.now() + this.ahead;
  }

  private lagMs(commitment: Commitment): number {
    const { confirmMs, finalizeMs } = this.options;
    return { processed: 0, confirmed: confirmMs, finalized: finalizeMs }[commitment];
  }

  slot(commitment: Commitment): bigint {
    return EPOCH_SLOT + BigInt(Math.floor((this.nowMs() - this.lagMs(commitment) - EPOCH_MS) / SLOT_MS));
  }

  hasLeader(slot: bigint): boolean {
    return (slot / LEADER_SLOTS) % LEADERS !== AWAY;
  }

  /** The newest slot with a block, as the chain at that commitment sees it. */
  tip(commitment: Commitment): bigint {
    let slot = this.slot(commitment);
    while (!this.hasLeader(slot)) slot -= 1n;
    return slot;
  }

  heightOf(slot: bigint): bigint {
    return slot - SLOTS_WITHOUT_BLOCK;
  }

  /** When a slot began, in seconds since 1970. */
  secondsOf(slot: bigint): number {
    return Math.floor((EPOCH_MS + Number(slot - EPOCH_SLOT) * SLOT_MS) / 1_000);
  }

  /** A slot's block, whether or not anybody may still build on it. */
  blockAt(slot: bigint): { blockhash: string } {
    const hash = createHash("sha256").update(this.seed).update(String(slot)).digest();
    return { blockhash: getBase58Decoder().decode(hash) };
  }

  latestBlockhash(commitment: Commitment): { blockhash: string; lastValidBlockHeight: bigint } {
    const slot = this.slot(commitment);
    const { blockhash } = this.blockAt(slot);
    this.known.set(blockhash, slot);
    for (const [old, handedOut] of this.known) {
      if (this.lastSlot(handedOut) < this.slot("finalized")) this.known.delete(old);
    }
    return { blockhash, lastValidBlockHeight: this.heightOf(this.lastSlot(slot)) };
  }

  /** Whether a transaction with this blockhash may land, as the chain at that commitment sees it. */
  isLive(blockhash: string, commitment: Commitment): boolean {
    const slot = this.known.get(blockhash);
    const current = this.slot(commitment);
    return slot !== undefined && slot <= current && current <= this.lastSlot(slot);
  }

  private lastSlot(slot: bigint): bigint {
    return slot + BigInt(this.options.blockhashSlots);
  }

  /** What a transaction that landed at a moment (milliseconds) has reached by now. */
  reached(landedAtMs: number): Commitment {
    const age = this.nowMs() - landedAtMs;
    if (age >= this.lagMs("finalized")) return "finalized";
    return age >= this.lagMs("confirmed") ? "confirmed" : "processed";
  }
}

const RANK = { processed: 0, confirmed: 1, finalized: 2 } as const;

export const isAtLeast = (reached: Commitment, wanted: Commitment): boolean => RANK[reached] >= RANK[wanted];
