import type { Hex } from "viem";
import { decodeFunctionResult, encodeFunctionData, numberToHex } from "viem/utils";
import * as z from "zod";
import { env } from "@/lib/env";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import { rpcClient, type RpcClient, RpcError } from "@/lib/chains/json-rpc";
import { type Registry, REGISTRY_ABI } from "./registry";

const hex = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]*$/)]);
const quantity = hex.transform(BigInt);

const Log = z.object({ address: hex, topics: z.array(hex), data: hex, transactionHash: hex.optional() });
export type Log = z.output<typeof Log>;
const Logs = z.array(Log);

const Receipt = z.object({
  blockHash: hex,
  blockNumber: quantity,
  status: quantity,
  logs: Logs,
});
export type Receipt = z.output<typeof Receipt>;

const unavailable = (message: string, cause?: unknown): ApiError =>
  new ApiError("data_unavailable", message, { headers: retryAfter(30), cause });

/** Our node of the registry's chain. Throws ApiError 503 where there is none, or another chain's. */
export async function registryNode({ chainId }: Registry, signal: AbortSignal): Promise<RpcClient> {
  const url = env().EVM_RPC_URL;
  if (url === undefined)
    throw unavailable("No node of the registry's chain is set here, so nothing can be verified on chain.");
  const callRpc = rpcClient(url, signal);
  const asked = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    try {
      return await callRpc(method, params);
    } catch (cause) {
      if (cause instanceof RpcError && cause.code !== null) throw cause; // its own answer: what was asked failed
      throw unavailable("The registry's chain can't be read at the moment. Ask again.", cause);
    }
  };
  if (quantity.parse(await asked("eth_chainId", [])) !== BigInt(chainId))
    throw unavailable(`The node that is set here is not one of eip155:${chainId}.`);
  return asked;
}

/** A mined transaction's receipt; `pending` while it is only known, null where it is not. */
export async function receiptOf(callRpc: RpcClient, txHash: string): Promise<Receipt | "pending" | null> {
  const receipt = await callRpc("eth_getTransactionReceipt", [txHash]);
  if (receipt !== null) return Receipt.parse(receipt);
  return (await callRpc("eth_getTransactionByHash", [txHash])) === null ? null : "pending";
}

/** How many blocks hold a transaction, its own included; 0 where its block is not the chain's any more. */
export async function depthOf(callRpc: RpcClient, { blockHash, blockNumber }: Receipt): Promise<number> {
  const Block = z.object({ hash: hex }).nullable();
  const [head, block] = await Promise.all([
    callRpc("eth_blockNumber", []),
    callRpc("eth_getBlockByNumber", [numberToHex(blockNumber), false]),
  ]);
  if (Block.parse(block)?.hash !== blockHash) return 0;
  return Number(quantity.parse(head) - blockNumber) + 1;
}

const call = (callRpc: RpcClient, to: string, data: Hex): Promise<Hex> =>
  callRpc("eth_call", [{ to, data }, "latest"]).then((result) => hex.parse(result));

/** Null where the contract refuses: a token that is not there has neither owner nor URI. */
const unlessRefused = (error: unknown): null => {
  if (error instanceof RpcError) return null;
  throw error;
};

/** Who holds a token now, null for nobody. */
export const ownerOf = async (
  callRpc: RpcClient,
  { address }: Registry,
  agentId: bigint,
): Promise<string | null> => {
  const data = encodeFunctionData({ abi: REGISTRY_ABI, functionName: "ownerOf", args: [agentId] });
  const result = await call(callRpc, address, data).catch(unlessRefused);
  return result && decodeFunctionResult({ abi: REGISTRY_ABI, functionName: "ownerOf", data: result });
};

/** The registration file that a token names now, null for a token that is not there. */
export const tokenUriOf = async (
  callRpc: RpcClient,
  { address }: Registry,
  agentId: bigint,
): Promise<string | null> => {
  const data = encodeFunctionData({ abi: REGISTRY_ABI, functionName: "tokenURI", args: [agentId] });
  const result = await call(callRpc, address, data).catch(unlessRefused);
  return result && decodeFunctionResult({ abi: REGISTRY_ABI, functionName: "tokenURI", data: result });
};

/** Whether a wallet holds a token or may act for its holder; null for a token that is not there. */
export const mayActFor = async (
  callRpc: RpcClient,
  { address }: Registry,
  wallet: Hex,
  agentId: bigint,
): Promise<boolean | null> => {
  const asked = { abi: REGISTRY_ABI, functionName: "isAuthorizedOrOwner" } as const;
  const data = encodeFunctionData({ ...asked, args: [wallet, agentId] });
  const result = await call(callRpc, address, data).catch(unlessRefused);
  return result && decodeFunctionResult({ ...asked, data: result });
};

/** How many tokens a wallet holds. */
export const balanceOf = async (callRpc: RpcClient, { address }: Registry, owner: Hex): Promise<bigint> => {
  const data = encodeFunctionData({ abi: REGISTRY_ABI, functionName: "balanceOf", args: [owner] });
  return decodeFunctionResult({
    abi: REGISTRY_ABI,
    functionName: "balanceOf",
    data: await call(callRpc, address, data),
  });
};

/** Logs of the registry by their topics, over all the chain; null where the node refuses to look so far. */
export const logsOf = async (
  callRpc: RpcClient,
  { address }: Registry,
  topics: readonly (string | null)[],
): Promise<Log[] | null> =>
  callRpc("eth_getLogs", [{ address, topics, fromBlock: "0x0", toBlock: "latest" }]).then(
    (logs) => Logs.parse(logs),
    unlessRefused,
  );

/** What the call would cost in gas, null where the node can't tell. */
export const gasOf = async (
  callRpc: RpcClient,
  transaction: { from: string; to: string; data: string },
): Promise<string | null> =>
  callRpc("eth_estimateGas", [transaction]).then((gas) => String(quantity.parse(gas)), unlessRefused);
