import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RpcError } from "@/lib/chains/json-rpc";
import { HONEST } from "../simulator/chains/lies";
import { PaidOnSolana } from "../support/paid-on-solana";

let paid: PaidOnSolana | null = null;
beforeEach(() => void vi.spyOn(Date, "now").mockImplementation(() => paid?.kernel.now ?? 0));
afterEach(() => void vi.restoreAllMocks());

const LIST = "getSignaturesForAddress";
const SLOT_MS = 400;
const CURSOR_UNKNOWN = -32_020;

/** A payment that others sent; the node's list of transactions is so many slots behind its bank. */
async function sentByOthers(slotsBehind: number): Promise<PaidOnSolana> {
  const payment = new PaidOnSolana();
  paid = payment;
  await payment.land();
  payment.faults.set(LIST, (params) =>
    payment.chain.ask(LIST, params, 0, "service", { ...HONEST, historyBehind: slotsBehind }),
  );
  return payment;
}

const open = (why: string, more = {}) => ({ kind: "open", why, ...more });
const LAGS = open("this node's list of transactions lags its chain", { unread: true });
const MISSING = open("the transaction can still land");

describe("a payment that others sent, and that a node's list lacks", () => {
  it("is found once the list has it", async () => {
    const payment = (await sentByOthers(25)).pass(25 * SLOT_MS);
    expect((await payment.lookUnrecorded()).found).toMatchObject({ kind: "moved" });
  });

  it("is not called missing while its blockhash lives and the list lacks the newest block", async () => {
    const payment = (await sentByOthers(25)).pass(10 * SLOT_MS);
    expect((await payment.lookUnrecorded()).found).toEqual(LAGS);
  });

  it("is not called missing when its blockhash has run out and the list lacks the finalized block", async () => {
    const payment = (await sentByOthers(400)).pass(200 * SLOT_MS);
    expect((await payment.lookUnrecorded()).found).toEqual(LAGS);
  });

  it("is not called missing by a node that refuses an unknown cursor, as Agave does since 4.0", async () => {
    const payment = (await sentByOthers(25)).pass(10 * SLOT_MS);
    const lagging = payment.faults.get(LIST);
    payment.faults.set(LIST, (params) => {
      const listed = lagging?.(params) as unknown[]; // the chain's own answer
      const [, { before }] = params as [string, { before?: string }];
      if (before !== undefined && listed.length === 0) throw new RpcError("not found", CURSOR_UNKNOWN);
      return listed;
    });
    expect((await payment.lookUnrecorded()).found).toEqual(LAGS);
  });
});

describe("a payment that nobody sent", () => {
  it.each([
    ["lives, by a list that holds the newest block", 0, 0],
    ["has run out, by a list that holds the finalized block", 25, 200],
  ])("is missing while its blockhash %s", async (_, slotsBehind, slots) => {
    const payment = new PaidOnSolana();
    paid = payment;
    payment.pass(slots * SLOT_MS);
    payment.faults.set(LIST, (params) =>
      payment.chain.ask(LIST, params, 0, "service", { ...HONEST, historyBehind: slotsBehind }),
    );
    expect((await payment.lookUnrecorded()).found).toEqual(MISSING);
  });

  it("is missing where its account never did anything, if the node has the block's transactions", async () => {
    const payment = new PaidOnSolana();
    paid = payment;
    payment.faults.set(LIST, () => []);
    expect((await payment.lookUnrecorded()).found).toEqual(LAGS);
    payment.faults.set("getTransaction", () => ({ transaction: ["AQ==", "base64"], meta: { err: null } }));
    expect((await payment.lookUnrecorded()).found).toEqual(MISSING);
  });
});
