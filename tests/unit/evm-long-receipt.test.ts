import { afterEach, describe, expect, it } from "vitest";
import { confirmEvm } from "@/lib/chains/evm-confirm";
import { AUTHORIZATION_USED, type EvmEvidence, lookupEvm, TRANSFER } from "@/lib/chains/evm-lookup";
import { ReplyTooLong, rpcClient, type RpcClient } from "@/lib/chains/json-rpc";
import { type ScriptedRpc, startScriptedRpc } from "../support/scripted-rpc";

/** Whoever settles somebody's authorization chooses what else is in that transaction, and how long its receipt is. */

const USDC = `0x${"c".repeat(40)}`;
const [PAYER, OURS, OTHER] = ["a", "9", "b"].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
];
const HASH = `0x${"1".repeat(64)}`;
const BLOCK_HASH = `0x${"2".repeat(64)}`;
const topic = (value: string): string => `0x${value.replace(/^0x/, "").padStart(64, "0")}`;
const nonceOf = (name: number): string => topic(name.toString(16));

const evidence = (nonce: number): EvmEvidence => ({
  ...{ from: PAYER, to: OURS, value: "20000", asset: USDC, nonce: nonceOf(nonce), validBefore: "5000" },
});

interface Log {
  index: number;
  topics: string[];
  data: string;
  transaction?: string;
}
/** What USDC logs of one authorization's use, at an index of its block. */
const use = (nonce: number, to: string, index: number, transaction = HASH): Log[] => [
  { index, topics: [AUTHORIZATION_USED, topic(PAYER), nonceOf(nonce)], data: "0x", transaction },
  { index: index + 1, topics: [TRANSFER, topic(PAYER), topic(to)], data: "0x4e20", transaction },
];

interface Filter {
  blockHash?: string;
  topics: (string | string[])[];
}

/** A node whose receipts are all too long. */
const nodeOf =
  (logs: readonly Log[]): RpcClient =>
  (method, params) => {
    const list = ({ topics }: Filter): unknown =>
      logs
        .filter((log) => topics.every((wanted, at) => [wanted].flat().includes(log.topics[at] ?? "")))
        .map(({ index, topics: own, data, transaction = HASH }) => ({
          ...{ address: USDC, topics: own, data, transactionHash: transaction },
          ...{ blockNumber: "0x64", logIndex: `0x${index.toString(16)}` },
        }));
    switch (method) {
      case "eth_getTransactionReceipt":
        return Promise.reject(new ReplyTooLong("longer than is read"));
      case "eth_getTransactionByHash":
        return Promise.resolve({ blockNumber: "0x64", blockHash: BLOCK_HASH });
      case "eth_getBlockByNumber":
        return Promise.resolve({ number: "0x64", timestamp: "0x3e8" });
      case "eth_call":
        return Promise.resolve(`0x${"1".padStart(64, "0")}`);
      case "eth_getLogs":
        return Promise.resolve(list(params[0] as Filter)); // the one parameter that evm-lookup.ts sends
      default:
        return Promise.reject(new Error(`nobody asks ${method}`));
    }
  };
const sent = { from: 1_000_000, until: 1_000_000 };
const filler = Array.from({ length: 50 }, (_, at): Log => ({
  ...{ index: 1_000 + at, topics: [TRANSFER, topic(OTHER), topic(OURS)], data: "0x4e20" },
}));

/** So much of a real node's reply to one question is read. */
const MOST_BYTES = 4 << 20;

describe("transfers of nothing in a payer's name, which anybody can have logged", () => {
  const nothing = Array.from({ length: 20_000 }, (_, at): Log => ({
    ...{ index: 10 + at, topics: [TRANSFER, topic(PAYER), topic(OURS)], data: topic("0") },
  }));
  let node: ScriptedRpc | undefined;
  afterEach(() => node?.close());
  async function look(logs: readonly Log[]) {
    const ask = nodeOf(logs);
    let longest = 0;
    node = await startScriptedRpc(async (method, params) => {
      if (method === "eth_getTransactionReceipt") return { result: "0".repeat(MOST_BYTES) };
      const result = await ask(method, params);
      longest = Math.max(longest, JSON.stringify(result).length);
      return { result };
    });
    const found = await lookupEvm(rpcClient(node.url, AbortSignal.timeout(30_000)), evidence(7), sent);
    return { found, longest };
  }

  it("don't keep it open, however many of them fill its block", async () => {
    const { found, longest } = await look([...nothing.slice(0, 10_000), ...use(7, OURS, 5), ...nothing]);
    expect(longest).toBeGreaterThan(2 * MOST_BYTES);
    expect(found).toEqual({ kind: "moved", transaction: HASH, at: 1_000_000 });
  });

  it("nor is one of them taken for the payment's own transfer", async () => {
    const [used] = use(7, OURS, 5);
    if (used === undefined) throw new Error("there is no use");
    const next: Log = { index: 6, topics: [TRANSFER, topic(PAYER), topic(OURS)], data: topic("0") };
    await expect(look([used, next])).rejects.toThrow("without its transfer");
  });

  it("are told from those of something, of which too many stay too many", async () => {
    const something = nothing.map((log) => ({ ...log, data: "0x4e20" }));
    await expect(look([...use(7, OURS, 5), ...something])).rejects.toThrow("more than");
  });
});

describe("a payment in a transaction whose receipt is too long to be read", () => {
  it("is found by its own logs, and confirmed where it was named", async () => {
    const ask = nodeOf([...filler, ...use(7, OURS, 5)]);
    expect(await lookupEvm(ask, evidence(7), sent)).toEqual({
      kind: "moved",
      transaction: HASH,
      at: 1_000_000,
    });
    expect(await confirmEvm(ask, evidence(7), HASH)).toMatchObject({
      kind: "moved",
      block: `100 ${BLOCK_HASH}`,
    });
  });

  it("is told from an equal one beside it: one of two pays us, and the other somebody else", async () => {
    const ask = nodeOf([...use(7, OTHER, 5), ...use(8, OURS, 7)]);
    expect(await lookupEvm(ask, evidence(7), sent)).toMatchObject({ kind: "unmoved", byPayer: true });
    expect(await confirmEvm(ask, evidence(7), HASH)).toEqual({ kind: "another's" });
    expect(await confirmEvm(ask, evidence(8), HASH)).toMatchObject({ kind: "moved" });
  });

  it("is not in another payment's transaction of the same block", async () => {
    const ask = nodeOf([...use(7, OURS, 5, `0x${"3".repeat(64)}`), ...use(8, OURS, 7)]);
    expect(await confirmEvm(ask, evidence(7), HASH)).toEqual({ kind: "not it" });
    expect(await confirmEvm(ask, evidence(8), HASH)).toMatchObject({ kind: "moved" });
  });

  it("stays open where the node leaves its transfer out: nothing is released by what is not told", async () => {
    const [used] = use(7, OURS, 5);
    const ask = nodeOf([...filler, ...(used === undefined ? [] : [used])]);
    await expect(lookupEvm(ask, evidence(7), sent)).rejects.toThrow("without its transfer");
    await expect(confirmEvm(ask, evidence(7), HASH)).rejects.toThrow("without its transfer");
  });
});
