import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { logOrigin } from "../log/checkpoint";

/** A checkpoint that was sent to the chain, in a memo. */
export interface SentAnchor {
  /** The signed note. */
  checkpoint: string;
  size: number;
  /** Hexadecimal. */
  root: string;
  /** Base58. */
  signature: string;
  /** Base64. */
  transaction: string;
}

/** One that the chain has, final. */
export interface Anchor extends SentAnchor {
  slot: number;
}

/** One that is on its way, and since when (ms). */
export interface PendingAnchor extends SentAnchor {
  sentAt: number;
}

// Anchors of a log under another name prove nothing of this one.
const anchorsKey = (): string => keys.loungeAnchors(logOrigin());
const pendingKey = (): string => keys.loungeAnchorPending(logOrigin());

const read = <T>(found: unknown): T | null => (typeof found === "string" ? (JSON.parse(found) as T) : null); // as it was written here

const firstOf = (found: unknown): unknown => (Array.isArray(found) ? found[0] : null);

/** The first anchor of a tree that has the `index`th leaf; null without one. Throws ApiError 503 without the store. */
export async function anchorOf(index: number): Promise<Anchor | null> {
  const found: unknown = await fromLedger(
    ledgerStore().zrange(anchorsKey(), index + 1, "+inf", { byScore: true, offset: 0, count: 1 }),
  );
  return read<Anchor>(firstOf(found));
}

/** The largest tree that is anchored; null without any. */
export async function lastAnchor(): Promise<Anchor | null> {
  return read<Anchor>(firstOf(await fromLedger(ledgerStore().zrange(anchorsKey(), -1, -1))));
}

export const pendingAnchor = async (): Promise<PendingAnchor | null> =>
  read<PendingAnchor>(await fromLedger(ledgerStore().get(pendingKey())));

/** Keeps one before it is sent. False where another is on its way: then this one must not be. */
export const keepPending = async (pending: PendingAnchor): Promise<boolean> =>
  (await fromLedger(ledgerStore().set(pendingKey(), JSON.stringify(pending), { nx: true }))) === "OK";

export const dropPending = (): Promise<unknown> => fromLedger(ledgerStore().del(pendingKey()));

/** The chain has it: from now on it is shown. Done twice it is the same. */
export async function keepAnchor({ sentAt: _, ...sent }: PendingAnchor, slot: number): Promise<void> {
  const asked = ledgerStore().pipeline();
  asked.zadd(anchorsKey(), { score: sent.size, member: JSON.stringify({ ...sent, slot }) });
  asked.del(pendingKey());
  await fromLedger(asked.exec());
}
