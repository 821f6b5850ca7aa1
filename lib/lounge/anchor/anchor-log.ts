import * as z from "zod";
import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { RpcError, type RpcClient } from "@/lib/chains/json-rpc";
import { keyOnce } from "../log/key-once";
import { currentTree } from "../log/tree";
import { signMemo } from "./sign-anchor";
import { dropPending, keepAnchor, keepPending, lastAnchor, type PendingAnchor, pendingAnchor } from "./store";

/**
 * Anchors the log: its checkpoint's three lines as a memo of Solana's, so that a clock which is not ours says that they were
 * there. What is sent is written down first, and counts once the chain has it for good.
 */

/** Longer than a blockhash can be taken: what the chain does not know by then, it never takes. */
const GONE_MS = 10 * 60_000;
const POLL_MS = 2_000;

const Latest = z.object({ value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.number() }) });
const Statuses = z.object({
  value: z
    .array(
      z.object({ slot: z.int(), err: z.unknown(), confirmationStatus: z.string().nullable() }).nullable(),
    )
    .length(1),
});

/** The key that pays for anchors; null without one: then nothing is anchored. Never throws. */
export const anchorKey = keyOnce(() => env().LOUNGE_ANCHOR_KEY, "anchor_key_unusable");

/** What is said on chain of a checkpoint: the lines that are signed, without the signature. */
const memoOf = (checkpoint: string): string => checkpoint.slice(0, checkpoint.indexOf("\n\n") + 1);

type AnchorState = "off" | "unsigned" | "nothing new" | "pending" | "anchored" | "failed";
interface Anchoring {
  state: AnchorState;
  /** Of the tree that is anchored, or on its way. */
  size: number | null;
  slot: number | null;
}

const anchoring = (
  state: AnchorState,
  size: number | null = null,
  slot: number | null = null,
): Anchoring => ({
  ...{ state, size, slot },
});

/** What became of one that was sent; null while that is open. Throws what asking throws. */
async function settle(ask: RpcClient, pending: PendingAnchor, nowMs: number): Promise<Anchoring | null> {
  const config = { searchTransactionHistory: true };
  const { value } = Statuses.parse(await ask("getSignatureStatuses", [[pending.signature], config]));
  const [status = null] = value;
  if (status !== null && status.err !== null && status.err !== undefined) {
    log.error("anchor_failed", { signature: pending.signature, why: JSON.stringify(status.err) });
    await dropPending();
    return anchoring("failed", pending.size);
  }
  if (status?.confirmationStatus === "finalized") {
    await keepAnchor(pending, status.slot);
    return anchoring("anchored", pending.size, status.slot);
  }
  if (status !== null || nowMs - pending.sentAt < GONE_MS) return null;
  log.warn("anchor_gone", { signature: pending.signature });
  await dropPending();
  return anchoring("failed", pending.size);
}

/** Waits for one that was sent, as long as there is time; the next run goes on with it. */
async function follow(
  ask: RpcClient,
  pending: PendingAnchor,
  { now, waitMs, pause }: AnchorClock,
): Promise<Anchoring> {
  for (const until = now() + waitMs; ; await pause(POLL_MS)) {
    const settled = await settle(ask, pending, now());
    if (settled !== null) return settled;
    if (now() >= until) return anchoring("pending", pending.size);
  }
}

interface AnchorClock {
  now: () => number;
  pause: (ms: number) => Promise<unknown>;
  /** How long to wait for the chain. */
  waitMs: number;
}

/** Sends what is new, or goes on with what is on its way. Throws ApiError 503 without store or node. */
export async function anchorLog(ask: RpcClient, clock: AnchorClock): Promise<Anchoring> {
  const key = await anchorKey();
  if (key === null) return anchoring("off");
  const before = await pendingAnchor();
  if (before !== null) return follow(ask, before, clock);
  const { size, root, checkpoint } = await currentTree();
  if (checkpoint === null) return anchoring("unsigned");
  const last = await lastAnchor();
  if (size === 0 || (last !== null && last.size >= size))
    return anchoring("nothing new", last?.size, last?.slot);
  const { value: latest } = Latest.parse(await ask("getLatestBlockhash", [{ commitment: "confirmed" }]));
  const signed = await signMemo(memoOf(checkpoint), key, latest);
  const pending: PendingAnchor = { checkpoint, size, root, ...signed, sentAt: clock.now() };
  if (!(await keepPending(pending))) return anchoring("pending"); // another run was first
  try {
    await ask("sendTransaction", [signed.transaction, { encoding: "base64" }]);
  } catch (error) {
    if (!(error instanceof RpcError) || error.code === null) throw error;
    // The node's own refusal, such as a wallet without SOL: it was not sent. The node may be told by its words.
    log.error("anchor_refused", { why: describe(error) });
    await dropPending();
    return anchoring("failed", size);
  }
  return follow(ask, pending, clock);
}
