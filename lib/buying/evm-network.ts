import type { WalletClient } from "viem";
import { base, baseSepolia } from "viem/chains";
import { hasCode } from "./wallet-error";

/** EIP-3085: the wallet knows no such chain. */
const UNKNOWN_CHAIN = 4902;

/** What a wallet is told of a chain (CAIP-2 id) that it does not know yet. */
export function chainFor(network: string) {
  const chain = [base, baseSepolia].find((one) => `eip155:${one.id}` === network);
  if (chain === undefined) throw new Error(`no EVM chain ${network}`);
  return chain;
}

/** Asks a wallet to change to a chain, which it learns first where it must. Throws what the wallet throws. */
export async function switchTo(client: WalletClient, network: string): Promise<void> {
  const chain = chainFor(network);
  try {
    await client.switchChain({ id: chain.id });
  } catch (error) {
    if (!hasCode(error, UNKNOWN_CHAIN)) throw error;
    await client.addChain({ chain });
    await client.switchChain({ id: chain.id });
  }
}
