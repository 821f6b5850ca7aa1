import { afterEach, describe, expect, it } from "vitest";
import {
  AUTHORIZATION_USED,
  type EvmEvidence,
  hex,
  lookupEvm,
  TRANSFER,
  word,
} from "@/lib/chains/evm-lookup";
import { rpcClient } from "@/lib/chains/json-rpc";
import { type RpcAnswer, type ScriptedRpc, startScriptedRpc } from "../support/scripted-rpc";

/** Nodes bound what `eth_getLogs` lists, each in its own words: none of them may keep a payment open for good. */

const USDC = `0x${"c".repeat(40)}`;
const [PAYER, OURS] = [`0x${"a".repeat(40)}`, `0x${"9".repeat(40)}`];
const HASH = `0x${"1".repeat(64)}`;
const topic = (value: string): string => `0x${word(value)}`;
const NONCE = topic("7");
const HEAD = 9_000;
const evidence: EvmEvidence = {
  ...{ from: PAYER, to: OURS, value: "20000", asset: USDC, nonce: NONCE, validBefore: "90000" },
};
/** A block is made every two seconds, from second 0 on. */
const sentIn = (block: number) => ({ from: block * 2_000, until: block * 2_000 });
const MOVED = (block: number) => ({ kind: "moved", transaction: HASH, at: block * 2_000 });

type Refusal = Extract<RpcAnswer, { error: unknown }>;
interface NodeOptions {
  usedIn: number;
  /** The most blocks that it lists at once. */
  most: number;
  refusal: Refusal;
  /** The oldest block whose state it keeps. */
  statesFrom?: number;
  /** It does not list the use yet. */
  isBehind?: () => boolean;
}

const logsIn = (block: number) =>
  [
    { topics: [AUTHORIZATION_USED, topic(PAYER), NONCE], data: "0x" },
    { topics: [TRANSFER, topic(PAYER), topic(OURS)], data: "0x4e20" },
  ].map((log, at) => ({
    ...{ ...log, address: USDC, transactionHash: HASH },
    ...{ blockNumber: hex(block), logIndex: hex(at) },
  }));

let node: ScriptedRpc | undefined;
afterEach(() => node?.close());

function start({ usedIn, most, refusal, statesFrom = 0, isBehind }: NodeOptions) {
  return startScriptedRpc((method, params) => {
    const [first, at] = params;
    const numberOf = (tag: unknown): number => (tag === "latest" ? HEAD : Number(tag));
    switch (method) {
      case "eth_getBlockByNumber": {
        const number = numberOf(first);
        return { result: { number: hex(number), timestamp: hex(number * 2) } };
      }
      case "eth_call":
        if (numberOf(at) < statesFrom)
          return {
            error: { code: -32_000, message: "missing trie node 8a3f (path ) state is not available" },
          };
        return { result: topic(numberOf(at) >= usedIn ? "1" : "0") };
      case "eth_getLogs": {
        const { fromBlock, toBlock } = first as { fromBlock: string; toBlock: string }; // the lookup's own filter
        if (Number(toBlock) - Number(fromBlock) + 1 > most) return refusal;
        const isIn = Number(fromBlock) <= usedIn && usedIn <= Number(toBlock) && isBehind?.() !== true;
        return { result: isIn ? logsIn(usedIn).slice(0, 1) : [] };
      }
      case "eth_getTransactionReceipt":
        return {
          result: { status: "0x1", logs: logsIn(usedIn), blockNumber: hex(usedIn), blockHash: HASH },
        };
      default:
        return { error: { code: -32_601, message: `the method ${method} does not exist` } };
    }
  });
}

const TEN_BLOCKS: Refusal = {
  error: {
    code: -32_600,
    message:
      "Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, this block range should work: [0x0, 0x9]. Upgrade to PAYG for expanded block range.",
  },
  status: 400,
};

const REFUSALS: readonly [most: number, refusal: Refusal][] = [
  [500, { error: { code: -32_005, message: "query returned more than 10000 results" } }],
  [10, TEN_BLOCKS],
  [5, { error: { code: -32_614, message: "eth_getLogs is limited to a 5 range" }, status: 413 }],
  [1_000, { error: { code: -32_600, message: "eth_getLogs is limited to a 1,000 range" } }],
  [
    800,
    {
      error: {
        code: -32_047,
        message: "Invalid eth_getLogs request. 'fromBlock'-'toBlock' range too large. Max range: 800",
      },
    },
  ],
  [1_024, { error: { code: -32_602, message: "query exceeds max block range 1024" } }],
  [30, { error: { code: -32_062, message: "Block range is too large" } }],
  [100, { error: { code: -32_000, message: "exceed maximum block range: 100" } }],
];

describe("a node that lists few blocks at once", () => {
  it.each(REFUSALS)(
    "tells of a payment all the same, if it keeps old states (%i blocks)",
    async (most, refusal) => {
      node = await start({ usedIn: 8_765, most, refusal });
      expect(await lookupEvm(rpcClient(node.url), evidence, sentIn(7_200))).toEqual(MOVED(8_765));
      expect(node.calls.length).toBeLessThan(30);
    },
  );

  it.each(REFUSALS)("and if it keeps none, within some looks (%i blocks)", async (most, refusal) => {
    node = await start({ usedIn: 7_900, most, refusal, statesFrom: HEAD - 100 });
    let progress = "";
    let looks = 0;
    for (; looks < 10; looks += 1) {
      const before = node.calls.length;
      const steps = { trail: { progress }, leave: (further: string) => void (progress = further) };
      const found = await lookupEvm(rpcClient(node.url), evidence, sentIn(7_200), steps);
      expect(node.calls.length - before).toBeLessThan(60);
      if (found.kind === "moved") {
        expect(found).toEqual(MOVED(7_900));
        break;
      }
      expect(found).toMatchObject({ kind: "open", seen: true });
    }
    expect(looks).toBeLessThan(10);
  });

  it("goes on where the last look was cut off", async () => {
    node = await start({ usedIn: 7_900, most: 10, refusal: TEN_BLOCKS, statesFrom: HEAD - 100 });
    let progress = "7896 8";
    const steps = { trail: { progress }, leave: (further: string) => void (progress = further) };
    expect(await lookupEvm(rpcClient(node.url), evidence, sentIn(7_200), steps)).toEqual(MOVED(7_900));
    expect(node.calls.filter((method) => method === "eth_getLogs")).toHaveLength(1);
  });

  it("is asked anew from the beginning where its logs were behind", async () => {
    let isBehind = true;
    node = await start({ usedIn: 8_950, most: 60, refusal: TEN_BLOCKS, isBehind: () => isBehind });
    let progress = "";
    const look = (url: string) =>
      lookupEvm(rpcClient(url), evidence, sentIn(8_900), {
        trail: { progress },
        leave: (further) => void (progress = further),
      });
    expect(await look(node.url)).toMatchObject({ kind: "open", seen: true });
    isBehind = false;
    expect(await look(node.url)).toEqual(MOVED(8_950));
  });

  it.each([
    [
      "refuses to list even one block",
      { error: { code: -32_601, message: "the method eth_getLogs does not exist" } },
    ],
    ["is out of order", null],
  ] as const)("is given up soon where it %s", async (_, refusal) => {
    node = await start({ usedIn: 8_765, most: 0, refusal: refusal as Refusal });
    await expect(lookupEvm(rpcClient(node.url), evidence, sentIn(7_200))).rejects.toThrow("eth_getLogs");
    expect(node.calls.length).toBeLessThan(30);
  });
});
