import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PROMISES } from "../model/promises";
import { RULES, without, type Rule } from "../model/rules";
import { LARGE, SMALL, type Named } from "../model/settings";
import { check, DEBTS, ENDS } from "../model/till";

const decisions = readFileSync(new URL("../../docs/decisions/till-model.md", import.meta.url), "utf8");
/** The machine may be busy with other things. */
const PATIENCE_MS = 5 * 60_000;

/** The promise that breaks when rules are left out, and the setting in which that shows soonest. */
const NEEDED: readonly (readonly [without: Rule, where: Named, breaks: string])[] = [
  ["takeOverWaitsForLease", SMALL.books, "nobody takes a payment from its holder"],
  ["takeOverAsksForProof", SMALL.requests, "only who brings a payment's request and its proof"],
  ["beginKeepsUnknown", SMALL.nonceBooks, "what we sent is written down"],
  ["intentAsksForOwner", SMALL.books, "who sends a payment holds it"],
  ["intentComparesBinding", LARGE.keys, "one idempotency key moves one payment"],
  ["intentCountsInFlight", SMALL.limit, "a payer has no more in flight"],
  ["settledOnce", SMALL.nonceBooks, "effects are applied once"],
  ["settledAsksForState", SMALL.wipe, "a settled payment has its answer"],
  ["settledClosesIndex", SMALL.nonceBooks, "the index of open payments"],
  ["unknownAsksForOwner", SMALL.books, "nobody takes a payment from its holder"],
  ["releaseAsksForOwner", SMALL.limit, "nobody takes a payment from its holder"],
  ["releaseWaitsForLease", SMALL.nonceBooks, "nobody takes a payment from its holder"],
  ["releaseComparesEvidence", SMALL.nonceBooks, "what we sent is written down"],
  ["releaseUnbinds", SMALL.requests, "an idempotency key belongs to a payment that is kept"],
  ["abandonSparesSettling", LARGE.late, "what we sent is written down"],
  ["creditAsksForOwner", SMALL.books, "nobody takes a payment from its holder"],
  ["creditAsksForEpoch", SMALL.wipe, "who was answered before the store lost its memory"],
  ["fulfilAsksForOwner", SMALL.books, "who answers a credited payment holds it"],
  ["letGoAsksForOwner", SMALL.books, "nobody takes a payment from its holder"],
  ["dropAsksForRecord", SMALL.nonceBooks, "the index of open payments"],
  ["replayAsksForProof", SMALL.requests, "an answer is for who claimed the payment"],
  ["intentBeforeSettling", LARGE.late, "what we sent is written down"],
  ["answerAfterSettling", SMALL.books, "no answer leaves before its payment has moved"],
  ["failureIsNoProof", SMALL.nonceBooks, "what we sent is written down"],
  ["openIsNoChallenge", SMALL.nonceBooks, "no challenge leaves for a payment that we moved"],
  ["heirNeverReleases", SMALL.nonceBooks, "what we sent is written down"],
  ["unmovedIsFinal", SMALL.nonceBooks, "what we sent is written down"],
  ["usedIsLookedUp", SMALL.books, "no challenge leaves for a payment that had moved"],
  ["refusalNeedsClearLook", SMALL.books, "no challenge leaves for a payment that had moved"],
  ["lostHoldSaysNothing", SMALL.limit, "no challenge leaves for a payment that we moved"],
  ["boundIsAnsweredAnywhere", SMALL.key, "no call ends in a failure that nobody thought of"],
  ["otherNonceLooksAgain", LARGE.nonce, "no challenge leaves for a payment that we moved"],
  ["unclosedWaits", SMALL.store, ENDS],
];

/** Rules that forbid what another rule forbids already: each may go while the other stays. */
const SECOND_LOCKS: readonly (readonly [lock: Rule, other: Rule, where: Named])[] = [
  ["intentAsksForState", "intentAsksForOwner", SMALL.limit],
  ["fulfilAsksForState", "fulfilAsksForOwner", SMALL.store],
];

describe("without one rule a promise breaks:", () => {
  it.each(NEEDED.map(([rule, ...rest]) => [RULES[rule], rule, ...rest] as const))(
    "%s",
    (_, rule, where, breaks) => {
      const { violation } = check({ ...where, rules: without(rule) });
      expect(violation?.promise).toContain(breaks);
      expect(violation?.trace.length).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );

  it.each(SECOND_LOCKS.map(([lock, ...rest]) => [RULES[lock], lock, ...rest] as const))(
    "(a second lock) %s",
    (_, lock, other, where) => {
      expect(check({ ...where, rules: without(lock) }).violation).toBeNull();
      expect(check({ ...where, rules: without(lock, other) }).violation).not.toBeNull();
    },
    PATIENCE_MS,
  );

  it("no rule is left untried, and the promises are told to readers", () => {
    const tried = [...NEEDED.map(([rule]) => rule), ...SECOND_LOCKS.map(([lock]) => lock)];
    expect(tried.sort()).toEqual(Object.keys(RULES).sort());
    for (const { promise } of [...PROMISES, ...DEBTS])
      expect(decisions.replace(/\s+/g, " ")).toContain(promise);
    expect(decisions).toContain(ENDS);
  });
});
