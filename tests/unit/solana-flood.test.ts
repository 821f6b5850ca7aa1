import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RpcFailure } from "../simulator/chains/base";
import { PaidOnSolana } from "../support/paid-on-solana";

/** The instance's own clock is the chain's here. */
let paid: PaidOnSolana | null = null;
beforeEach(() => void vi.spyOn(Date, "now").mockImplementation(() => paid?.kernel.now ?? 0));
afterEach(() => void vi.restoreAllMocks());

const aPayment = (...options: ConstructorParameters<typeof PaidOnSolana>): PaidOnSolana =>
  (paid = new PaidOnSolana(...options));

const MINUTE = 60_000;

describe("a payment whose answer was lost is found on chain", () => {
  it("under 560 transfers of dust, at once", async () => {
    const payment = await aPayment().land();
    payment.flood(560);
    expect(await payment.look()).toMatchObject({
      found: { kind: "moved", transaction: payment.signature },
      asked: { getSignaturesForAddress: 1, getTransaction: 1 },
    });
  });

  it("under 560 transfers of dust, an hour later", async () => {
    const payment = await aPayment().land();
    payment.flood(560).pass(60 * MINUTE);
    const { found, looks, questions } = await payment.lookOften(10);
    expect(found).toMatchObject({ kind: "moved", transaction: payment.signature });
    expect(looks).toBe(1);
    expect(questions).toBeLessThan(30);
  });

  it("before 50,000 later transactions of the account, none of which is listed", async () => {
    const payment = await aPayment().land();
    payment
      .pass(15 * MINUTE)
      .flood(50_000, { aSlot: 200 })
      .pass(15 * MINUTE);
    const { found, asked } = await payment.look();
    expect(found).toMatchObject({ kind: "moved", transaction: payment.signature });
    expect(asked.getSignaturesForAddress).toBe(1);
  });

  it("under 10,000 transactions that copy its memo, look by look", async () => {
    const payment = await aPayment().land();
    payment.flood(10_000, { aSlot: 100, memo: payment.memo }).pass(10 * MINUTE);
    const { found, looks, questions } = await payment.lookOften(100);
    expect(found).toMatchObject({ kind: "moved", transaction: payment.signature });
    // Each copy is read once, whatever a look has the time for.
    expect(looks).toBeGreaterThan(10);
    expect(looks).toBeLessThan(20);
    expect(questions).toBeLessThan(10_000 * 1.02);
  });

  it("under 10,000 copies of its memo at once while it is news: nobody can copy it before it is there", async () => {
    const payment = await aPayment().land();
    payment.flood(2_500, { aSlot: 100, memo: payment.memo });
    const { found, asked } = await payment.look();
    expect(found).toMatchObject({ kind: "moved", transaction: payment.signature });
    expect(asked).toEqual({ getSignaturesForAddress: 3, getTransaction: 10 });
  });

  it("where it was written down before memos were noted, by reading all that succeeded", async () => {
    const payment = await aPayment().land();
    payment.flood(560).pass(60 * MINUTE);
    const { memo: _, ...earlier } = payment.evidence;
    const { found, asked } = await payment.look(earlier);
    expect(found).toMatchObject({ kind: "moved", transaction: payment.signature });
    expect(asked.getTransaction).toBeGreaterThanOrEqual(560);
  });

  it("where it has no memo, among others that have none", async () => {
    const payment = await aPayment({ memo: null }).land();
    payment
      .flood(100)
      .flood(500, { memo: "something else" })
      .pass(60 * MINUTE);
    const { found, asked } = await payment.look({ ...payment.evidence, memo: "" });
    expect(found).toMatchObject({ kind: "moved", transaction: payment.signature });
    expect(asked.getTransaction).toBeLessThanOrEqual(120);
  });

  it("by the id that an unclear settlement named, whatever else the account does", async () => {
    const payment = await aPayment().land();
    payment.flood(10_000, { aSlot: 200, memo: payment.memo });
    payment.trail = { hint: payment.signature };
    expect(await payment.look()).toMatchObject({ found: { kind: "moved" }, asked: { getTransaction: 1 } });
  });

  it.each(["v2 17", "", '{"before":"another shape"}'])(
    "wherever another version says that it was looked for: %j",
    async (progress) => {
      const payment = await aPayment().land();
      payment.pass(10 * MINUTE);
      payment.trail = { progress };
      expect((await payment.look()).found).toMatchObject({ kind: "moved", transaction: payment.signature });
    },
  );

  it.each(["not an id", "0x1234", "1".repeat(88)])("whatever else was named for it: %s", async (hint) => {
    const payment = await aPayment().land();
    payment.trail = { hint };
    expect((await payment.look()).found).toMatchObject({ kind: "moved", transaction: payment.signature });
  });

  it("at a node that refuses it by a version that is read", async () => {
    const payment = await aPayment().land();
    payment.pass(10 * MINUTE);
    payment.faults.set("getTransaction", (params) => {
      const { maxSupportedTransactionVersion: highest } = params[1] as Record<string, unknown>; // the till's own request
      if (highest !== 0)
        throw new RpcFailure(-32_015, "Transaction version (0) is not supported by the requesting client.");
      return payment.chain.ask("getTransaction", params, 0, "");
    });
    expect((await payment.look()).found).toMatchObject({ kind: "moved", transaction: payment.signature });
  });

  it("at a node that keeps no memos, by reading what has none", async () => {
    const payment = await aPayment().land();
    payment.flood(300).pass(60 * MINUTE);
    payment.faults.set("getSignaturesForAddress", (params) =>
      (payment.chain.ask("getSignaturesForAddress", params, 0, "") as object[]).map((entry) => ({
        ...entry,
        memo: null,
      })),
    );
    const { found } = await payment.look();
    expect(found).toMatchObject({ kind: "moved", transaction: payment.signature });
  });

  it("where the newest history tells memos, and the archive behind it keeps none", async () => {
    const payment = await aPayment().land();
    const archived = Math.floor(payment.pass(1_000).kernel.now / 1000);
    payment
      .pass(5_000)
      .flood(20, { memo: "something else" })
      .pass(60 * MINUTE);
    payment.faults.set("getSignaturesForAddress", (params) =>
      (payment.chain.ask("getSignaturesForAddress", params, 0, "") as { blockTime: number }[]).map((entry) =>
        entry.blockTime <= archived ? { ...entry, memo: null } : entry,
      ),
    );
    const { found } = await payment.look();
    expect(found).toMatchObject({ kind: "moved", transaction: payment.signature });
  });

  it("at an archive that lists signatures and times alone, or memos without their lengths", async () => {
    for (const shape of ["bare", "text"]) {
      const payment = await aPayment().land();
      payment.flood(100).pass(60 * MINUTE);
      payment.faults.set("getSignaturesForAddress", (params) =>
        (
          payment.chain.ask("getSignaturesForAddress", params, 0, "") as {
            signature: string;
            blockTime: number;
            memo: string | null;
          }[]
        ).map(({ signature, blockTime, memo }) =>
          shape === "bare"
            ? { signature, blockTime }
            : { signature, blockTime, memo: memo?.replace(/^\[\d+\] /, "") ?? null },
        ),
      );
      expect((await payment.look()).found).toMatchObject({ kind: "moved", transaction: payment.signature });
    }
  });
});

describe("a payment that never landed is called unmoved", () => {
  it("under 560 transfers of dust, once the finalized chain is past it", async () => {
    const payment = aPayment();
    payment.pass(5_000).flood(560);
    expect((await payment.look()).found).toMatchObject({ kind: "open" });
    payment.pass(90_000);
    expect((await payment.look()).found).toMatchObject({ kind: "unmoved" });
  });

  it("after 10,000 copies of a memo were read, each once", async () => {
    const payment = aPayment();
    payment.flood(10_000, { aSlot: 100, memo: payment.memo }).pass(10 * MINUTE);
    const { found, looks, questions } = await payment.lookOften(100);
    expect(found).toMatchObject({ kind: "unmoved" });
    expect(looks).toBeLessThan(20);
    expect(questions).toBeLessThan(10_000 * 1.02);
  });

  it("where the account is younger than the search's floor, at its first transaction", async () => {
    const payment = aPayment({ ageMs: 1_000 });
    payment.pass(10 * MINUTE);
    const { found, asked } = await payment.look();
    expect(found).toMatchObject({ kind: "unmoved" });
    expect(asked).toMatchObject({ getFirstAvailableBlock: 1 });
  });
});

describe("an outcome stays open", () => {
  it("at a node that has pruned the payment's time, and is found when another answers", async () => {
    const payment = await aPayment().land();
    payment.pass(30 * MINUTE);
    payment.chain.history.firstSlot = Number(payment.chain.ask("getSlot", [], 0, "")) - 600;
    for (let look = 0; look < 3; look += 1)
      expect((await payment.look()).found).toMatchObject({ kind: "open", unread: true });
    payment.chain.history.firstSlot = 0;
    expect((await payment.look()).found).toMatchObject({ kind: "moved", transaction: payment.signature });
  });

  it("at a node that has pruned so much that it holds the payment's later history only", async () => {
    const payment = await aPayment().land();
    payment.pass(MINUTE);
    payment.chain.history.firstSlot = Number(payment.chain.ask("getSlot", [], 0, ""));
    payment.flood(10).pass(30 * MINUTE);
    expect((await payment.look()).found).toMatchObject({ kind: "open", unread: true });
  });

  it("at a node that lags behind the payment, or behind the ceiling of its search", async () => {
    const payment = await aPayment().land();
    const slotsOf = (ms: number): number => Math.floor(ms / 400);
    payment.pass(10 * MINUTE);
    expect((await payment.look(payment.evidence, slotsOf(10 * MINUTE + 5_000))).found).toMatchObject({
      kind: "open",
    });
    const late = aPayment();
    late.flood(700, { memo: late.memo }).pass(10 * MINUTE);
    expect((await late.look()).found).toBe("the node refuses"); // its time was up
    expect(late.trail.progress).toBeDefined();
    expect((await late.look(late.evidence, slotsOf(10 * MINUTE))).found).toBe("the node refuses");
    expect((await late.look()).found).toMatchObject({ kind: "unmoved" });
  });

  it.each([
    ["answers an empty list, as nodes before 4.0 do", () => []],
    [
      "refuses, as nodes since then do",
      () => {
        throw Object.assign(new Error("not found"), { code: -32_020 });
      },
    ],
  ])("at a node that does not know where its search begins, and %s", async (_, answer) => {
    const payment = await aPayment().land();
    payment.pass(10 * MINUTE);
    payment.faults.set("getSignaturesForAddress", answer);
    payment.faults.set("getSignatureStatuses", ([signatures]) => ({
      value: (signatures as string[]).map(() => null), // the till's own request
    }));
    const refused = await payment.look().then(
      ({ found }) => found,
      (error: unknown) => (error instanceof Error ? "the node refuses" : null),
    );
    expect(refused === "the node refuses" || (refused as { kind: string }).kind === "open").toBe(true);
    payment.faults.clear();
    expect((await payment.look()).found).toMatchObject({ kind: "moved" });
  });

  it("where one node of several knows nothing of what another has said", async () => {
    const payment = await aPayment().land();
    payment.pass(10 * MINUTE);
    payment.faults.set("getSignaturesForAddress", () => []);
    expect((await payment.look()).found).toMatchObject({ kind: "open", unread: true });
    payment.faults.clear();
    expect((await payment.look()).found).toMatchObject({ kind: "moved" });
  });

  it("while one that can be the payment is not shown, which is met again by each look", async () => {
    const payment = await aPayment().land();
    payment.flood(50, { memo: payment.memo }).pass(10 * MINUTE);
    payment.faults.set("getTransaction", () => null);
    for (let look = 0; look < 2; look += 1)
      expect((await payment.look()).found).toMatchObject({ kind: "open", unread: true });
    payment.faults.clear();
    expect((await payment.look()).found).toMatchObject({ kind: "moved" });
  });
});

describe("where the search begins", () => {
  it("is a block behind the payment, wherever slots without blocks lie", async () => {
    // The leaders that are away come around every 100 slots.
    for (let at = 0; at < 100; at += 1) {
      const payment = await aPayment().land();
      payment.pass(30 * MINUTE + at * 400);
      const { found, asked } = await payment.look();
      expect(found).toMatchObject({ kind: "moved" });
      expect(asked.getBlock).toBe(1);
      expect(asked.getBlocksWithLimit).toBeLessThan(8);
      const late = aPayment();
      late.pass(2 * MINUTE + at * 400);
      expect((await late.look()).found).toMatchObject({ kind: "unmoved" });
    }
  });

  it("is named by a transaction that the node knows: archives keep no votes", async () => {
    const payment = await aPayment().land();
    payment
      .pass(4 * MINUTE)
      .flood(1_000, { aSlot: 1 })
      .pass(60 * MINUTE);
    const unknown = new Set<unknown>();
    payment.faults.set("getBlock", (params) => {
      const block = payment.chain.ask("getBlock", params, 0, "") as { signatures: string[] };
      const vote = block.signatures.at(-1);
      unknown.add(vote);
      return { signatures: [vote, ...block.signatures.slice(0, -1)] };
    });
    payment.faults.set("getSignatureStatuses", ([signatures]) => ({
      value: (signatures as string[]).map((one) => (unknown.has(one) ? null : {})), // the till's own request
    }));
    expect((await payment.look()).found).toMatchObject({ kind: "moved", transaction: payment.signature });
  });
});
