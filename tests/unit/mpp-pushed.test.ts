import { getBase58Decoder } from "@solana/kit";
import { describe, expect, it } from "vitest";
import { findPushed } from "@/lib/payments/rails/mpp/pushed";
import { NodeError, scriptedNode, type Answers } from "../support/scripted-node";

const SIGNATURE = getBase58Decoder().decode(new Uint8Array(64).fill(7));
const found = (blockTime: number | null, err: unknown = null) => ({
  transaction: ["AQ==", "base64"],
  meta: { err },
  blockTime,
});
const seconds = (ms: number): number => Math.floor(ms / 1000);
const soon = (): number => Date.now() + 60_000;
const past = (): number => Date.now() - 60_000;

const find = async (answers: Answers, until: number, signature = SIGNATURE) =>
  findPushed([await scriptedNode(answers)], signature, until);

const PAY_AGAIN = { name: "PaymentRefused" };
const WAIT = { code: "payment_conflict", options: { headers: { "retry-after": "2" } } };

describe("a transaction that its payer says to have sent", () => {
  it("is found with the time at which it landed", async () => {
    expect(await find({ getTransaction: () => found(1_790_000_000) }, soon())).toEqual({
      wire: "AQ==",
      landedAt: 1_790_000_000_000,
    });
  });

  it("is waited for a little, as our node may be a moment behind", async () => {
    let asked = 0;
    const getTransaction = () => ((asked += 1) < 3 ? null : found(1_790_000_000));
    await expect(find({ getTransaction }, soon())).resolves.toMatchObject({ wire: "AQ==" });
    expect(asked).toBe(3);
  });

  it("is 409 while it is not seen and can still land: a payer who may have paid is not asked to pay again", async () => {
    let asked = 0;
    const incomplete = [found(null), { ...found(1), meta: null }]; // its time or outcome is not known yet
    const answers = [() => ((asked += 1), null), ...incomplete.map((answer) => () => answer)];
    const all = answers.map((getTransaction) => find({ getTransaction }, soon()));
    for (const one of await Promise.allSettled(all)) expect(one).toMatchObject({ reason: WAIT });
    expect(asked).toBe(4);
  });

  it("is looked for once afterwards, and to be paid anew only when the node's chain is past its time", async () => {
    let asked = 0;
    const absent = { getTransaction: () => ((asked += 1), null), getSlot: () => 7 };
    const now = seconds(Date.now());
    await expect(find({ ...absent, getBlockTime: () => now }, past())).rejects.toMatchObject({
      ...PAY_AGAIN,
      reason: "expired",
    });
    expect(asked).toBe(1);
    for (const getBlockTime of [() => now - 120, () => null])
      await expect(find({ ...absent, getBlockTime }, past())).rejects.toMatchObject(WAIT);
    // Found late is found.
    await expect(find({ getTransaction: () => found(now - 3_600) }, past())).resolves.toBeDefined();
  });

  it("is to be paid anew when it failed on chain", async () => {
    const failed = found(1_790_000_000, { InstructionError: [2, { Custom: 1 }] });
    await expect(find({ getTransaction: () => failed }, soon())).rejects.toMatchObject({
      ...PAY_AGAIN,
      reason: "settlement_failed",
    });
  });

  it("is 503 while the chain can't be asked", async () => {
    const unavailable = { code: "payments_unavailable" };
    for (const answers of [{}, { getTransaction: () => new NodeError(-32_005) }, { getTransaction: () => 7 }])
      await expect(find(answers, soon())).rejects.toMatchObject(unavailable);
    await expect(findPushed(["http://127.0.0.1:9"], SIGNATURE, soon())).rejects.toMatchObject(unavailable);
    await expect(findPushed([], SIGNATURE, soon())).rejects.toMatchObject(unavailable);
    // Neither is it paid anew because the node can't tell how far it is.
    await expect(find({ getTransaction: () => null }, past())).rejects.toMatchObject(unavailable);
  });

  it("is found by a second node where the first does not show it, or can't be asked, and to be paid anew by neither's word alone", async () => {
    const now = seconds(Date.now());
    const [denies, shows] = [
      { getTransaction: () => null, getSlot: () => 7 },
      { getTransaction: () => found(now) },
    ];
    const by = async (first: Answers, second: Answers, until: number) =>
      findPushed([await scriptedNode(first), await scriptedNode(second)], SIGNATURE, until);
    for (const first of [{ ...denies, getBlockTime: () => now }, {}])
      for (const until of [soon(), past()])
        await expect(by(first, shows, until)).resolves.toMatchObject({ wire: "AQ==" });
    const [passed, behind] = [
      { ...denies, getBlockTime: () => now },
      { ...denies, getBlockTime: () => now - 120 },
    ];
    await expect(by(passed, behind, past())).rejects.toMatchObject(WAIT);
    await expect(by(passed, {}, past())).rejects.toMatchObject({ code: "payments_unavailable" });
    await expect(by(passed, passed, past())).rejects.toMatchObject({ ...PAY_AGAIN, reason: "expired" });
  });

  it("must be named by a signature", async () => {
    let asked = 0;
    const answers = { getTransaction: () => ((asked += 1), null) };
    for (const text of ["2".repeat(64), "z".repeat(88), "1".repeat(80)])
      await expect(find(answers, soon(), text)).rejects.toMatchObject({ reason: "malformed_payment" });
    expect(asked).toBe(0);
  });

  it("costs one look each when many are waited for at once", async () => {
    let asked = 0;
    const url = await scriptedNode({ getTransaction: () => ((asked += 1), null) });
    const all = Array.from({ length: 40 }, () => findPushed([url], SIGNATURE, soon()));
    for (const one of await Promise.allSettled(all)) expect(one).toMatchObject({ reason: WAIT });
    expect(asked).toBe(16 * 4 + 24);
  });
});
