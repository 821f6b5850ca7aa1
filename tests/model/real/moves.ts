import type { Move } from "./differential";
import { type Age, type Caller, CALLERS, type Owner } from "../records";

/** What the two ledgers are made to do, side by side. */

/**
 * Where not all are tried, one in so many of the moves that lead from a state to none that is new. A condition of a script
 * counts in many states: the share sees each of the known mistakes (tests/full/till-scripts-mistakes.test.ts).
 */
export const MOVES_SHARE = 8;

const rebinding = (to: { payment: number; owner: Owner }, caller: Caller, key: boolean): Move => ({
  ...{ op: "begin", ...to, caller, claim: "with slot", key, resume: true },
  rebind: true,
});

/** What one owner may do to one payment. `evidence`: which of the authorizations of its nonce it writes down. */
export function movesOf(
  payment: number,
  owner: Owner,
  callers: readonly Caller[],
  keys: readonly boolean[],
  reserves: readonly boolean[] = [false],
): Move[] {
  const to = { payment, owner };
  const ages: readonly Age[] = ["fresh", "before-epoch", "old"];
  return [
    ...callers.flatMap((caller): Move[] => [
      ...keys.flatMap((key): Move[] => [
        { op: "begin", ...to, caller, claim: "with slot", key, resume: true },
        ...(CALLERS[caller].walletProved ? [rebinding(to, caller, key)] : []),
        { op: "take-slot", ...to, caller, key },
      ]),
      { op: "begin", ...to, caller, claim: "without slot", key: false, resume: true },
      { op: "begin", ...to, caller, claim: false, key: false, resume: false },
      ...ages.map((age): Move => ({ op: "credit", ...to, caller, evidence: payment, age })),
      ...keys.flatMap((key): Move[] => [
        ...reserves.flatMap((reserve): Move[] => [
          { op: "intent", ...to, caller, evidence: payment, key, reserve },
          { op: "fulfil", ...to, caller, key, reserve },
        ]),
      ]),
    ]),
    { op: "unknown", ...to, trail: 0 },
    { op: "unknown", ...to, trail: 1 },
    { op: "release", ...to, evenSettling: true },
    { op: "release", ...to, evenSettling: false },
    { op: "release-credit", ...to },
  ];
}

/** What asks for no owner. */
export const closingMoves = (payment: number): Move[] => [
  { op: "settled", payment },
  { op: "release-unmoved", payment, evidence: payment },
  { op: "release-unmoved", payment, evidence: payment + 1 },
  { op: "owed", payment },
  { op: "drop-open", payment },
  { op: "searched", payment, evidence: payment, from: 0, to: 1 },
  { op: "searched", payment, evidence: payment, from: 1, to: 2 },
  { op: "searched", payment, evidence: payment + 1, from: 0, to: 1 },
];

export const timeMoves: readonly Move[] = [
  { op: "time", end: "leases" },
  { op: "time", end: "cooldowns" },
  { op: "time", end: "slots of the unknown" },
  { op: "time", end: "answers" },
  { op: "time", end: "keys" },
];

/** Two calls and recovery, at one payment. */
export const CALLS: readonly Move[] = [
  ...movesOf(0, "A", ["buyer", "holder", "other", "thief"], [false]),
  ...movesOf(0, "B", ["buyer"], [false]),
  ...closingMoves(0),
  ...timeMoves,
];

/** Two payments that want what can be had once. */
export const RESERVING: readonly Move[] = [
  ...[0, 1].flatMap((payment): Move[] => [
    ...movesOf(payment, "A", ["buyer"], [false], [true]),
    { op: "settled", payment },
    { op: "release-unmoved", payment, evidence: payment },
  ]),
  timeMoves[0],
].filter(
  (move): move is Move =>
    move !== undefined && move.op !== "take-slot" && !(move.op === "unknown" && move.trail !== 0),
);
