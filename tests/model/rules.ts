/**
 * The rules that the code keeps, one by one, so that each can be left out to see which promise then breaks. The model
 * follows all of them; a rule that could go without breaking anything would be a rule for nothing.
 */
export const RULES = {
  // The ledger's scripts
  takeOverWaitsForLease: "BEGIN takes a payment over only when its holder's lease has run out",
  takeOverAsksForProof: "BEGIN lets a payment be taken over only by a call with its request and its proof",
  beginKeepsUnknown: "BEGIN never claims a payment afresh whose outcome is unknown",
  slotsAreCounted: "BEGIN and TAKE_SLOT give a payer no more slots than it has",
  takeSlotAsksForOwner: "TAKE_SLOT is the owner's only",
  intentAsksForState: "INTENT goes on from `claimed` only",
  intentAsksForOwner: "INTENT is the owner's only",
  intentComparesBinding: "INTENT refuses a second payment under one idempotency key",
  intentReserves: "INTENT refuses what another payment has reserved",
  settledOnce: "SETTLED applies effects only when the payment is not settled yet",
  settledAsksForState: "SETTLED goes on from `settling` and `unknown` only",
  settledClosesIndex: "SETTLED takes the payment out of the index of open ones",
  unknownAsksForOwner: "UNKNOWN is the owner's only",
  releaseAsksForOwner: "RELEASED of what is held is the owner's only",
  releaseWaitsForLease: "RELEASED of the unmoved spares a settling payment whose holder has its lease",
  releaseComparesEvidence: "RELEASED of the unmoved releases only the very payment that was looked up",
  releaseUnbinds: "RELEASED frees the idempotency key",
  abandonSparesSettling: "releasing a claim whose reply was lost spares a payment that is past its intent",
  creditAsksForOwner: "CREDIT is the owner's only",
  creditAsksForEpoch:
    "CREDIT refuses what landed before the store was last found empty, without proof of the wallet",
  creditWaits: "CREDIT keeps a payment for a proof of its wallet when a call without one brings it",
  proverComesFirst: "BEGIN binds a credited payment that no call is at to a call that proves the wallet",
  fulfilAsksForState: "FULFIL goes on from `credited` only",
  fulfilAsksForOwner: "FULFIL is the owner's only",
  releaseCreditAsksForOwner: "RELEASE_CREDIT is the owner's only",
  dropAsksForRecord: "what is taken out of the index has no record at that moment",
  // The workers
  strangersTakeSlots: "a payer whom only the verification could tell gets an answer made only with a slot",
  movedIsNeverBusy: "`busy` is said only of a payment that the chain does not show as moved",
  replayAsksForProof: "an answer is replayed only to a call with the payment's request and proof",
  intentBeforeSettling: "nothing is sent unless the intent was surely written",
  answerAfterSettling: "an answer leaves only after the money moved",
  failureIsNoProof: "a settlement that answers a failure is unknown, whatever it says",
  openIsNoChallenge: "a payment whose outcome is open is never answered with a challenge",
  takeoverNeverReleases: "a call that took over and reached no facilitator releases nothing",
  unmovedIsFinal: "a payment is called unmoved only when it can no longer move",
  usedIsLookedUp: "`already used` is looked up on chain, not answered with a challenge",
  refusalNeedsClearLook:
    "a refusal that may hide a moved payment is returned only after a clear look at the chain",
  lostClaimClaimsNothing: "a call that lost its claim answers neither `not charged` nor with a challenge",
  boundIsAnsweredAnywhere:
    "a credited payment under a bound key is answered by the earlier one on every call",
  otherNonceLooksAgain:
    "a call with another authorization of a nonce is not refused for the one that moved nothing",
  unclosedWaits:
    "a call that could not record an outcome pauses, and looks at the clock, before looking again",
} as const;

export type Rule = keyof typeof RULES;
export type Rules = Readonly<Record<Rule, boolean>>;

/** All of them: what the code does. */
export const CODE: Rules = Object.fromEntries(Object.keys(RULES).map((rule) => [rule, true])) as Rules; // from its keys

export const without = (...rules: Rule[]): Rules => ({
  ...CODE,
  ...Object.fromEntries(rules.map((rule) => [rule, false])),
});
