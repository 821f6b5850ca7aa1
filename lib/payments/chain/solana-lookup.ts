import * as z from "zod";
import type { OnChain, Sent } from "../rails/rail";
import type { RpcClient } from "./json-rpc";
import { messageHashOf } from "./solana-transfer";

/** What identifies a Solana payment on chain. */
export const SolanaEvidence = z.object({
  messageHash: z.string(),
  tokenAccount: z.string(),
  blockhash: z.string(),
  /** Its id, where that is known beforehand: where the payer pays the fee. */
  transaction: z.string().optional(),
});
type SolanaEvidence = z.output<typeof SolanaEvidence>;

const Signatures = z.array(z.object({ signature: z.string(), blockTime: z.number().nullish() }));
const Transaction = z
  .object({
    transaction: z.tuple([z.string(), z.string()]),
    meta: z.object({ err: z.unknown() }).nullable(),
    blockTime: z.number().nullish(),
  })
  .nullable();
type Transaction = z.output<typeof Transaction>;
const BlockhashValid = z.object({ context: z.object({ slot: z.number() }), value: z.boolean() });

type Commitment = "confirmed" | "finalized";

const PAGE = 100;
const MAX_PAGES = 5;
/** Transactions that are read for a payment of which it is not known that anybody ever sent it. */
const MAX_READ_ON_SUSPICION = 60;
/** How far the chain's clock and ours may differ, where a miss does no harm, and where it decides. */
const CLOCK_MARGIN_SEC = 120;
const DECIDING_MARGIN_SEC = 3_600;
/** A blockhash lives about a minute; nothing that was signed before normally lands so long after. */
const LIFETIME_SEC = 300;
/** How far past the intent the finalized chain's own time must be before "expired" is believed of a node. */
const CAUGHT_UP_SEC = 60;

interface Search {
  commitment: Commitment;
  /** The chain's times to look at, in seconds; without an end, up to now. */
  from: number;
  until?: number;
  /** How many transactions are read, newest first; without it, all. */
  atMost?: number;
  /** A node that has not come this far must refuse to answer. */
  minContextSlot?: number;
}

/** The payer's transactions in a stretch of time, newest first; null when there are too many to list them all. */
async function signaturesIn(
  callRpc: RpcClient,
  account: string,
  { from, until, ...options }: Search,
): Promise<{ signature: string; at: number }[] | null> {
  const found: { signature: string; at: number }[] = [];
  for (let page = 0, before: string | undefined; page < MAX_PAGES; page += 1) {
    const query = { limit: PAGE, ...options, ...(before === undefined ? {} : { before }) };
    const signatures = Signatures.parse(await callRpc("getSignaturesForAddress", [account, query]));
    const recent = signatures.filter(({ blockTime }) => (blockTime ?? from) >= from);
    found.push(
      ...recent
        .filter(({ blockTime }) => (blockTime ?? from) <= (until ?? Infinity))
        .map(({ signature, blockTime }) => ({ signature, at: (blockTime ?? from) * 1000 })),
    );
    if (signatures.length < PAGE || recent.length < signatures.length) return found;
    before = signatures.at(-1)?.signature;
  }
  return null;
}

/** A transaction of the chain by its id; null when this node does not hold it at that commitment. */
export async function transactionOf(callRpc: RpcClient, signature: string, commitment: Commitment) {
  const options = { encoding: "base64", commitment, maxSupportedTransactionVersion: 0 };
  return Transaction.parse(await callRpc("getTransaction", [signature, options]));
}

/** What a transaction of the chain means for the payment; null when it is not the payment's. */
async function judge(
  transaction: NonNullable<Transaction>,
  { messageHash }: SolanaEvidence,
  signature: string,
  at: number,
): Promise<OnChain | null> {
  if ((await messageHashOf(transaction.transaction[0])) !== messageHash) return null;
  if (transaction.meta === null)
    return { kind: "open", why: "the transaction's outcome is not known", seen: true };
  return transaction.meta.err === null
    ? { kind: "moved", transaction: signature, at }
    : { kind: "unmoved", why: "the transaction failed on chain" };
}

/** The payment by its id, where the evidence has it: one request instead of a search through the payer's history. */
async function findById(callRpc: RpcClient, evidence: SolanaEvidence): Promise<OnChain | null> {
  const signature = evidence.transaction;
  if (signature === undefined) return null;
  const transaction = await transactionOf(callRpc, signature, "confirmed");
  if (typeof transaction?.blockTime !== "number") return null; // the search finds when it landed, or that it did not
  return judge(transaction, evidence, signature, transaction.blockTime * 1000);
}

/** Null when none of the transactions is the payment, which only means something if all of them could be read. */
async function find(callRpc: RpcClient, evidence: SolanaEvidence, search: Search): Promise<OnChain | null> {
  let unread = false;
  const signatures = await signaturesIn(callRpc, evidence.tokenAccount, search);
  for (const { signature, at } of signatures?.slice(0, search.atMost) ?? []) {
    const transaction = await transactionOf(callRpc, signature, search.commitment);
    unread ||= transaction === null;
    const meant = transaction === null ? null : await judge(transaction, evidence, signature, at);
    if (meant !== null) return meant;
  }
  if (signatures === null || signatures.length > (search.atMost ?? Infinity))
    return { kind: "open", why: "the payer's account has too long a history to search" };
  return unread ? { kind: "open", unread, why: "a transaction of the payer could not be read" } : null;
}

const isValid = async (callRpc: RpcClient, blockhash: string, commitment: "processed" | "finalized") =>
  BlockhashValid.parse(await callRpc("isBlockhashValid", [blockhash, { commitment }]));

/** Whether this node's finalized chain has come past the moment of the intent: only then does it know its blockhash. */
async function hasCaughtUp(callRpc: RpcClient, slot: number, moment: number): Promise<boolean> {
  const blockTime = z
    .number()
    .nullable()
    .parse(await callRpc("getBlockTime", [slot]));
  return blockTime !== null && blockTime >= moment / 1000 + CAUGHT_UP_SEC;
}

/**
 * What became of a Solana payment. It is found through the payer's token account by its message, because its id is
 * the facilitator's signature, which is unknown after a lost reply; where the payer pays the fee, by its id first.
 *
 * It is unmoved only when its blockhash has run out at the tip *and* in the finalized bank of a node that is past the
 * intent (a node that lags has not heard of the hash either), and the finalized chain, asked after that, no less far
 * and in full, does not hold it. Whatever can't be read leaves it open.
 */
export async function lookupSolana(
  callRpc: RpcClient,
  evidence: SolanaEvidence,
  sent: Sent,
): Promise<OnChain> {
  const nearby = {
    from: sent.from / 1000 - CLOCK_MARGIN_SEC,
    until: sent.until / 1000 + LIFETIME_SEC + CLOCK_MARGIN_SEC,
    ...(sent.until > sent.from ? { atMost: MAX_READ_ON_SUSPICION } : {}),
  };
  const found =
    (await findById(callRpc, evidence)) ??
    (await find(callRpc, evidence, { ...nearby, commitment: "confirmed" }));
  if (found !== null) return found;
  const tip = await isValid(callRpc, evidence.blockhash, "processed");
  const finalized = await isValid(callRpc, evidence.blockhash, "finalized");
  const { slot } = finalized.context;
  if (tip.value || finalized.value || !(await hasCaughtUp(callRpc, slot, sent.until))) {
    return { kind: "open", why: "the transaction can still land" };
  }
  const search = {
    commitment: "finalized",
    from: sent.from / 1000 - DECIDING_MARGIN_SEC,
    minContextSlot: slot,
  } as const;
  return (
    (await find(callRpc, evidence, search)) ?? {
      kind: "unmoved",
      why: "the blockhash expired without the transaction",
    }
  );
}
