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
  ["takeOverWaitsForLease", SMALL.recovery, "no call takes a payment from its holder"],
  ["takeOverAsksForProof", SMALL.requests, "only a call with a payment's request and its proof"],
  ["beginKeepsUnknown", SMALL.nonceRecovery, "what we sent is recorded"],
  ["intentAsksForOwner", SMALL.recovery, "a call that sends a payment holds it"],
  ["intentComparesBinding", LARGE.keys, "one idempotency key moves one payment"],
  ["slotsAreCounted", SMALL.limit, "a payer has no more slots"],
  ["intentReserves", SMALL.reserve, "nothing is sold for what another payment has"],
  ["settledOnce", SMALL.nonceRecovery, "effects are applied once"],
  ["settledAsksForState", SMALL.wipe, "a settled payment has its answer"],
  ["settledClosesIndex", SMALL.nonceRecovery, "the index of open payments"],
  ["unknownAsksForOwner", SMALL.recovery, "no call takes a payment from its holder"],
  ["releaseAsksForOwner", SMALL.limit, "no call takes a payment from its holder"],
  ["releaseWaitsForLease", SMALL.nonceRecovery, "no call takes a payment from its holder"],
  ["releaseComparesEvidence", SMALL.nonceRecovery, "what we sent is recorded"],
  ["releaseUnbinds", SMALL.requests, "an idempotency key belongs to a payment that is kept"],
  ["abandonSparesSettling", LARGE.late, "what we sent is recorded"],
  ["creditAsksForOwner", SMALL.recovery, "no call takes a payment from its holder"],
  ["creditAsksForEpoch", SMALL.wipe, "a payer who was answered before the store lost its memory"],
  ["creditWaits", SMALL.recovery, "a payment that others sent is kept"],
  ["proverComesFirst", SMALL.prover, "a payer who has paid can still get their answer"],
  ["fulfilAsksForOwner", SMALL.recovery, "a call that answers a credited payment holds it"],
  ["releaseCreditAsksForOwner", SMALL.recovery, "no call takes a payment from its holder"],
  ["dropAsksForRecord", SMALL.nonceRecovery, "the index of open payments"],
  ["replayAsksForProof", SMALL.requests, "an answer is for who claimed the payment"],
  ["intentBeforeSettling", LARGE.late, "what we sent is recorded"],
  ["answerAfterSettling", SMALL.recovery, "no answer leaves before its payment has moved"],
  ["failureIsNoProof", SMALL.nonceRecovery, "what we sent is recorded"],
  ["openIsNoChallenge", SMALL.nonceRecovery, "no challenge leaves for a payment that we moved"],
  ["takeoverNeverReleases", SMALL.nonceRecovery, "what we sent is recorded"],
  ["unmovedIsFinal", SMALL.nonceRecovery, "what we sent is recorded"],
  ["usedIsLookedUp", SMALL.recovery, "no challenge leaves for a payment that had moved"],
  ["refusalNeedsClearLook", SMALL.recovery, "no challenge leaves for a payment that had moved"],
  ["lostClaimClaimsNothing", SMALL.limit, "no challenge leaves for a payment that we moved"],
  ["boundIsAnsweredAnywhere", SMALL.key, "no call ends in an unforeseen failure"],
  ["otherNonceLooksAgain", LARGE.nonce, "no challenge leaves for a payment that we moved"],
  ["unclosedWaits", SMALL.store, ENDS],
  ["strangersTakeSlots", SMALL.strangers, "what is made for a payment that has not moved"],
  ["movedIsNeverBusy", SMALL.limit, "no call says that its payer has no slot"],
];

/** Rules that forbid what another rule forbids already: each may go while the other stays. */
const SECOND_LOCKS: readonly (readonly [lock: Rule, other: Rule, where: Named])[] = [
  ["intentAsksForState", "intentAsksForOwner", SMALL.limit],
  ["takeSlotAsksForOwner", "intentAsksForOwner", SMALL.strangers],
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

  it("every rule is tried, and the promises are documented", () => {
    const tried = [...NEEDED.map(([rule]) => rule), ...SECOND_LOCKS.map(([lock]) => lock)];
    expect(tried.sort()).toEqual(Object.keys(RULES).sort());
    for (const { promise } of [...PROMISES, ...DEBTS])
      expect(decisions.replace(/\s+/g, " ")).toContain(promise);
    expect(decisions).toContain(ENDS);
  });
});
