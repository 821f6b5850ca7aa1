import type { Hex } from "viem";
import { decodeFunctionResult, encodeFunctionData } from "viem/utils";
import * as z from "zod";
import { textAnswer } from "./fetcher/answer";
import { type HeldToken, heldToken } from "./holdings";
import { rpcBody, rpcResult } from "./json-rpc";
import { BASE_TOKENS } from "./listed-tokens";
import { type Reduced, type Source, SourceError } from "./source";

/**
 * Base's public node. Without an indexer nobody can list a wallet's tokens, so it is asked for those on a list, all in
 * one call of Multicall3, which stands at the same address on every chain (multicall3.com).
 */
const MULTICALL3 = "0xca11bde05977b3631167028862be2a173976ca11";

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

/** `balanceOf(address)` of ERC-20: selector 0x70a08231, then the address in 32 bytes. */
const balanceOf = (owner: string): Hex => `0x70a08231${owner.slice(2).padStart(64, "0")}`;

const hex = z.string().regex(/^0x[0-9a-f]*$/i);
// That is what the pattern says.
const asHex = (text: string): Hex => text as Hex;

/** Wei, in digits. */
export const reduceEthBalance = (text: string): Reduced<string> => {
  const quantity = rpcResult(hex, text);
  if (quantity.length < 3) throw new SourceError("schema", "a balance without digits");
  return { value: String(BigInt(quantity)), asOf: null };
};

const listedBalances = z.object({
  tokens: z.array(heldToken),
  /** Tokens of the list whose contract gave no balance. */
  unread: z.int().min(0),
});
export type ListedBalances = z.infer<typeof listedBalances>;

/** Balances of the listed tokens that the wallet holds; a contract that does not answer is unread, not zero. */
export function reduceTokenBalances(text: string): Reduced<ListedBalances> {
  const rows = decode(asHex(rpcResult(hex, text)));
  const tokens: HeldToken[] = [];
  let unread = 0;
  for (const [i, { id, symbol, decimals }] of BASE_TOKENS.entries()) {
    const row = rows[i];
    if (row?.success !== true || row.returnData.length !== 66) unread++;
    else if (BigInt(row.returnData) > 0n)
      tokens.push({ id, symbol, raw: String(BigInt(row.returnData)), decimals, priceUsd: null });
  }
  if (unread === BASE_TOKENS.length) throw new SourceError("schema", "no token's balance could be read");
  return { value: { tokens, unread }, asOf: null };
}

function decode(data: Hex): readonly { success: boolean; returnData: Hex }[] {
  try {
    return decodeFunctionResult({ abi: AGGREGATE3, functionName: "aggregate3", data });
  } catch (cause) {
    throw new SourceError("schema", "not what Multicall3 returns", { cause });
  }
}

const common = {
  version: 1,
  provider: "Base RPC",
  freshMs: 60_000,
  staleMs: 10 * 60_000,
  maxBytes: 50_000,
  bucket: { name: "base-rpc", perMinute: 120 },
};
const post = (method: string, params: unknown) => () => ({
  host: "mainnet.base.org",
  path: "/",
  body: rpcBody(method, params),
});

/** ETH of a wallet, in wei. `owner` is an address that was checked before, in lower case. */
export const baseBalance = (owner: string): Source<string> => ({
  ...common,
  id: `base.balance:${owner}`,
  address: post("eth_getBalance", [owner, "latest"]),
  answer: textAnswer(reduceEthBalance),
  kept: z.string().regex(/^\d{1,78}$/),
});

/** A wallet's balances of the listed tokens. */
export const baseTokens = (owner: string): Source<ListedBalances> => ({
  ...common,
  id: `base.tokens:${owner}`,
  address: post("eth_call", [{ to: MULTICALL3, data: callData(owner) }, "latest"]),
  answer: textAnswer(reduceTokenBalances),
  kept: listedBalances,
});

const callData = (owner: string): Hex =>
  encodeFunctionData({
    abi: AGGREGATE3,
    functionName: "aggregate3",
    args: [
      BASE_TOKENS.map(({ id }) => ({
        target: asHex(id),
        allowFailure: true,
        callData: balanceOf(owner),
      })),
    ],
  });
