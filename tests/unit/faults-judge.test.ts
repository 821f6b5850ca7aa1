import { describe, expect, it } from "vitest";
import type { Ending } from "../faults/case";
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

const NONE = {
  ...{ state: null, confirmed: false, open: 0, slots: 0, claimMs: 0 },
  ...{ sold: 0n, soldForToken: 0n, burned: 0n },
  ...{ trust: null, proofs: 0, off: 0 },
};

const SERVED: Facts = {
  price: 20_000n,
  received: 20_000n,
  paid: 20_000n,
  burn: 0n,
  spentElsewhere: 0n,
  attempts: [answer()],
  again: [answer()],
  leftover: "nothing",
  atEnd: { ...NONE, state: "settled", confirmed: true, sold: 20_000n },
  missed: [],
};
const REFUSED: Facts = {
  ...SERVED,
  received: 0n,
  paid: 0n,
  attempts: [refusal(402, "expired")],
  again: [],
  atEnd: NONE,
};

/** What is expected of a case that ends so, and leaves nothing behind. */
const ending = (expected: Ending) => {
  const trust = expected === "unbacked" ? "unbacked" : "confirmed";
  return { expected, trust, leaves: "nothing", replayable: true, movesAnew: false } as const;
};

describe("a case of the fault tests", () => {
  it("of the own token keeps them when its burn is on the chain and in the record, counted apart from USDC", () => {
    const atEnd = { ...SERVED.atEnd, sold: 4n, soldForToken: 4n, burned: 16n };
    const paid: Facts = { ...SERVED, price: 4n, received: 4n, paid: 20n, burn: 16n, atEnd };
    const complaints = (change: Partial<Facts>) => judge({ ...paid, ...change }, ending("served")).complaints;
    expect(complaints({})).toEqual([]);
    expect(complaints({ paid: 4n })).toEqual([expect.stringMatching(/payer lost 4 .* 16 were to be burned/)]);
    expect(complaints({ atEnd: { ...atEnd, soldForToken: 0n } })).toEqual([
      expect.stringMatching(/own token/),
    ]);
    expect(complaints({ atEnd: { ...atEnd, burned: 0n } })).toEqual([expect.stringMatching(/burned/)]);
  });

  it("keeps its promises when it was charged once and served, or refused for nothing", () => {
    expect(judge(SERVED, ending("served"))).toEqual({
      charged: 1,
      served: true,
      ending: "served",
      complaints: [],
    });
    expect(judge(REFUSED, ending("refused"))).toEqual({
      charged: 0,
      served: false,
      ending: "refused",
      complaints: [],
    });
    const late = { ...REFUSED, attempts: [refusal(503, "payments_unavailable", 10)] };
    expect(judge(late, ending("unavailable")).complaints).toEqual([]);
    const drained = { ...REFUSED, paid: 1_000_000n, spentElsewhere: 1_000_000n };
    expect(judge(drained, ending("refused")).complaints).toEqual([]);
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
    ["left its payment settling", { ...SERVED, atEnd: { ...SERVED.atEnd, state: "settling" } }],
    ["left its payment in the index of open ones", { ...SERVED, atEnd: { ...SERVED.atEnd, open: 1 } }],
    ["left its payment its slot", { ...SERVED, atEnd: { ...SERVED.atEnd, slots: 1 } }],
    ["was never shown its money", { ...SERVED, atEnd: { ...SERVED.atEnd, confirmed: false } }],
    ["was counted as sold twice", { ...SERVED, atEnd: { ...SERVED.atEnd, sold: 40_000n } }],
    ["was counted as sold never", { ...SERVED, atEnd: { ...SERVED.atEnd, sold: 0n } }],
    ["never met its fault", { ...SERVED, missed: ["cut at primary settle"] }],
    ["left an open payment behind", { ...SERVED, leftover: "an open payment" }],
    ["left a claim behind", { ...SERVED, leftover: "a claim" }],
    ["held a proof against somebody", { ...SERVED, atEnd: { ...SERVED.atEnd, proofs: 1 } }],
    ["took a facilitator out", { ...SERVED, atEnd: { ...SERVED.atEnd, off: 1 } }],
  ])("is broken when it %s", (_, facts) => {
    expect(judge(facts, ending("served")).complaints).not.toEqual([]);
  });

  it("may be charged and not served only where nothing proves the buyer any more", () => {
    const spent = { ...SERVED, attempts: [refusal(409, "payment_spent")], again: [], atEnd: NONE };
    expect(judge(spent, ending("spent"))).toMatchObject({ charged: 1, served: false, complaints: [] });
  });

  it("may be served for nothing only where that is proved once in the end, and nobody is taken out", () => {
    const atEnd = { ...SERVED.atEnd, confirmed: false, trust: "unbacked", proofs: 1 };
    const unbacked = { ...SERVED, received: 0n, paid: 0n, atEnd };
    const complaints = (change: Partial<Facts["atEnd"]>) =>
      judge({ ...unbacked, atEnd: { ...atEnd, ...change } }, ending("unbacked")).complaints;
    expect(complaints({})).toEqual([]);
    for (const broken of [
      { proofs: 0 },
      { proofs: 2 },
      { off: 1 },
      { trust: "unconfirmed" },
      { state: "unknown" },
    ])
      expect(complaints(broken)).toHaveLength(1);
    expect(judge(SERVED, ending("unbacked")).complaints).not.toEqual([]);
  });

  it("whose money came anew may name another transaction", () => {
    const anew = { ...SERVED, again: [answer({ transaction: "0x2" })] };
    expect(judge(anew, { ...ending("served"), movesAnew: true }).complaints).toEqual([]);
  });

  it("that should have left an open payment to the scheduled recovery is broken when it left none", () => {
    const open = { ...ending("served"), leaves: "an open payment" } as const;
    expect(judge({ ...SERVED, leftover: "an open payment" }, open).complaints).toEqual([]);
    expect(judge(SERVED, open).complaints).not.toEqual([]);
  });

  it("that left a record behind a refusal is broken", () => {
    expect(
      judge({ ...REFUSED, atEnd: { ...NONE, state: "unknown" } }, ending("refused")).complaints,
    ).not.toEqual([]);
  });
});
