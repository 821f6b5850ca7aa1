import * as z from "zod";
import { block, type EvmEvidence, isUsed, landed, lookupEvm, paysUs, type Steps } from "./evm-lookup";
import type { RpcClient } from "./json-rpc";

/** What a named transaction shows of a payment. */
export type Named =
  /** It paid us. `block`: where, in its chain's words. */
  | { kind: "moved"; block: string }
  /** It is not there, or came to nothing. */
  | { kind: "not it" }
  /** It is there, and is another's. */
  | { kind: "another's" };

const Mined = z.object({ number: z.string(), hash: z.string() });

/** Whether a transaction is this payment's, and in which block. Throws when the node can't be asked. */
export async function confirmEvm(callRpc: RpcClient, evidence: EvmEvidence, hash: string): Promise<Named> {
  if (!/^0x[0-9a-fA-F]{64}$/.test(hash)) return { kind: "not it" };
  const receipt = await landed(callRpc, evidence, hash);
  if (receipt === null) return { kind: "not it" };
  if (!paysUs(receipt.logs, evidence)) return { kind: "another's" };
  return { kind: "moved", block: `${BigInt(receipt.blockNumber)} ${receipt.blockHash}` };
}

/**
 * Whether the chain itself shows that an authorization never paid us and never will: in a block that is safe and past
 * its time it is unused, or it was used for something else. Throws when the node can't be asked.
 */
export async function isUnbackedEvm(
  callRpc: RpcClient,
  evidence: EvmEvidence,
  sent: { from: number; until: number },
  steps?: Steps,
): Promise<boolean> {
  const safe = await block(callRpc, "safe");
  if (Number(safe.timestamp) < Number(evidence.validBefore)) return false;
  if (!(await isUsed(callRpc, evidence, safe.number))) return true;
  return (await lookupEvm(callRpc, evidence, sent, steps)).kind === "unmoved";
}

/**
 * Which of these blocks (`number hash`) the final chain holds, and which it has dropped; what is not final yet is in
 * neither. Each number is asked for once. Throws when the node can't be asked.
 */
export async function finalBlocks(
  callRpc: RpcClient,
  blocks: readonly string[],
): Promise<{ stand: Set<string>; dropped: Set<string> }> {
  const head = Mined.parse(await callRpc("eth_getBlockByNumber", ["finalized", false]));
  const [stand, dropped] = [new Set<string>(), new Set<string>()];
  const hashes = new Map<string, string>();
  for (const name of new Set(blocks)) {
    const [number = "", hash] = name.split(" ");
    if (BigInt(number) > BigInt(head.number)) continue;
    const known =
      hashes.get(number) ??
      Mined.parse(await callRpc("eth_getBlockByNumber", [`0x${BigInt(number).toString(16)}`, false])).hash;
    hashes.set(number, known);
    (known === hash ? stand : dropped).add(name);
  }
  return { stand, dropped };
}
