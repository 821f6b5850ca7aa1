import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareSequences, type Move } from "../model/real/differential";
import { openRealLedger, type RealLedger } from "../model/real/ledger";

const PATIENCE_MS = 30 * 60_000;

const buyer = (op: "begin", owner: string): Move => ({
  ...{ op, payment: 0, owner, caller: "buyer" },
  ...{ claim: "with slot", key: true, resume: true },
});
const intent = (owner: string): Move => ({
  ...{ op: "intent", payment: 0, owner, caller: "buyer" },
  ...{ evidence: 0, key: true, reserve: false },
});
const FEW: readonly Move[] = [
  ...["A", "B"].flatMap((owner): Move[] => [
    buyer("begin", owner),
    intent(owner),
    { op: "release", payment: 0, owner, evenSettling: true },
  ]),
  { op: "unknown", payment: 0, trail: 0, owner: "A" },
  { op: "credit", payment: 0, owner: "A", caller: "buyer", evidence: 0, age: "fresh" },
  { op: "fulfil", payment: 0, owner: "A", caller: "buyer", key: true, reserve: false },
  { op: "settled", payment: 0 },
  { op: "release-unmoved", payment: 0, evidence: 0 },
  { op: "time", end: "leases" },
];

describe("the ledger's scripts answer and leave behind what the model says", () => {
  let real: RealLedger;
  beforeAll(async () => {
    real = await openRealLedger({ socket: false });
  });
  afterAll(() => real.close());

  it(
    "after each sequence of five moves of two calls",
    async () => {
      const { moves, difference } = await compareSequences(real, 1, FEW, 5);
      expect(difference).toBeNull();
      expect(moves).toBe(12 + 12 ** 2 + 12 ** 3 + 12 ** 4 + 12 ** 5);
    },
    PATIENCE_MS,
  );
});
