import { vi } from "vitest";
import { AUTHORIZATION_CANCELED, AUTHORIZATION_USED, TRANSFER } from "@/lib/chains/evm-lookup";
import type { Age } from "../records";
import { EVIDENCE, START_MS } from "./fixtures";
import type { Script } from "./script";

/** A node of Base that makes each look at the chain find what it is told to find. */

type Look = Script["looks"][number];

const word = (hex: string): string => `0x${hex.slice(2).padStart(64, "0")}`;
const [EVM = { from: "", to: "", value: "", asset: "", nonce: "", validBefore: "0" }] = EVIDENCE;

/** When what had moved before the call landed; the ledger begins with the call, or shortly before it. */
const AGO_SEC: Readonly<Record<Age, number>> = { fresh: 0, "before-epoch": 60, old: 7_200 };

/** A node that answers one look in such a way that it finds what it is told to find. */
function nodeAnswer(look: Look, age: Age, method: string): unknown {
  const past = Number(EVM.validBefore) + 10;
  const timestamp = `0x${(look === "unmoved" ? past : START_MS / 1000 - AGO_SEC[age]).toString(16)}`;
  const log = { address: EVM.asset, transactionHash: "0xaa", blockNumber: "0x1", data: "0x" };
  const used = { ...log, topics: [AUTHORIZATION_USED, word(EVM.from), EVM.nonce], logIndex: "0x0" };
  const transfer = {
    ...log,
    topics: [TRANSFER, word(EVM.from), word(EVM.to)],
    data: `0x${Number(EVM.value).toString(16)}`,
    logIndex: "0x1",
  };
  if (method === "eth_getBlockByNumber") return { number: "0x0", timestamp };
  if (method === "eth_call") return look === "not-yet" ? "0x0" : "0x1";
  // What never moves was cancelled by its payer, who cools down.
  const cancelled = { ...used, topics: [AUTHORIZATION_CANCELED, ...used.topics.slice(1)] };
  if (method === "eth_getLogs") return look === "unmoved" ? [cancelled] : [used];
  return { status: "0x1", logs: [used, transfer], blockNumber: "0x1", blockHash: "0xbb" };
}

/** `next` is asked at the start of each look. */
export function stubNode(address: string, next: () => { look: Look; age: Age }): void {
  const outside = globalThis.fetch;
  let now: ReturnType<typeof next> = { look: "unclear", age: "fresh" };
  vi.stubGlobal("fetch", async (input: URL | string, init?: RequestInit) => {
    if (!String(input).startsWith(address)) return outside(input, init);
    const { method, params } = JSON.parse(String(init?.body)) as { method: string; params: unknown[] }; // the till's own request
    // Every look begins with the newest block.
    if (method === "eth_getBlockByNumber" && params[0] === "latest") now = next();
    if (now.look === "unclear") return new Response(null, { status: 500 });
    return Response.json({ jsonrpc: "2.0", id: 1, result: nodeAnswer(now.look, now.age, method) });
  });
}
