import { within } from "@/lib/time";
import { confirmEvm, finalBlocks, isUnbackedEvm, type Named } from "@/lib/chains/evm-confirm";
import { EvmEvidence, lookupEvm } from "@/lib/chains/evm-lookup";
import { rpcClient, type RpcClient } from "@/lib/chains/json-rpc";
import { evmNodes, solanaNodes } from "@/lib/chains/nodes";
import { confirmSolana, finalTransactions } from "@/lib/chains/solana-confirm";
import { SolanaEvidence } from "@/lib/chains/solana-evidence";
import { lookupSolana } from "@/lib/chains/solana-lookup";
import type { Look, OnChain, Sent } from "@/lib/chains/look";

/** What one node is asked about a sale. All throw when it can't be asked. */
export interface Node {
  /** Whether the named transaction is this payment's. */
  confirm(evidence: unknown, transaction: string): Promise<Named>;
  /** Searches the chain for the payment. `unmoved` only on proof that it never moved, and never will. */
  search(evidence: unknown, sent: Sent, look: Omit<Look, "signal">): Promise<OnChain>;
  /** Which of the places where payments were confirmed are final, and which the chain has dropped. */
  final(blocks: readonly string[]): Promise<{ stand: Set<string>; dropped: Set<string> }>;
}

/** Longest wait for all that one node is asked in one look. */
const LOOK_MS = 4_000;

const look = <T>(url: string, work: (callRpc: RpcClient) => Promise<T>): Promise<T> =>
  within(LOOK_MS, (signal) => work(rpcClient(url, signal)));

const evmNode = (url: string): Node => ({
  confirm: (evidence, transaction) =>
    look(url, (callRpc) => confirmEvm(callRpc, EvmEvidence.parse(evidence), transaction)),
  search: (evidence, sent, from) =>
    look(url, async (callRpc) => {
      const known = EvmEvidence.parse(evidence);
      const found = await lookupEvm(callRpc, known, sent, from);
      if (found.kind !== "unmoved" || (await isUnbackedEvm(callRpc, known, sent, from))) return found;
      return { kind: "open", why: `${found.why}, and that is not safe yet` };
    }),
  final: (blocks) => look(url, (callRpc) => finalBlocks(callRpc, blocks)),
});

const solanaNode = (url: string): Node => ({
  confirm: (evidence, transaction) =>
    look(url, (callRpc) => confirmSolana(callRpc, SolanaEvidence.parse(evidence), transaction)),
  search: (evidence, sent, from) =>
    look(url, (callRpc) => lookupSolana(callRpc, SolanaEvidence.parse(evidence), sent, from)),
  final: (signatures) => look(url, (callRpc) => finalTransactions(callRpc, signatures)),
});

/** Our nodes of the chain that a rail's payments are on: none, one, or two of different hosts. */
export const nodesOf = (rail: string): Node[] =>
  rail === "x402-evm" ? evmNodes().map(evmNode) : solanaNodes().map(solanaNode);

/** Asks the first node, and the second where that one fails. Throws when none can be asked. */
export async function askInTurn<T>(nodes: readonly Node[], ask: (node: Node) => Promise<T>): Promise<T> {
  const [first, second] = nodes;
  if (first === undefined) throw new Error("no node of this chain is set");
  return second === undefined ? ask(first) : ask(first).catch(() => ask(second));
}
