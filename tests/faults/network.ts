import { address } from "@solana/kit";
import { startEvmChain, type EvmChain } from "@/sandbox/chains/evm/chain";
import { NETWORK as SOLANA, TOKEN_PROGRAM } from "@/sandbox/chains/solana/network";
import { callRpc } from "@/sandbox/host/json-rpc";
import type { SandboxToken } from "@/sandbox/own-token";
import type { World } from "@/sandbox/world";
import { startWorld } from "../integration/chains-support";
import type { Chain } from "../support/service";

/** Blocks until those before them are final on the local chain. */
const FINAL_BLOCKS = 128;
/** Later than any authorization made here is valid. */
const LATE_SEC = 3_600;

/** Two chains and two facilitators for a slot to pay on. */
export interface Network {
  evmRpc: string;
  solanaRpc: string;
  primary: string;
  fallback: string;
  /** Moves a chain's time ahead; only where nobody else pays. */
  passTime(chain: Chain, ms: number): Promise<void>;
  /** CAIP-2 ids. */
  ids: Readonly<Record<Chain, string>>;
  /** Of Base, where nobody else pays: makes so many blocks, drops the last ones, makes all that stand final. */
  mine(blocks: number): Promise<void>;
  drop(blocks: number): Promise<void>;
  finalize(): Promise<void>;
  /** A node that is past every payment's time and has seen none of them. */
  blindNode(): Promise<string>;
  close(): Promise<void>;
}

const refused = () =>
  Promise.reject(
    new Error("other cases pay on these chains: nobody may move them in time, or drop their blocks"),
  );

/** The sandbox's own chains, which all slots share: time passes there as it does. */
export function sharedNetwork({ evm, solana, facilitators }: World): Network {
  const urlOf = (name: string): string => {
    const found = facilitators.find((facilitator) => facilitator.name === name);
    if (found === undefined) throw new Error(`the sandbox has no facilitator called ${name}`);
    return found.url;
  };
  return {
    evmRpc: evm.rpcUrl,
    solanaRpc: solana.rpcUrl,
    primary: urlOf("primary"),
    fallback: urlOf("fallback"),
    ids: { base: `eip155:${evm.chainId}`, solana: SOLANA },
    ...{ passTime: refused, mine: refused, drop: refused, finalize: refused, blindNode: refused },
    close: () => Promise.resolve(),
  };
}

/** Chains for one case alone, with facilitators of the sandbox's names and thus of its fee payers, and the own token's mint. */
export async function ownNetwork(token: SandboxToken | null): Promise<Network> {
  const { evm, solana, primary, fallback, close } = await startWorld();
  const nodes: EvmChain[] = [];
  const mine = async (blocks: number): Promise<void> =>
    void (await callRpc(evm.rpcUrl, "anvil_mine", [`0x${blocks.toString(16)}`]));
  if (token !== null)
    solana.createToken({ mint: address(token.mint), program: TOKEN_PROGRAM, decimals: token.decimals });
  return {
    evmRpc: evm.rpcUrl,
    solanaRpc: solana.rpcUrl,
    primary: primary.url,
    fallback: fallback.url,
    ids: { base: evm.network, solana: solana.network },
    mine,
    drop: async (blocks) => void (await callRpc(evm.rpcUrl, "anvil_reorg", [blocks, []])),
    finalize: () => mine(FINAL_BLOCKS),
    async blindNode() {
      const node = await startEvmChain({ port: 0 });
      nodes.push(node);
      await callRpc(node.rpcUrl, "evm_increaseTime", [LATE_SEC]);
      await callRpc(node.rpcUrl, "anvil_mine", [`0x${FINAL_BLOCKS.toString(16)}`]);
      return node.rpcUrl;
    },
    async passTime(chain, ms) {
      if (chain === "solana") return solana.advance(ms);
      await callRpc(evm.rpcUrl, "evm_increaseTime", [Math.ceil(ms / 1000)]);
      await callRpc(evm.rpcUrl, "evm_mine", []);
    },
    close: async () => void (await Promise.all([close(), ...nodes.map((node) => node.close())])),
  };
}
