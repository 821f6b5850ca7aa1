import { describe, expect, it } from "vitest";
import type { Attempt } from "../faults/client";
import { judge, type Facts } from "../faults/judge";

const answer = (change: Partial<Attempt> = {}): Attempt => ({
  status: 200,
  code: null,
  retryAfter: null,
  transaction: "0x1",
  body: '{"ok":true}',
  ...change,
});
const refusal = (status: number, code: string, retryAfter: number | null = null): Attempt =>
  answer({ status, code, retryAfter, transaction: null, body: "" });

const NONE = { state: null, open: 0, inFlight: 0, sold: 0n, claimMs: 0 };

const SERVED: Facts = {
  price: 20_000n,
  received: 20_000n,
  paid: 20_000n,
  spentElsewhere: 0n,
  attempts: [answer()],
  again: [answer()],
  books: { ...NONE, state: "settled", sold: 20_000n },
  missed: [],
};
const REFUSED: Facts = {
  ...SERVED,
  received: 0n,
  paid: 0n,
  attempts: [refusal(402, "expired")],
  again: [],
  books: NONE,
};

describe("a row of the fault matrix", () => {
  it("keeps its promises when it was charged once and served, or refused for nothing", () => {
    expect(judge(SERVED, { expected: "served" })).toEqual({
      charged: 1,
      served: true,
      ending: "served",
      complaints: [],
    });
    expect(judge(REFUSED, { expected: "refused" })).toEqual({
      charged: 0,
      served: false,
      ending: "refused",
      complaints: [],
    });
    const late = { ...REFUSED, attempts: [refusal(503, "payments_unavailable", 10)] };
    expect(judge(late, { expected: "unavailable" }).complaints).toEqual([]);
    const drained = { ...REFUSED, paid: 1_000_000n, spentElsewhere: 1_000_000n };
    expect(judge(drained, { expected: "refused" }).complaints).toEqual([]);
  });

  it.each<[broken: string, facts: Facts]>([
    ["was charged twice", { ...SERVED, received: 40_000n, paid: 40_000n }],
    ["was charged and refused", { ...SERVED, attempts: [refusal(402, "settlement_failed")], again: [] }],
    [
      "was charged and left waiting",
      { ...SERVED, attempts: [refusal(409, "payment_conflict", 5)], again: [] },
    ],
    [
      "was charged and told that the payment is spent",
      { ...SERVED, attempts: [refusal(409, "payment_spent")] },
    ],
    ["was served for nothing", { ...SERVED, received: 0n, paid: 0n }],
    ["was refused where it should have been served", REFUSED],
    ["moved money that the seller did not get", { ...SERVED, paid: 40_000n }],
    ["got two different answers", { ...SERVED, again: [answer({ body: "{}" })] }],
    ["got receipts of two transactions", { ...SERVED, again: [answer({ transaction: "0x2" })] }],
    [
      "got no receipt",
      { ...SERVED, attempts: [answer({ transaction: null })], again: [answer({ transaction: null })] },
    ],
    ["could not read its answer again", { ...SERVED, again: [refusal(410, "answer_expired")] }],
    ["left its payment settling", { ...SERVED, books: { ...SERVED.books, state: "settling" } }],
    ["left its payment in the index of open ones", { ...SERVED, books: { ...SERVED.books, open: 1 } }],
    ["left its payment in flight", { ...SERVED, books: { ...SERVED.books, inFlight: 1 } }],
    ["was counted as sold twice", { ...SERVED, books: { ...SERVED.books, sold: 40_000n } }],
    ["was counted as sold never", { ...SERVED, books: { ...SERVED.books, sold: 0n } }],
    ["never met its fault", { ...SERVED, missed: ["primary settle#1"] }],
  ])("is broken when it %s", (_, facts) => {
    expect(judge(facts, { expected: "served" }).complaints).not.toEqual([]);
  });

  it("may be charged and not served only where nothing proves the buyer any more", () => {
    const spent = { ...SERVED, attempts: [refusal(409, "payment_spent")], again: [], books: NONE };
    expect(judge(spent, { expected: "spent" })).toMatchObject({ charged: 1, served: false, complaints: [] });
  });

  it("that left a record behind a refusal is broken", () => {
    expect(
      judge({ ...REFUSED, books: { ...NONE, state: "unknown" } }, { expected: "refused" }).complaints,
    ).not.toEqual([]);
  });
});
