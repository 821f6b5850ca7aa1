import { isSignature } from "@solana/kit";
import * as z from "zod";
import type { OnChain } from "./look";
import { askForTransaction } from "./ask-transaction";
import type { RpcClient } from "./json-rpc";
import type { SolanaEvidence } from "./solana-evidence";
import type { Commitment } from "./solana-history";
import { messageHashOf } from "./solana-transaction";
import { READ_VERSION } from "./transaction-versions";

const Transaction = z
  .object({
    transaction: z.tuple([z.string(), z.string()]),
    meta: z.object({ err: z.unknown() }).nullable(),
    blockTime: z.number().nullish(),
  })
  .nullable();

/**
 * A transaction of the chain by its id; null when this node does not hold it at that commitment, "unreadable" where it holds one
 * of a version that it does not show; with `once` also where only a second question would show it. Throws for an answer of
 * another form than nodes give.
 */
export async function transactionOf(
  ask: RpcClient,
  signature: string,
  commitment: Commitment,
  { once = false } = {},
) {
  const wanted = { encoding: "base64", commitment, highest: READ_VERSION, once } as const;
  const found = await askForTransaction(ask, signature, wanted);
  return found === "unreadable" ? found : Transaction.parse(found.shown);
}

/**
 * Whether a text can be a transaction's id, as a node wants it. Whoever names one may name anything, and the library
 * throws for what is no base58.
 */
export const isTransactionId = (text: string): boolean =>
  /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text) && isSignature(text);

/** What a transaction means for a payment, by its message. */
export type Judged =
  | Extract<OnChain, { kind: "moved" | "unmoved" }>
  /** It is the payment, and this node does not tell what came of it. */
  | { kind: "vague" }
  /** It is another. */
  | { kind: "other" }
  /** This node does not show it, or can't date it. */
  | { kind: "unread" };

/** `listed`: when it landed by the list that it was found in, in seconds. */
export async function judge(
  ask: RpcClient,
  { messageHash }: SolanaEvidence,
  { signature, listed }: { signature: string; listed?: number | null | undefined },
  commitment: Commitment,
): Promise<Judged> {
  // Anybody can fill an account's history with later versions: each of them costs a look one question, not two.
  const transaction = await transactionOf(ask, signature, commitment, { once: true }).catch(
    (error: unknown) => {
      // One answer that can't be read must not end the search among the others.
      if (error instanceof z.ZodError) return null;
      throw error;
    },
  );
  if (transaction === null) return { kind: "unread" };
  // Payments are taken in versions that are read, so that any other is no payment.
  if (transaction === "unreadable") return { kind: "other" };
  if ((await messageHashOf(transaction.transaction[0])) !== messageHash) return { kind: "other" };
  const { meta } = transaction;
  if (meta === null) return { kind: "vague" };
  if (meta.err !== null) return { kind: "unmoved", why: "the transaction failed on chain", byPayer: true };
  const at = transaction.blockTime ?? listed;
  return typeof at === "number"
    ? { kind: "moved", transaction: signature, at: at * 1000 }
    : { kind: "unread" };
}

export const VAGUE: OnChain = { kind: "open", why: "the transaction's outcome is not known", seen: true };
