import { startAnvil, type AnvilOptions } from "./anvil";
import { findAnvil } from "./find-anvil";
import { installContracts } from "./install";
import { CHAIN_ID, NETWORK, USDC_ADDRESS } from "./network";

export type EvmChainOptions = Omit<AnvilOptions, "binary">;

export interface EvmChain {
  rpcUrl: string;
  chainId: typeof CHAIN_ID;
  /** CAIP-2. */
  network: typeof NETWORK;
  usdc: typeof USDC_ADDRESS;
  /** Resolves with the reason when the chain has ended, for any cause. */
  ended: Promise<Error>;
  close(): Promise<void>;
}

/**
 * A local Base Sepolia: anvil with USDC (EIP-3009) and Multicall3 where clients look for them. Throws AnvilMissing,
 * or an error with anvil's own words.
 */
export async function startEvmChain(options: EvmChainOptions): Promise<EvmChain> {
  const { rpcUrl, ended, close } = await startAnvil({ ...options, binary: findAnvil(process.env) });
  try {
    await installContracts(rpcUrl);
  } catch (error) {
    await close();
    throw error;
  }
  return { rpcUrl, chainId: CHAIN_ID, network: NETWORK, usdc: USDC_ADDRESS, ended, close };
}
