import * as z from "zod";
import type { RpcClient } from "./json-rpc";
import { ANY_VERSION } from "./transaction-versions";

/** A block of the finalized chain, and its time in seconds. */
export interface Dated {
  slot: number;
  time: number;
}

/** Where a search begins: what stands at or behind this transaction is too late to be the payment. */
export interface Ceiling {
  slot: number;
  signature: string;
}

/** Blocks for which a transaction may be built on another (Agave's MAX_PROCESSING_AGE). */
const LIFETIME_BLOCKS = 150;
/** How far the chain's clock and ours may differ where a miss decides. */
const CLOCKS_SEC = 300;
/** So soon after, the newest block is as good a ceiling as any. */
const RECENT_SEC = CLOCKS_SEC + 180;
/** How close to the wished moment a block is close enough, in seconds, and how often a closer one is looked for. */
const CLOSE_SEC = 20;
const MAX_GUESSES = 14;
const SLOT_SEC = 0.4;
/** Blocks that are tried, and signatures of each: not every archive keeps votes, which most transactions are. */
const MAX_BLOCKS = 3;
const MAX_SIGNATURES = 100;

const Slots = z.array(z.number());
const BlockTime = z.number().nullable();
const Block = z.object({ signatures: z.array(z.string()) });
const Statuses = z.object({ value: z.array(z.unknown()) });

const FINALIZED = { commitment: "finalized" } as const;

/** The time of a block; null when the node can't date it. Throws for a slot that it has no block of. */
export const blockTimeOf = async (ask: RpcClient, slot: number): Promise<number | null> =>
  BlockTime.parse(await ask("getBlockTime", [slot]));

const blocksFrom = async (ask: RpcClient, slot: number, count: number): Promise<number[]> =>
  Slots.parse(await ask("getBlocksWithLimit", [slot, count, FINALIZED]));

/**
 * The first block, or one soon after it, whose time is not before a moment (seconds). Slots pass evenly enough to guess
 * by them; one without a block leads to the next that has one.
 */
async function blockAt(ask: RpcClient, moment: number, head: Dated): Promise<Dated> {
  let after = head;
  let before: Dated | null = null;
  /** From here on there is no need to guess. */
  let high = head.slot;
  for (let guesses = 0; guesses < MAX_GUESSES && after.time - moment > CLOSE_SEC; guesses += 1) {
    const low: number = before === null ? 0 : before.slot + 1;
    if (low >= high) break;
    const guess: number =
      before === null
        ? after.slot - Math.ceil((after.time - moment) / SLOT_SEC)
        : before.slot +
          Math.round(
            ((after.slot - before.slot) * (moment - before.time)) / Math.max(1, after.time - before.time),
          );
    const at: number = Math.min(Math.max(guess, low), high - 1);
    const [slot] = await blocksFrom(ask, at, 1);
    if (slot === undefined || slot >= after.slot) {
      high = at;
      continue;
    }
    const time = await blockTimeOf(ask, slot);
    if (time === null) break;
    if (time < moment) before = { slot, time };
    else {
      after = { slot, time };
      high = at;
    }
  }
  return after;
}

/**
 * Finalized blocks, in order, for a payment that was signed before a moment (seconds) and whose blockhash has run out by
 * `head`. It can stand behind none of them, and in none of them either, but for `head` itself. Long after that moment they are
 * counted from where the chain was then: by blocks, as the runtime counts, since clocks and slots may stand still.
 */
async function blocksBehind(ask: RpcClient, signedBy: number, head: Dated): Promise<number[]> {
  if (head.time - signedBy <= RECENT_SEC) return [head.slot];
  const start = await blockAt(ask, signedBy + CLOCKS_SEC, head);
  const blocks = await blocksFrom(ask, start.slot, LIFETIME_BLOCKS + 1 + MAX_BLOCKS);
  const behind = blocks.slice(LIFETIME_BLOCKS + 1);
  return behind.length > 0 ? behind : [head.slot];
}

/** The signatures of a block's transactions, in their order. Throws RpcError where the node does not show the block. */
export async function signaturesIn(
  ask: RpcClient,
  slot: number,
  commitment: "confirmed" | "finalized",
): Promise<string[]> {
  const details = { transactionDetails: "signatures", rewards: false };
  const options = { commitment, ...details, maxSupportedTransactionVersion: ANY_VERSION };
  return Block.parse(await ask("getBlock", [slot, options])).signatures;
}

/** Which of these transactions a node knows, of its own history or an archive's. */
export async function known(ask: RpcClient, signatures: readonly string[]): Promise<string[]> {
  const { value } = Statuses.parse(
    await ask("getSignatureStatuses", [signatures, { searchTransactionHistory: true }]),
  );
  return signatures.filter((_, index) => value[index] !== null && value[index] !== undefined);
}

/**
 * Null when the node knows no transaction of those blocks: it would list nothing before one that it does not know.
 * A block's own hash ages the others only when all its transactions are through: a hash that has run out after `head`
 * was good in it. So of that block the last one that the node knows is taken, which may be the payment itself.
 */
export async function findCeiling(ask: RpcClient, signedBy: number, head: Dated): Promise<Ceiling | null> {
  const blocks = await blocksBehind(ask, signedBy, head);
  for (const slot of blocks.slice(0, MAX_BLOCKS)) {
    const signatures = await signaturesIn(ask, slot, "finalized");
    const every = slot === head.slot ? 1 : Math.max(1, Math.floor(signatures.length / MAX_SIGNATURES));
    const latest = signatures.toReversed();
    const some = latest.filter((_, index) => index % every === 0).slice(0, MAX_SIGNATURES);
    const [signature] = some.length === 0 ? [] : await known(ask, some);
    if (signature !== undefined) return { slot, signature };
  }
  return null;
}
