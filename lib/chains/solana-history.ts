import * as z from "zod";
import { describe, log } from "@/lib/http/log";
import { ReplyTooLong, type RpcClient } from "./json-rpc";
import type { SolanaEvidence } from "./solana-evidence";
import { MEMO_PROGRAM } from "./solana-programs";

export type Commitment = "confirmed" | "finalized";

/** One transaction of an account, as nodes list it. Some of them leave out all but the signature. */
const Entry = z.object({
  signature: z.string(),
  slot: z.number().nullish(),
  blockTime: z.number().nullish(),
  err: z.unknown().optional(),
  /** `[length] text` of each memo, or the text alone; null for none, or at a node that keeps no memos. */
  memo: z.string().nullish(),
});
export type Entry = z.output<typeof Entry>;
const Entries = z.array(Entry);

/** The most that a node lists at once. */
export const PAGE = 1_000;
/** As many fit into what is read of a reply, even if each is a whole transaction of escaped memo. */
const SMALL_PAGE = 250;

export interface PageQuery {
  commitment: Commitment;
  /** A signature, of whatever account: what lies before it on the chain is listed. */
  before?: string;
  /** Likewise: what lies behind it is listed, as far as the node knows it. */
  until?: string;
  /** A node that has not come this far must refuse to answer. */
  minContextSlot?: number;
}

/** An account's transactions, newest first; a short list is not its end, an empty one may be. */
export async function listPage(ask: RpcClient, account: string, query: PageQuery): Promise<Entry[]> {
  const list = async (limit: number) =>
    Entries.parse(await ask("getSignaturesForAddress", [account, { limit, ...query }]));
  return list(PAGE).catch((error: unknown) => {
    if (error instanceof ReplyTooLong) return list(SMALL_PAGE);
    throw error;
  });
}

export const isBefore = ({ blockTime }: Entry, sec: number): boolean =>
  typeof blockTime === "number" && blockTime < sec;

/**
 * Whether a node tells memos at all: a list that shows none may be of one that keeps none, where "none" says nothing.
 * Of the memo program's own transactions, some have one. Behind one address the newest history and an archive may be
 * of two stores: so those are asked for that stand right before the oldest entry that is judged by it.
 */
async function tellsMemos(ask: RpcClient, before: string): Promise<boolean> {
  const query = { limit: 20, commitment: "confirmed", before };
  try {
    const shown = Entries.parse(await ask("getSignaturesForAddress", [MEMO_PROGRAM, query]));
    return shown.some(({ memo }) => typeof memo === "string");
  } catch (error) {
    // Not every node lists so busy an account. Then more transactions are read than need be, and none too few.
    log.info("memos_not_shown", { why: describe(error) });
    return false;
  }
}

/**
 * Tells which entries can be a payment, by what the list itself says. A failed one can't have moved anything; it is
 * read all the same where it carries the payment's own memo, since it may then be over at once.
 */
export function sieve(
  ask: RpcClient,
  { memo }: SolanaEvidence,
): (entries: readonly Entry[]) => Promise<Entry[]> {
  return async (entries) => {
    if (memo === undefined) return entries.filter(hasSucceeded);
    if (memo === "") return entries.filter((entry) => hasSucceeded(entry) && typeof entry.memo !== "string");
    const bare = entries.findLast((entry) => hasSucceeded(entry) && entry.memo === null);
    const showsMemos =
      bare !== undefined &&
      (typeof entries.at(-1)?.memo === "string" || (await tellsMemos(ask, bare.signature)));
    return entries.filter((entry) => {
      if (typeof entry.memo === "string") return entry.memo.includes(memo);
      return hasSucceeded(entry) && (entry.memo === undefined || !showsMemos);
    });
  };
}

export const hasSucceeded = ({ err }: Entry): boolean => err === null || err === undefined;
