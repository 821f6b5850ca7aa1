import { describe, expect, it } from "vitest";
import { uncovered, type Run } from "../faults/coverage";
import { FAULTS } from "../faults/fault";
import type { Kind } from "../faults/message";
import { RAILS } from "../faults/rail";

const SETTLE: Kind = "primary settle";

/** A rail on which one kind of message meets each fault. */
const covered = RAILS.map((rail): Run => ({
  ...{ rail, scenario: "healthy call" },
  trace: Object.keys(FAULTS)
    .filter((fault) => fault !== "refused")
    .map((fault) => ({ kind: SETTLE, fault })),
  refused: [SETTLE],
}));
const [base, ...others] = covered;
if (base === undefined) throw new Error("there is a rail");

describe("the faults cover a rail", () => {
  it("when each kind of message and each kind of fault is met there", () => {
    expect(uncovered(covered)).toEqual([]);
  });

  it("but not a kind of message that came by and met nothing but another thing of the world", () => {
    const seen = [
      { kind: "ledger BEGIN", fault: null },
      { kind: "base eth_call", fault: "the payment runs out" },
    ] as const;
    expect(
      uncovered([...covered, { rail: "base", scenario: "slow call", trace: seen, refused: [] }]),
    ).toEqual([
      'base: no fault at ledger BEGIN, as in "slow call"',
      'base: no fault at base eth_call, as in "slow call"',
    ]);
  });

  it("nor a kind of message that met a fault on another rail only", () => {
    const ofBoth = { scenario: "slow call", refused: [] };
    const met = { rail: "solana", trace: [{ kind: "ledger BEGIN", fault: "cut" }], ...ofBoth } as const;
    const unmet = { rail: "base", trace: [{ kind: "ledger BEGIN", fault: null }], ...ofBoth } as const;
    expect(uncovered([...covered, met, unmet])).toEqual([
      'base: no fault at ledger BEGIN, as in "slow call"',
    ]);
  });

  it("nor a fault that no message met there", () => {
    const fewer = base.trace.filter(({ fault }) => fault !== "pause");
    expect(uncovered([...others, { ...base, trace: fewer }])).toEqual(["base: no message met by pause"]);
    expect(uncovered([...others, { ...base, refused: [] }])).toEqual(["base: no message met by refused"]);
  });
});
