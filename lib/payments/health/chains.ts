import { describe, log } from "@/lib/http/log";
import { now, timeoutSignal } from "@/lib/time";
import { rpc } from "@/lib/chains/json-rpc";
import { evmNodes, solanaNodes } from "@/lib/chains/nodes";
import { offeringMerchant } from "../rails/merchant";

/** Whether our nodes of a chain answer. */
export interface ChainHealth {
  /** CAIP-2 id. */
  network: string;
  answers: boolean;
}

const TIMEOUT_MS = 2_000;
/** A node that answered is left alone for so long. */
const ASKED_EVERY_MS = 30_000;
/** An answer that is older is not lately. */
const LATELY_MS = 60_000;

/** When a node of each chain last answered (ms), by network. */
const answeredAt = new Map<string, number>();

async function ask(network: string, nodes: readonly string[], method: string): Promise<ChainHealth> {
  const age = (): number => now() - (answeredAt.get(network) ?? -Infinity);
  if (age() < ASKED_EVERY_MS) return { network, answers: true };
  for (const node of nodes) {
    try {
      await rpc(node, method, [], timeoutSignal(TIMEOUT_MS));
      answeredAt.set(network, now());
      break;
    } catch (error) {
      log.warn("chain_silent", { network, why: describe(error) });
    }
  }
  return { network, answers: age() < LATELY_MS };
}

/** Each chain that is offered and of which a node is set. One without a node sells by the facilitator's word, and isn't judged. */
export function chainsAnswering(): Promise<ChainHealth[]> {
  const { networks, evmPayTo, solanaPayTo } = offeringMerchant();
  const [evm, solana] = [evmNodes(), solanaNodes()];
  return Promise.all([
    ...(evmPayTo === undefined || evm.length === 0 ? [] : [ask(networks.evm.id, evm, "eth_blockNumber")]),
    ...(solanaPayTo === undefined || solana.length === 0 ? [] : [ask(networks.solana.id, solana, "getSlot")]),
  ]);
}
