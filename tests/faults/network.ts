import { address } from "@solana/kit";
import { TOKEN_PROGRAM } from "@/sandbox/chains/solana/network";
import { callRpc } from "@/sandbox/host/json-rpc";
import type { SandboxToken } from "@/sandbox/own-token";
import type { World } from "@/sandbox/world";
import { startWorld } from "../integration/chains-support";
import type { Chain } from "../support/service";

/** Two chains and two facilitators for a slot to pay on. */
export interface Network {
  evmRpc: string;
  solanaRpc: string;
  primary: string;
  fallback: string;
  /** Moves a chain's time ahead; only where nobody else pays. */
  passTime(chain: Chain, ms: number): Promise<void>;
  close(): Promise<void>;
}

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
    passTime: () => Promise.reject(new Error("other cases pay on these chains: their time can't be moved")),
    close: () => Promise.resolve(),
  };
}

/** Chains for one case alone, with facilitators of the sandbox's names and thus of its fee payers, and the own token's mint. */
export async function ownNetwork(token: SandboxToken | null): Promise<Network> {
  const { evm, solana, primary, fallback, close } = await startWorld();
  if (token !== null)
    solana.createToken({ mint: address(token.mint), program: TOKEN_PROGRAM, decimals: token.decimals });
  return {
    evmRpc: evm.rpcUrl,
    solanaRpc: solana.rpcUrl,
    primary: primary.url,
    fallback: fallback.url,
    async passTime(chain, ms) {
      if (chain === "solana") return solana.advance(ms);
      await callRpc(evm.rpcUrl, "evm_increaseTime", [Math.ceil(ms / 1000)]);
      await callRpc(evm.rpcUrl, "evm_mine", []);
    },
    close,
  };
}
