import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { rpcClient } from "@/lib/chains/json-rpc";
import { lookupSolana } from "@/lib/chains/solana-lookup";
import { scriptedNode, type Answers } from "../support/scripted-node";

const EVIDENCE = { messageHash: "00", tokenAccount: "account", blockhash: "hash" };
const SINCE = 1_790_000_000_000;
const AFTER = SINCE / 1000 + 120;
/** The first transaction of the payer's account, a day before. */
const CREATED = { signature: "created", blockTime: SINCE / 1000 - 86_400, memo: null };

/** A chain on which the blockhash has run out and the payer did nothing. */
const expired: Answers = {
  getSignaturesForAddress: () => [CREATED],
  getTransaction: () => null,
  isBlockhashValid: () => ({ context: { slot: 7 }, value: false }),
  getBlockTime: ([slot]) => (slot === 0 ? 0 : AFTER),
  getBlock: () => ({ signatures: ["of the ceiling"] }),
  getSignatureStatuses: () => ({ value: [{ confirmationStatus: "finalized" }] }),
  getFirstAvailableBlock: () => 0,
};

/** Nobody has looked before, and nobody will go on. */
const ONCE = { trail: {}, leave: () => undefined };

const ask = async (answers: Answers) =>
  lookupSolana(
    rpcClient(await scriptedNode({ ...expired, ...answers })),
    EVIDENCE,
    { from: SINCE, until: SINCE },
    ONCE,
  );

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
      { getSignaturesForAddress: () => [{ signature: "s", blockTime: AFTER }, CREATED] },
    ],
    [
      "a transaction that nobody could date could not be read",
      { getSignaturesForAddress: () => [{ signature: "s", blockTime: null }, CREATED] },
    ],
    ["the node knows none of its block's transactions", { getSignatureStatuses: () => ({ value: [null] }) }],
    [
      "the account is there, and the node lists nothing of it",
      { getSignaturesForAddress: () => [], getMultipleAccounts: () => ({ value: [{}] }) },
    ],
    [
      "the node's history begins after the payment's time",
      {
        getSignaturesForAddress: () => [],
        getMultipleAccounts: () => ({ value: [null] }),
        getFirstAvailableBlock: () => 5,
      },
    ],
  ])("not when %s", async (_, answers) => {
    expect(await ask(answers)).toMatchObject({ kind: "open" });
  });

  it("not when the node answers an error instead", async () => {
    await expect(ask({ isBlockhashValid: () => undefined })).rejects.toThrow("Method not found");
  });

  it("where the account was never there", async () => {
    const nothing = { getSignaturesForAddress: () => [], getMultipleAccounts: () => ({ value: [null] }) };
    expect(await ask(nothing)).toMatchObject({ kind: "unmoved" });
  });

  it("and the request names the slot that the node must have reached, and where to begin", async () => {
    const asked: unknown[] = [];
    await ask({ getSignaturesForAddress: (params) => (asked.push(params[1]), [CREATED]) });
    expect(asked).toEqual([
      { limit: 1_000, commitment: "finalized", minContextSlot: 7, before: "of the ceiling" },
    ]);
  });
});

const WIRE = Buffer.concat([Buffer.from([1]), Buffer.alloc(64), Buffer.from("message")]);
const MESSAGE_HASH = createHash("sha256").update("message").digest("hex");
const landed = { transaction: [WIRE.toString("base64"), "base64"], meta: { err: null }, blockTime: AFTER };

describe("a Solana payment in the very block with which its blockhash runs out", () => {
  it.each([
    ["first", ["payment", "vote", "other"]],
    ["among others", ["vote", "payment", "other"]],
    ["last", ["vote", "other", "payment"]],
  ])("has moved where it stands there %s", async (_, signatures) => {
    const listed = { signature: "payment", blockTime: AFTER };
    const getSignaturesForAddress: Answers[string] = ([, options]) => {
      const { before } = options as { before: string }; // the lookup's own request
      return signatures.indexOf("payment") < signatures.indexOf(before) ? [listed, CREATED] : [CREATED];
    };
    const answers: Answers = {
      ...{ getSignaturesForAddress, getBlock: () => ({ signatures }) },
      getSignatureStatuses: ([asked]) => ({ value: (asked as string[]).map(() => ({})) }), // the lookup's own request
      getTransaction: ([id]) => (id === "payment" ? landed : null),
    };
    expect(
      await lookupSolana(
        rpcClient(await scriptedNode({ ...expired, ...answers })),
        { ...EVIDENCE, messageHash: MESSAGE_HASH },
        { from: SINCE, until: SINCE },
        ONCE,
      ),
    ).toMatchObject({ kind: "moved", transaction: "payment" });
  });
});

describe("a Solana payment whose id is known", () => {
  const ITS_ID = "2".repeat(88);
  const evidence = { ...EVIDENCE, messageHash: MESSAGE_HASH, transaction: ITS_ID };
  const never = () => {
    throw new Error("there was no need to search");
  };
  const look = async (answers: Answers) =>
    lookupSolana(
      rpcClient(await scriptedNode({ ...expired, ...answers })),
      evidence,
      { from: SINCE, until: SINCE },
      ONCE,
    );

  it("is found by one question, however much its payer has done besides", async () => {
    const asked: unknown[] = [];
    const getTransaction = ([id]: readonly unknown[]) => (asked.push(id), landed);
    expect(await look({ getTransaction, getSignaturesForAddress: never })).toEqual({
      kind: "moved",
      transaction: ITS_ID,
      at: AFTER * 1000,
    });
    expect(asked).toEqual([ITS_ID]);
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
      const getTransaction = ([id]: readonly unknown[]) =>
        id === ITS_ID ? first : id === "another-id" ? landed : null;
      expect(await look({ getTransaction, getSignaturesForAddress: () => signatures })).toMatchObject({
        kind: "moved",
        transaction: "another-id",
      });
    }
    expect(await look({})).toMatchObject({ kind: "unmoved" });
  });
});
