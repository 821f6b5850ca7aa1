import { describe, expect, it } from "vitest";
import { rpcClient } from "@/lib/chains/json-rpc";
import { heldAtMidnight } from "@/lib/token/midnight";
import { type Answers, NodeError, scriptedNode } from "../support/scripted-node";

const ACCOUNT = "TokenAccount11111111111111111111111111111111";
const SLOT = 500;
const MIDNIGHT = Date.UTC(2026, 9, 7);
const SEC = MIDNIGHT / 1000;

interface Listed {
  signature: string;
  blockTime?: number | null;
}

/** A node that lists an account's history in pages, newest first, and shows each transaction's balances. */
function history(
  listed: readonly Listed[],
  before: Record<string, bigint>,
  change: Answers = {},
  holds = 70n,
) {
  const asked: string[] = [];
  const amountOf = (held: bigint | undefined) => [
    { accountIndex: 0, uiTokenAmount: { amount: "999" } },
    ...(held === undefined ? [] : [{ accountIndex: 1, uiTokenAmount: { amount: String(held) } }]),
  ];
  const answers: Answers = {
    getSignaturesForAddress: ([account, query]) => {
      const { before: from, limit, minContextSlot, commitment } = query as Record<string, unknown>;
      if (account !== ACCOUNT || minContextSlot !== SLOT || commitment !== "finalized") return undefined;
      const start = from === undefined ? 0 : listed.findIndex(({ signature }) => signature === from) + 1;
      return listed.slice(start, start + Number(limit));
    },
    getTransaction: ([signature]) => {
      asked.push(String(signature));
      const isNewest = signature === listed[0]?.signature;
      return {
        transaction: { message: { accountKeys: [{ pubkey: "Payer" }, { pubkey: ACCOUNT }] } },
        meta: {
          preTokenBalances: amountOf(before[String(signature)]),
          postTokenBalances: amountOf(isNewest ? holds : 1n),
        },
      };
    },
    getFirstAvailableBlock: () => 7,
    getBlockTime: ([slot]) => (slot === 7 ? SEC - 86_400 : SEC + 60),
    ...change,
  };
  return { answers, asked };
}

const ask = async (answers: Answers) =>
  heldAtMidnight(rpcClient(await scriptedNode(answers)), {
    account: ACCOUNT,
    balance: 70n,
    slot: SLOT,
    midnight: MIDNIGHT,
  });

const at = (signature: string, sinceSec: number): Listed => ({ signature, blockTime: SEC + sinceSec });

describe("what an account held at midnight", () => {
  it("is what it holds where nothing has touched it since", async () => {
    const { answers } = history([at("old", -1)], {});
    expect(await ask(answers)).toEqual({ balance: 70n, lasting: false });
  });

  it("is doubted of a node that lists nothing for it, as one does whose history lags behind its bank", async () => {
    expect(await ask(history([], {}).answers)).toEqual({ balance: 70n, lasting: false, bare: true });
  });

  it("is not told by a node whose newest transaction of it has left it with another balance", async () => {
    for (const listed of [[at("old", -1)], [at("new", 5), at("old", -1)]]) {
      expect(await ask(history(listed, {}, {}, 69n).answers)).toBeNull();
      expect(await ask(history(listed, {}, {}, 0n).answers)).toBeNull();
      expect(await ask(history(listed, {}, {}, 70n).answers)).not.toBeNull();
    }
  });

  it("is not told by a node whose history begins at midnight or later, but where it lists what is older", async () => {
    const late = { getBlockTime: () => SEC };
    expect(await ask(history([], {}, late).answers)).toBeNull();
    expect(await ask(history([at("a", 5)], {}, late).answers)).toBeNull();
    expect(await ask(history([at("a", 5), at("old", -1)], { a: 3n }, late).answers)).toEqual({
      ...{ balance: 3n, lasting: true },
    });
    const whole = { getFirstAvailableBlock: () => 0, getBlockTime: () => SEC };
    expect(await ask(history([at("a", 5)], { a: 3n }, whole).answers)).toEqual({
      balance: 3n,
      lasting: true,
    });
  });

  it("is what it had before the first transaction since, that of midnight's own second included", async () => {
    const { answers, asked } = history([at("c", 9), at("b", 9), at("a", 0), at("old", -1)], { a: 5n });
    expect(await ask(answers)).toEqual({ balance: 5n, lasting: true });
    expect(asked).toEqual(["c", "a"]);
  });

  it("is nothing for an account that was made since", async () => {
    expect(await ask(history([at("b", 9), at("made", 3)], {}).answers)).toEqual({
      balance: 0n,
      lasting: true,
    });
  });

  it("is found behind pages of later transactions, and behind short ones", async () => {
    const later = Array.from({ length: 2_500 }, (_, index) => at(`later-${index}`, 5_000 - index));
    const listed = [...later, at("first", 1), at("old", -1)];
    const { answers } = history(listed, { first: 8n });
    expect(await ask(answers)).toEqual({ balance: 8n, lasting: true });
    const short = history(listed.slice(2_000), { first: 8n }, {});
    const list = short.answers["getSignaturesForAddress"];
    const few = (params: readonly unknown[]): unknown => (list?.(params) as unknown[]).slice(0, 300);
    expect(await ask({ ...short.answers, getSignaturesForAddress: few })).toEqual({
      balance: 8n,
      lasting: true,
    });
  });

  it("is not told behind more transactions than are looked through", async () => {
    const later = Array.from({ length: 6_000 }, (_, index) => at(`later-${index}`, 9_000 - index));
    expect(await ask(history([...later, at("old", -1)], { "later-5999": 8n }).answers)).toBeNull();
  });

  it("is not told by a node that lists no times", async () => {
    expect(await ask(history([{ signature: "a" }], {}).answers)).toBeNull();
    expect(await ask(history([{ signature: "a", blockTime: null }], {}).answers)).toBeNull();
  });

  it("is not told before the finalized chain has come to midnight: what moves until then is still to come", async () => {
    const late = { getBlockTime: () => SEC - 1 };
    for (const listed of [[at("old", -9)], []])
      expect(await ask(history(listed, {}, late).answers)).toBeNull();
    const there = { getBlockTime: () => SEC };
    expect(await ask(history([at("old", -9)], {}, there).answers)).toEqual({ balance: 70n, lasting: false });
  });

  it("is nobody's guess: a node that lags, or shows another transaction, is an error", async () => {
    const behind = { getSignaturesForAddress: () => new NodeError(-32016) };
    await expect(ask(history([], {}, behind).answers)).rejects.toThrow();
    const other = {
      getTransaction: () => ({
        transaction: { message: { accountKeys: [{ pubkey: "Payer" }] } },
        meta: { preTokenBalances: [], postTokenBalances: [] },
      }),
    };
    await expect(ask(history([at("a", 1)], {}, other).answers)).rejects.toThrow(/another transaction/);
    await expect(ask(history([at("a", 1)], {}, { getTransaction: () => null }).answers)).rejects.toThrow();
  });
});
