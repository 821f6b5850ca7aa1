import { timeoutSignal } from "@/lib/time";
import { confirmEvm, finalBlocks, isUnbackedEvm, type Named } from "../chain/evm-confirm";
import { EvmEvidence, lookupEvm } from "../chain/evm-lookup";
import { rpcClient, type RpcClient } from "../chain/json-rpc";
import { evmNodes, solanaNodes } from "../chain/nodes";
import { confirmSolana, finalTransactions } from "../chain/solana-confirm";
import { SolanaEvidence } from "../chain/solana-evidence";
import { lookupSolana } from "../chain/solana-lookup";
import type { Look, OnChain, Sent } from "../rails/rail";

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

const evmNode = (url: string): Node => {
  const ask = (): RpcClient => rpcClient(url, timeoutSignal(LOOK_MS));
  return {
    confirm: (evidence, transaction) => confirmEvm(ask(), EvmEvidence.parse(evidence), transaction),
    async search(evidence, sent, look) {
      const known = EvmEvidence.parse(evidence);
      const callRpc = ask();
      const found = await lookupEvm(callRpc, known, sent, look);
      if (found.kind !== "unmoved" || (await isUnbackedEvm(callRpc, known, sent, look))) return found;
      return { kind: "open", why: `${found.why}, and that is not safe yet` };
    },
    final: (blocks) => finalBlocks(ask(), blocks),
  };
};

const solanaNode = (url: string): Node => {
  const ask = (): RpcClient => rpcClient(url, timeoutSignal(LOOK_MS));
  return {
    confirm: (evidence, transaction) => confirmSolana(ask(), SolanaEvidence.parse(evidence), transaction),
    search: (evidence, sent, look) => lookupSolana(ask(), SolanaEvidence.parse(evidence), sent, look),
    final: (signatures) => finalTransactions(ask(), signatures),
  };
};

/** Our nodes of the chain that a rail's payments are on: none, one, or two of different hosts. */
export const nodesOf = (rail: string): Node[] =>
  rail === "x402-evm" ? evmNodes().map(evmNode) : solanaNodes().map(solanaNode);

/** Asks the first node, and the second where that one fails. Throws when none can be asked. */
export async function askInTurn<T>(nodes: readonly Node[], ask: (node: Node) => Promise<T>): Promise<T> {
  const [first, second] = nodes;
  if (first === undefined) throw new Error("no node of this chain is set");
  return second === undefined ? ask(first) : ask(first).catch(() => ask(second));
}
