import type { Hex } from "viem";
import { decodeFunctionResult, encodeFunctionData } from "viem/utils";
import * as z from "zod";
import { env } from "@/lib/env";
import { log } from "@/lib/http/log";
import { BALANCE_OF } from "@/lib/chains/balances";
import { AUTHORIZATION_STATE, block, word } from "@/lib/chains/evm-lookup";
import { type RpcClient, RpcError } from "@/lib/chains/json-rpc";
import { batchedReadings } from "./batching";
import type { Reading } from "./funds";

/** Multicall3, at the same address of every chain that has it (https://github.com/mds1/multicall3). */
const MULTICALL3 = "0xcA11bde05977b3631167028862bE2a173976CA11";
/** Selectors; a test recomputes them from their signatures. */
export const GET_BLOCK_NUMBER = "0x42cbb15c"; // getBlockNumber()
export const IS_BLACKLISTED = "0xfe575a87"; // isBlacklisted(address)
export const IS_SANCTIONED = "0xdf592f7d"; // isSanctioned(address), of the operator's oracle

const AGGREGATE3 = [
  {
    name: "aggregate3",
    type: "function",
    stateMutability: "payable",
    inputs: [
      {
        name: "calls",
        type: "tuple[]",
        components: [
          { name: "target", type: "address" },
          { name: "allowFailure", type: "bool" },
          { name: "callData", type: "bytes" },
        ],
      },
    ],
    outputs: [
      {
        name: "returnData",
        type: "tuple[]",
        components: [
          { name: "success", type: "bool" },
          { name: "returnData", type: "bytes" },
        ],
      },
    ],
  },
] as const;

/** An authorization's account, and what identifies the authorization. */
export interface EvmAccount {
  asset: string;
  from: string;
  nonce: string;
}

interface Call {
  target: Hex;
  callData: Hex;
}

const hexOf = (text: string): Hex => `0x${text.replace(/^0x/, "")}`;

function callsFor({ asset, from, nonce }: EvmAccount, oracle: string | undefined): Call[] {
  const ofAsset = [
    BALANCE_OF + word(from),
    IS_BLACKLISTED + word(from),
    AUTHORIZATION_STATE + word(from) + word(nonce),
  ].map((data) => ({ target: hexOf(asset), callData: hexOf(data) }));
  return oracle === undefined
    ? ofAsset
    : [...ofAsset, { target: hexOf(oracle), callData: hexOf(IS_SANCTIONED + word(from)) }];
}

/** What a call returned; null where it was reverted. */
type Result = string | null;

/** All in one `eth_call`, at the block that it names itself; null where Multicall3 is not deployed. */
async function together(callRpc: RpcClient, calls: readonly Call[]) {
  const number: Call = { target: MULTICALL3, callData: GET_BLOCK_NUMBER };
  const args = [[number, ...calls].map((call) => ({ ...call, allowFailure: true }))] as const;
  const data = encodeFunctionData({ abi: AGGREGATE3, functionName: "aggregate3", args });
  const reply = z.string().parse(await callRpc("eth_call", [{ to: MULTICALL3, data }, "latest"]));
  if (reply === "0x") return null;
  const [first, ...rest] = decodeFunctionResult({
    abi: AGGREGATE3,
    functionName: "aggregate3",
    data: hexOf(reply),
  });
  if (first?.success !== true) throw new Error("Multicall3 named no block");
  const results: Result[] = rest.map(({ success, returnData }) => (success ? returnData : null));
  return { at: Number(BigInt(first.returnData)), results };
}

const isRevert = (error: unknown): boolean =>
  error instanceof RpcError && (error.code === 3 || /revert/i.test(error.message));

/** The same call by call, at one block. */
async function oneByOne(callRpc: RpcClient, calls: readonly Call[]) {
  const { number } = await block(callRpc, "latest");
  const ask = async ({ target, callData }: Call): Promise<Result> => {
    try {
      return z.string().parse(await callRpc("eth_call", [{ to: target, data: callData }, number]));
    } catch (error) {
      if (isRevert(error)) return null;
      throw error;
    }
  };
  return { at: Number(number), results: await Promise.all(calls.map(ask)) };
}

/** Whether a call returned something: one to an address without code returns `0x`. */
const isAnswer = (result: Result | undefined): result is string =>
  typeof result === "string" && /^0x[0-9a-f]+$/i.test(result);

const isOne = (result: Result | undefined): boolean => isAnswer(result) && BigInt(result) === 1n;

/** Reads accounts from one node, in their order. Throws when it can't be asked. */
export async function readEvmAccounts(
  callRpc: RpcClient,
  accounts: readonly EvmAccount[],
): Promise<Reading[]> {
  const oracle = env().EVM_SCREEN_ORACLE;
  const calls = accounts.map((account) => callsFor(account, oracle));
  const flat = calls.flat();
  const { at, results } = (await together(callRpc, flat)) ?? (await oneByOne(callRpc, flat));
  return calls.map((own, index) => {
    const [balance, blacklisted, used, sanctioned] = results.slice(
      index * own.length,
      (index + 1) * own.length,
    );
    if (!isAnswer(balance)) throw new Error("no balance");
    const isUnused = typeof used === "string" && /^0x0+$/.test(used);
    if (oracle !== undefined && !isAnswer(sanctioned)) log.warn("screen_oracle_unread", { oracle });
    const blocked = isOne(blacklisted) ? "issuer" : isOne(sanctioned) ? "oracle" : null;
    return {
      ...{ balance: BigInt(balance), blocked, at },
      ...(isUnused && { unused: true }),
    };
  });
}

/** The readings of one account, each as part of a batch. */
export const evmReadings = batchedReadings(readEvmAccounts);
