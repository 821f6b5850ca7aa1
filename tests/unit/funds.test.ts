import { decodeFunctionData, encodeFunctionResult, type Hex, multicall3Abi, toFunctionSelector } from "viem";
import { describe, expect, it } from "vitest";
import { BALANCE_OF } from "@/lib/chains/balances";
import { rpcClient } from "@/lib/chains/json-rpc";
import {
  evmReadings,
  GET_BLOCK_NUMBER,
  IS_BLACKLISTED,
  IS_SANCTIONED,
  readEvmAccounts,
} from "@/lib/payments/funds/evm-funds";
import { fundsBy, type Read, type Reading } from "@/lib/payments/funds/funds";
import { readSolanaAccounts } from "@/lib/payments/funds/solana-funds";
import { NodeError, scriptedNode } from "../support/scripted-node";
import { startScriptedRpc } from "../support/scripted-rpc";

const ASSET = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
const account = (digit: string) => ({
  asset: ASSET,
  from: `0x${digit.repeat(40)}`,
  nonce: `0x${digit.repeat(64)}`,
});
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, "0")}`;

/** What the token answers: who ends in 1 holds 5, who ends in 2 is blacklisted, and has used its authorization. */
function tokenSays(data: string): Hex | null {
  const owner = data.slice(10, 74).slice(-1);
  if (data.startsWith(BALANCE_OF)) return word(owner === "1" ? 5n : 0n);
  if (data.startsWith(IS_BLACKLISTED)) return owner === "3" ? null : word(owner === "2" ? 1n : 0n);
  return word(owner === "2" ? 1n : 0n);
}

const withMulticall = (params: readonly unknown[]): string => {
  const [{ data }] = params as [{ data: Hex }]; // the till's own request
  const called = decodeFunctionData({ abi: multicall3Abi, data });
  if (called.functionName !== "aggregate3") throw new Error(`asked by ${called.functionName}`);
  const results = called.args[0].map(({ callData }) => {
    const said = callData === GET_BLOCK_NUMBER ? word(77n) : tokenSays(callData);
    return { success: said !== null, returnData: said ?? ("0x" as const) };
  });
  return encodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", result: results });
};

const READINGS: Reading[] = [
  { balance: 5n, blocked: null, at: 77, unused: true },
  { balance: 0n, blocked: "issuer", at: 77 },
  { balance: 0n, blocked: null, at: 77, unused: true },
];

describe("balances on an EVM chain", () => {
  it("are asked for by selectors that follow from the functions' signatures", () => {
    expect([GET_BLOCK_NUMBER, IS_BLACKLISTED, IS_SANCTIONED]).toEqual([
      toFunctionSelector("getBlockNumber()"),
      toFunctionSelector("isBlacklisted(address)"),
      toFunctionSelector("isSanctioned(address)"),
    ]);
  });

  it("are read in one call, at one block, of a token without a blacklist too", async () => {
    const node = await startScriptedRpc((_, params) => ({ result: withMulticall(params) }));
    const accounts = ["1", "2", "3"].map(account);
    expect(await readEvmAccounts(rpcClient(node.url), accounts)).toEqual(READINGS);
    expect(node.calls).toEqual(["eth_call"]);
    await node.close();
  });

  it("are read call by call where Multicall3 is not deployed", async () => {
    const url = await scriptedNode({
      eth_getBlockByNumber: () => ({ number: "0x4d", timestamp: "0x1" }),
      eth_call: ([request]) => {
        const { to, data } = request as { to: string; data: string }; // the till's own request
        return to === ASSET ? (tokenSays(data) ?? new NodeError(3)) : "0x";
      },
    });
    expect(await readEvmAccounts(rpcClient(url), ["1", "2", "3"].map(account))).toEqual(READINGS);
  });

  it("of wallets that come at once are one question to the node", async () => {
    const node = await startScriptedRpc((_, params) => ({ result: withMulticall(params) }));
    const read = await Promise.all(
      ["1", "2", "3", "1"].map((digit) => evmReadings(account(digit))(node.url)),
    );
    expect(read.map(({ balance }) => balance)).toEqual([5n, 0n, 0n, 5n]);
    expect(node.calls).toHaveLength(1);
    await node.close();
  });
});

it("a Solana account that is missing holds nothing, and one is read at the slot that the node names", async () => {
  const url = await scriptedNode({ getMultipleAccounts: () => ({ context: { slot: 9 }, value: [null] }) });
  expect(await readSolanaAccounts(rpcClient(url), ["a"])).toEqual([
    { balance: 0n, blocked: null, missing: true, at: 9 },
  ]);
});

describe("whether a wallet can pay", () => {
  let wallets = 0;
  const wanted = (amount = 5n) => ({ key: `wallet ${(wallets += 1)}`, amount, asset: "USDC", unit: "block" });
  /** Nodes by name, each of which answers its readings in turn, the last again and again; null: it can't be asked. */
  const nodes = (script: Record<string, (Partial<Reading> | null)[]>): { read: Read; asked: string[] } => {
    const asked: string[] = [];
    const read: Read = (url) => {
      const next = script[url]?.length === 1 ? script[url][0] : script[url]?.shift();
      asked.push(url);
      if (next === undefined || next === null) return Promise.reject(new Error("silent"));
      return Promise.resolve({ balance: 0n, blocked: null, at: 1, ...next });
    };
    return { read, asked };
  };

  it("takes one reading where it can", async () => {
    const { read, asked } = nodes({ a: [{ balance: 5n }] });
    expect(await fundsBy(["a", "b"], read, wanted())).toEqual({ kind: "shown", balance: 5n });
    expect(asked).toEqual(["a"]);
  });

  it("takes a second node where it can't, and names the block", async () => {
    const { read } = nodes({ a: [{ at: 7 }], b: [{ at: 8 }] });
    expect(await fundsBy(["a", "b"], read, wanted())).toMatchObject({
      ...{ kind: "refused", reason: "insufficient_funds" },
      message: expect.stringContaining("at block 8: 0 base units of 5") as string,
    });
  });

  it("takes a later block of the only node", async () => {
    const { read, asked } = nodes({ a: [{ at: 7 }, { at: 7 }, { at: 8 }] });
    expect(await fundsBy(["a"], read, wanted())).toMatchObject({ kind: "refused" });
    expect(asked).toHaveLength(3);
  });

  it("is not known by one block alone", async () => {
    const { read } = nodes({ a: [{ at: 7 }] });
    expect(await fundsBy(["a"], read, wanted())).toMatchObject({ kind: "unread" });
  }, 10_000);

  it("is believed of the node that shows the money", async () => {
    const { read } = nodes({ a: [{}], b: [{ balance: 5n }] });
    expect(await fundsBy(["a", "b"], read, wanted())).toEqual({ kind: "shown", balance: 5n });
  });

  it("is not known while no node can be asked, and by the second while the first can't", async () => {
    expect(await fundsBy([], nodes({}).read, wanted())).toMatchObject({ kind: "unread" });
    expect(await fundsBy(["a", "b"], nodes({ a: [null], b: [null] }).read, wanted())).toMatchObject({
      kind: "unread",
    });
    const { read } = nodes({ a: [null], b: [{ balance: 5n }] });
    expect(await fundsBy(["a", "b"], read, wanted())).toEqual({ kind: "shown", balance: 5n });
  });

  it("needs no second confirmation for some seconds, and one reading shows that it was funded", async () => {
    const own = wanted();
    const { read, asked } = nodes({ a: [{}, {}, { balance: 5n }], b: [{}] });
    for (let at = 0; at < 2; at += 1)
      expect(await fundsBy(["a", "b"], read, own)).toMatchObject({ kind: "refused" });
    expect(asked).toEqual(["a", "b", "a"]);
    expect(await fundsBy(["a", "b"], read, own)).toEqual({ kind: "shown", balance: 5n });
  });

  it("is no question for an account that the issuer blocks, by two nodes", async () => {
    const { read } = nodes({
      a: [{ balance: 5n, blocked: "issuer" }],
      b: [{ balance: 5n, blocked: "issuer" }],
    });
    expect(await fundsBy(["a", "b"], read, wanted())).toEqual({ kind: "blocked", by: "issuer" });
  });
});
