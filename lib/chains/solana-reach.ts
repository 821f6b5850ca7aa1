import * as z from "zod";
import { type RpcClient, RpcError } from "./json-rpc";
import { signaturesIn } from "./solana-ceiling";
import type { Entry } from "./solana-history";
import { transactionOf } from "./solana-judge";
import { isBlockhashValid } from "./solana-run-out";
import { exists } from "./solana-search";

const Slot = z.number();
const Entries = z.array(z.unknown());

const CONFIRMED = { commitment: "confirmed" } as const;
/** Agave's refusal of a cursor that its index lacks, since 4.0; before that it lists nothing. */
const CURSOR_UNKNOWN = -32_020;

/**
 * The slot of the last block that can hold a transaction of a blockhash by now, as this node's bank tells. What has run
 * out at the tip and in the finalized bank lies at or below the finalized block. Anything else may lie in the newest one.
 */
export async function lastSlotOf(ask: RpcClient, blockhash: string): Promise<number> {
  const [tip, finalized] = await Promise.all([
    isBlockhashValid(ask, blockhash, "processed"),
    isBlockhashValid(ask, blockhash, "finalized"),
  ]);
  if (!tip.value && !finalized.value) return finalized.context.slot;
  return Slot.parse(await ask("getSlot", [CONFIRMED]));
}

/** Whether a node lists something of an account before a transaction. */
async function lists(ask: RpcClient, account: string, before: string): Promise<boolean> {
  try {
    const query = { ...CONFIRMED, limit: 1, before };
    return Entries.parse(await ask("getSignaturesForAddress", [account, query])).length > 0;
  } catch (error) {
    if (error instanceof RpcError && error.code === CURSOR_UNKNOWN) return false;
    throw error;
  }
}

/**
 * Whether a node's index of transactions reaches a confirmed block: nodes write it after the bank, some much later. It
 * reaches the block when it lists something of the account in it or behind it, or knows the block's last transaction, so
 * that it lists what the account did before that. Nothing is listed of an account that is not there, nor of one whose
 * history is pruned; of the latter the last transaction itself tells.
 *
 * @param newest what the node lists of the account first; null for nothing
 * @param slot of a block that this node has confirmed
 * @throws RpcError where the node does not show the block
 */
export async function reaches(
  ask: RpcClient,
  account: string,
  newest: Entry | null,
  slot: number,
): Promise<boolean> {
  if (typeof newest?.slot === "number" && newest.slot >= slot) return true;
  if (newest === null && !(await exists(ask, account, "confirmed"))) return true;
  const last = (await signaturesIn(ask, slot, "confirmed")).at(-1);
  if (last === undefined) return false;
  if (newest !== null) return lists(ask, account, last);
  return (await transactionOf(ask, last, "confirmed", { once: true })) !== null;
}
