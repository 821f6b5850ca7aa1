import { callRpc } from "../../host/json-rpc";
import localIdentityRegistry from "../contracts/LocalIdentityRegistry.json";
import localReputationRegistry from "../contracts/LocalReputationRegistry.json";
import localMulticall3 from "../contracts/LocalMulticall3.json";
import localUsdc from "../contracts/LocalUsdc.json";
import {
  IDENTITY_REGISTRY_ADDRESS,
  MULTICALL3_ADDRESS,
  REPUTATION_REGISTRY_ADDRESS,
  USDC_ADDRESS,
  USDC_DOMAIN,
} from "./network";

/** ABI encoding of a bytes32 that holds text. */
const textWord = (text: string): string => Buffer.from(text).toString("hex").padEnd(64, "0");

/**
 * Puts a contract at a given address: its creation code is only simulated, which runs the constructor and returns
 * the code with the immutables filled in, and that code is set. What the address has stored stays.
 */
async function install(rpcUrl: string, address: string, creationCode: string): Promise<void> {
  const code = await callRpc(rpcUrl, "eth_call", [{ data: creationCode }, "latest"]);
  await callRpc(rpcUrl, "anvil_setCode", [address, code]);
}

/** USDC, Multicall3 and ERC-8004's registries at the addresses that clients know. Doing it again changes nothing. */
export async function installContracts(rpcUrl: string): Promise<void> {
  const usdcArguments = textWord(USDC_DOMAIN.name) + textWord("USDC");
  const identityArgument = IDENTITY_REGISTRY_ADDRESS.slice(2).padStart(64, "0");
  await Promise.all([
    install(rpcUrl, USDC_ADDRESS, localUsdc.bytecode + usdcArguments),
    install(rpcUrl, MULTICALL3_ADDRESS, localMulticall3.bytecode),
    install(rpcUrl, IDENTITY_REGISTRY_ADDRESS, localIdentityRegistry.bytecode),
    install(rpcUrl, REPUTATION_REGISTRY_ADDRESS, localReputationRegistry.bytecode + identityArgument),
  ]);
}
