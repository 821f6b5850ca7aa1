import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { rpcClient } from "@/lib/payments/chain/json-rpc";
import { lookupSolana } from "@/lib/payments/chain/solana-lookup";
import { scriptedNode, type Answers } from "../support/scripted-node";

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
  lookupSolana(rpcClient(await scriptedNode({ ...expired, ...answers })), EVIDENCE, {
    from: SINCE,
    until: SINCE,
  });

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

  it("and the request names the slot that the node must have reached", async () => {
    const asked: unknown[] = [];
    await ask({ getSignaturesForAddress: (params) => (asked.push(params[1]), []) });
    expect(asked).toEqual([
      { limit: 100, commitment: "confirmed" },
      { limit: 100, commitment: "finalized", minContextSlot: 7 },
    ]);
  });
});

describe("a Solana payment whose id is known", () => {
  const WIRE = Buffer.concat([Buffer.from([1]), Buffer.alloc(64), Buffer.from("message")]);
  const evidence = {
    ...EVIDENCE,
    messageHash: createHash("sha256").update("message").digest("hex"),
    transaction: "its-id",
  };
  const landed = { transaction: [WIRE.toString("base64"), "base64"], meta: { err: null }, blockTime: AFTER };
  const never = () => {
    throw new Error("there was no need to search");
  };
  const look = async (answers: Answers) =>
    lookupSolana(rpcClient(await scriptedNode({ ...expired, ...answers })), evidence, {
      from: SINCE,
      until: SINCE,
    });

  it("is found by one question, however much its payer has done besides", async () => {
    const asked: unknown[] = [];
    const getTransaction = ([id]: readonly unknown[]) => (asked.push(id), landed);
    expect(await look({ getTransaction, getSignaturesForAddress: never })).toEqual({
      kind: "moved",
      transaction: "its-id",
      at: AFTER * 1000,
    });
    expect(asked).toEqual(["its-id"]);
  });

  it("is unmoved when that transaction failed, and open while its outcome is not known", async () => {
    const failed = { ...landed, meta: { err: "InsufficientFundsForFee" } };
    expect(await look({ getTransaction: () => failed })).toMatchObject({ kind: "unmoved" });
    expect(await look({ getTransaction: () => ({ ...landed, meta: null }) })).toMatchObject({ kind: "open" });
  });

  it("is searched for when that id is not there or belongs to another message: it may have landed by another signature", async () => {
    const signatures = [{ signature: "another-id", blockTime: AFTER }];
    const foreign = { ...landed, transaction: ["AQ==", "base64"] };
    for (const first of [null, foreign]) {
      const getTransaction = ([id]: readonly unknown[]) => (id === "its-id" ? first : landed);
      expect(await look({ getTransaction, getSignaturesForAddress: () => signatures })).toMatchObject({
        kind: "moved",
        transaction: "another-id",
      });
    }
    expect(await look({})).toMatchObject({ kind: "unmoved" });
  });
});
