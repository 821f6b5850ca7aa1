import * as z from "zod";
import type { Named } from "./evm-confirm";
import type { RpcClient } from "./json-rpc";
import type { SolanaEvidence } from "./solana-evidence";
import { isTransactionId, judge } from "./solana-judge";

/** Whether a transaction is this payment's. Its signature is what it is found by again. Throws when the node can't be asked. */
export async function confirmSolana(
  callRpc: RpcClient,
  evidence: SolanaEvidence,
  signature: string,
): Promise<Named> {
  // A node refuses to look for what is no transaction's id.
  if (!isTransactionId(signature)) return { kind: "not it" };
  const judged = await judge(callRpc, evidence, { signature }, "confirmed");
  if (judged.kind === "other") return { kind: "another's" };
  return judged.kind === "moved" ? { kind: "moved", block: signature } : { kind: "not it" };
}

const Statuses = z.object({
  value: z.array(z.object({ confirmationStatus: z.string().nullish(), err: z.unknown() }).nullable()),
});

/**
 * Which of these transactions the final chain holds, and which it has dropped; what is not final yet is in neither.
 * Throws when the node can't be asked.
 */
export async function finalTransactions(
  callRpc: RpcClient,
  signatures: readonly string[],
): Promise<{ stand: Set<string>; dropped: Set<string> }> {
  const options = { searchTransactionHistory: true };
  const { value } = Statuses.parse(await callRpc("getSignatureStatuses", [signatures, options]));
  const of = (isOne: (status: (typeof value)[number] | undefined) => boolean): Set<string> =>
    new Set(signatures.filter((_, index) => isOne(value[index])));
  return {
    stand: of((status) => status?.confirmationStatus === "finalized" && (status.err ?? null) === null),
    dropped: of((status) => status === null),
  };
}
