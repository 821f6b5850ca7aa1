import { type Hex, parseAbi, parseEventLogs } from "viem";
import { type ChainAddress, newWallet } from "./client";
import { IDENTITY_REGISTRY_ADDRESS } from "./network";

const ABI = parseAbi([
  "function register(string agentURI) returns (uint256)",
  "event Registered(uint256 indexed agentId, string agentURI, address indexed owner)",
]);

/**
 * Registers an agent in ERC-8004's identity registry, by a wallet that gets money for gas. Resolves to its token's id when
 * the transaction is mined.
 */
export async function registerAgent(
  chain: ChainAddress,
  owner: { privateKey: Hex },
  agentUri: string,
): Promise<bigint> {
  const wallet = await newWallet(chain, owner.privateKey);
  const hash = await wallet.writeContract({
    ...{ address: IDENTITY_REGISTRY_ADDRESS, abi: ABI },
    ...{ functionName: "register", args: [agentUri] },
  } as const);
  const { logs } = await wallet.waitForTransactionReceipt({ hash });
  const [registered] = parseEventLogs({ abi: ABI, logs });
  if (registered === undefined) throw new Error(`Registering ${agentUri} was reverted`);
  return registered.args.agentId;
}
