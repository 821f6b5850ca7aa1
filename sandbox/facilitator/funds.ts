import { callRpc, untilAnswering } from "../host/json-rpc";

/** Longest wait for a chain, which may be starting at the same time. */
const CHAIN_MS = 15_000;
const WEI = 100n * 10n ** 18n;
const LAMPORTS = 100_000_000_000;

/** Gives an EVM address 100 ETH to pay gas with. */
export async function fundEvm(rpcUrl: string, address: string): Promise<void> {
  await untilAnswering(rpcUrl, "eth_chainId", CHAIN_MS);
  await callRpc(rpcUrl, "anvil_setBalance", [address, `0x${WEI.toString(16)}`]);
}

/** Gives a Solana address 100 SOL to pay fees with. */
export async function fundSolana(rpcUrl: string, address: string): Promise<void> {
  await untilAnswering(rpcUrl, "getHealth", CHAIN_MS);
  await callRpc(rpcUrl, "requestAirdrop", [address, LAMPORTS]);
}
