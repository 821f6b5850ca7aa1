import { createServer } from "node:http";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { asker } from "@/lib/payments/chain/json-rpc";
import { lookupSolana } from "@/lib/payments/chain/solana-lookup";

/** A node that answers as a test tells it, over a real socket: for what a healthy local chain never says. */
type Answers = Record<string, (params: readonly unknown[]) => unknown>;
const open: { close(): void }[] = [];

async function node(answers: Answers): Promise<string> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] }; // our own request
      const result = answers[method]?.(params);
      const reply =
        result === undefined ? { error: { code: -32601, message: "Method not found" } } : { result };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...reply }));
    });
  }).listen(0, "127.0.0.1");
  open.push(server);
  await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

const EVIDENCE = { messageHash: "00", tokenAccount: "account", blockhash: "hash" };
const SINCE = 1_790_000_000_000;
const AFTER = SINCE / 1000 + 120;

/** A chain on which the blockhash has run out and the payer did nothing. */
const expired: Answers = {
  getSignaturesForAddress: () => [],
  getTransaction: () => null,
  isBlockhashValid: () => ({ context: { slot: 7 }, value: false }),
  getBlockTime: () => AFTER,
};

const ask = async (answers: Answers) =>
  lookupSolana(asker(await node({ ...expired, ...answers })), EVIDENCE, { from: SINCE, until: SINCE });

describe("a Solana payment is called unmoved", () => {
  it("when its blockhash has run out and the finalized chain, past the intent, does not hold it", async () => {
    expect(await ask({})).toMatchObject({ kind: "unmoved" });
  });

  it.each<[string, Answers]>([
    [
      "its blockhash is valid at the tip",
      {
        isBlockhashValid: ([, options]) => ({
          context: { slot: 7 },
          value: JSON.stringify(options).includes("processed"),
        }),
      },
    ],
    [
      "its blockhash is valid in the finalized bank",
      {
        isBlockhashValid: ([, options]) => ({
          context: { slot: 7 },
          value: JSON.stringify(options).includes("finalized"),
        }),
      },
    ],
    [
      "the node lags behind the intent and knows no such blockhash",
      { getBlockTime: () => SINCE / 1000 - 30 },
    ],
    ["the node can't date its chain", { getBlockTime: () => null }],
    [
      "a transaction of the payer could not be read",
      { getSignaturesForAddress: () => [{ signature: "s", blockTime: AFTER }] },
    ],
    [
      "a transaction beyond its usual time could not be read",
      { getSignaturesForAddress: () => [{ signature: "s", blockTime: AFTER + 3_000 }] },
    ],
  ])("not when %s", async (_, answers) => {
    expect(await ask(answers)).toMatchObject({ kind: "open" });
  });

  it("not when the node answers an error instead", async () => {
    await expect(ask({ isBlockhashValid: () => undefined })).rejects.toThrow("Method not found");
  });

  it("and the node is told how far it must have come", async () => {
    const asked: unknown[] = [];
    await ask({ getSignaturesForAddress: (params) => (asked.push(params[1]), []) });
    expect(asked).toEqual([
      { limit: 100, commitment: "confirmed" },
      { limit: 100, commitment: "finalized", minContextSlot: 7 },
    ]);
  });
});
