import { CALLERS, isWaiting, proves, sameRequest, type Reply } from "./records";
import { boundToOther, FORGOTTEN, thenRelease, key, owner, answerWithoutClaim } from "./claim";
import { runCredited } from "./credited-calls";
import { goes, keyOfPayment, looks, reads, labelled, answers, unlucky, writes, type Turn } from "./turn";
import type { Call, WorldStep } from "./world";

/**
 * The program of one paid call up to its intent: paid-call.ts, sell.ts, second-payment.ts, line by line. A step here is
 * one touch of what calls share; what a call does by itself between two of them has no step of its own.
 */

/** paid-call.ts `lookUp`. */
function looksUp(turn: Turn, claim: "with slot" | "without slot", claimed: Partial<Call>): WorldStep[] {
  const { call, setting } = turn;
  return writes(
    turn,
    {
      ...{ op: "begin", payment: key(turn), owner: owner(turn), caller: call.caller },
      ...{ claim, key: setting.key, resume: true, rebind: true },
    },
    (reply, after) => (reply.kind === "claimed" ? [goes(after, claimed)] : withoutClaim(reply, after)),
    (failed) => [goes(failed, { at: "abandon" })],
  );
}

/** paid-call.ts `paidCall` and `claimFor`: our own reading may find the payment too late, whatever the chain knows of it. */
export function begin(turn: Turn): WorldStep[] {
  const { world, setting } = turn;
  if (turn.call.caller === "operator") return beginRecovery(turn);
  const inTime = setting.strangers ? "without slot" : "with slot";
  if ((world.ledger.records[key(turn)] ?? null) !== null)
    return looksUp(turn, inTime, { at: "verify", seller: true });
  return [
    ...looksUp(labelled(turn, "(in time)"), inTime, { at: "verify", seller: true }),
    ...looksUp(labelled(turn, "(expired)"), "without slot", { at: "refusal-look", seller: true }),
  ];
}

/** recovery/credited/serve.ts `serveRecorded`. */
const beginRecovery = (turn: Turn): WorldStep[] =>
  writes(
    turn,
    {
      ...{ op: "begin", payment: key(turn), owner: owner(turn), caller: turn.call.caller },
      ...{ claim: false, key: false, resume: true },
    },
    (reply, after) =>
      reply.kind === "taken-over" && reply.record.state === "credited"
        ? runCredited(after)
        : [answers(after, "conflict", key(turn))],
    (failed) => [answers(failed, "store", key(turn))],
  );

/** paid-call.ts `paidCall`: what has moved is credited, which takes no slot. */
export const beginMoved = (turn: Turn): WorldStep[] =>
  looksUp(turn, "without slot", { at: "credit", seller: true, sawMoved: false });

/** paid-call.ts `paidCall`, for a payer without a free slot. */
export function busyLook(turn: Turn): WorldStep[] {
  if (!turn.setting.rules.movedIsNeverBusy) return [answers(turn, "not-charged", key(turn))];
  return looks(turn, turn.call.payment, (look, seen) => {
    if (look === "moved") return [goes(seen, { at: "begin-moved", sawMoved: false })];
    return [answers(seen, look === "unmoved" ? "not-charged" : "conflict", key(turn))];
  });
}

const toEarlier = (turn: Turn): WorldStep =>
  boundToOther(turn) === "earlier"
    ? goes(turn, { ...FORGOTTEN, at: "earlier" })
    : answers(turn, "conflict", key(turn));

function withoutClaim(reply: Reply, turn: Turn): WorldStep[] {
  if (reply.kind === "busy") return [goes(turn, { at: "busy-look" })];
  if (reply.kind === "bound") return [toEarlier(turn)];
  return fromRecord(reply, turn);
}

/** paid-call.ts `lookUp`, its catch: in the background, after the 503. */
export function abandon(turn: Turn): WorldStep[] {
  const evenSettling = !turn.setting.rules.abandonSparesSettling;
  const answersStore = (after: Turn) => [answers(after, "store", key(turn))];
  return writes(
    turn,
    { op: "release", payment: key(turn), owner: owner(turn), evenSettling },
    (_, after) => answersStore(after),
    answersStore,
  );
}

/** Looks again, or finds that its time is up. */
export const waits = (turn: Turn, at: "begin" | "earlier"): WorldStep[] => [
  goes(labelled(turn, "(waits)"), { ...FORGOTTEN, at }, true),
  answers(labelled(turn, "(time is up)"), "conflict", key(turn)),
];
/** paid-call.ts `paidCall` and `fromRecord`. */
function fromRecord(reply: Reply, turn: Turn): WorldStep[] {
  const { call, setting } = turn;
  if (reply.kind !== "record" && reply.kind !== "taken-over") throw new Error(`BEGIN answered ${reply.kind}`);
  const { record } = reply;
  const first =
    CALLERS[call.caller].walletProved && (record.state === "claimed" || record.state === "credited");
  const entitled = (sameRequest(record, call.caller) || first) && proves(record, call.caller);
  if (!entitled && setting.rules.replayAsksForProof) return [answers(turn, "conflict", key(turn))];
  if (record.state === "settled") return [answers(turn, "answer", key(turn), true)];
  if (reply.kind === "taken-over" && record.state === "credited") return runCredited(turn);
  if (reply.kind === "record" && isWaiting(record)) return [answers(turn, "conflict", key(turn))];
  if (reply.kind === "taken-over") return [goes(turn, { at: "takeover-look", evidence: record.evidence })];
  if (record.state === "unknown") return [goes(turn, { at: "unknown-look", evidence: record.evidence })];
  return waits(turn, "begin");
}

/** sell.ts `admit`. What a facilitator says may be wrong, but what it says of the signed bytes is not. */
export function verify(turn: Turn): WorldStep[] {
  const { call, setting, world } = turn;
  const state = world.chains[call.payment]?.state;
  const seeing = { ...turn, call: { ...call, sawMoved: state === "moved" } };
  const says = (what: string, calm: boolean): Turn =>
    labelled(calm ? seeing : unlucky(seeing), `verify: ${what}`);
  const used = (said: Turn) =>
    setting.rules.usedIsLookedUp ? goes(said, { at: "used-look" }) : thenRelease(said, "challenge");
  const steps: WorldStep[] = [];
  if (state === "open") steps.push(...admit(says("valid", true)));
  if (state === "moved") steps.push(used(says("already used", true)));
  if (state !== "open") steps.push(goes(says("refused", true), { at: "refusal-look" }));
  if (!setting.faults) return steps;
  if (state === "dead" || setting.forgetfulFacilitators)
    if (state !== "open") steps.push(...admit(says("valid, wrongly", false)));
  if (state !== "moved") steps.push(used(says("already used, wrongly", false)));
  if (state === "open") {
    steps.push(goes(says("refused, perhaps wrongly", false), { at: "refusal-look" }));
    steps.push(thenRelease(says("refused for what was signed", false), "challenge"));
  }
  steps.push(goes(says("nobody answers", false), { at: "outage-look" }));
  return steps;
}

/** sell.ts `admitLate`. */
const admit = (turn: Turn): WorldStep[] =>
  turn.setting.strangers && turn.setting.rules.strangersTakeSlots
    ? [goes(turn, { at: "take-slot", sawMoved: false })]
    : runHandler(turn);

/** sell.ts `admitLate`, for a payer whom only the verification could tell. */
export function takeSlot(turn: Turn): WorldStep[] {
  const { call, setting } = turn;
  return writes(
    turn,
    { op: "take-slot", payment: key(turn), owner: owner(turn), caller: call.caller, key: setting.key },
    (reply, after) => {
      if (reply.kind === "ok") return runHandler(after);
      if (reply.kind === "busy") return [thenRelease(after, "conflict")];
      if (reply.kind === "bound") return [thenRelease(after, boundToOther(after) ?? "conflict")];
      return [thenRelease(after, "conflict")];
    },
    (failed) => [thenRelease(failed, "store")],
  );
}

/** run-handler.ts, for a payment that has not moved. */
function runHandler(turn: Turn): WorldStep[] {
  const steps = [goes(turn, { at: "intent", sawMoved: false })];
  if (turn.setting.faults)
    steps.push(goes(labelled(unlucky(turn), "the handler fails"), { at: "failure-look" }));
  return steps;
}

/** sell.ts `recordIntent`. */
export function intent(turn: Turn): WorldStep[] {
  const { call, setting } = turn;
  const settle = (after: Turn): WorldStep =>
    setting.rules.answerAfterSettling
      ? goes(after, { at: "settle", overran: false })
      : answers(after, "answer", key(turn), true);
  return writes(
    turn,
    {
      ...{ op: "intent", payment: key(turn), owner: owner(turn), caller: call.caller },
      ...{ evidence: call.payment, key: setting.key, reserve: setting.reserve },
    },
    (reply, after) => {
      if (reply.kind === "ok") return [settle(after)];
      if (reply.kind === "taken") return [goes(after, { at: "failure-look" })];
      if (reply.kind === "bound")
        return [
          thenRelease(after, boundToOther(after) ?? "conflict"),
          thenRelease(labelled(after, "(its key is free again when it is looked at)"), "conflict"),
        ];
      return [thenRelease(after, "conflict")];
    },
    (failed) => [setting.rules.intentBeforeSettling ? thenRelease(failed, "store") : settle(failed)],
  );
}

/** sell.ts `beforeSettling`. */
export function releaseClaim(turn: Turn): WorldStep[] {
  const { say } = turn.call;
  const then = (after: Turn, held: boolean): WorldStep[] => [
    say === "earlier"
      ? goes(after, { ...FORGOTTEN, at: "earlier" })
      : answers(after, held ? say : answerWithoutClaim(turn, say), key(turn)),
  ];
  return writes(
    turn,
    { op: "release", payment: key(turn), owner: owner(turn), evenSettling: true },
    (reply, after) => then(after, reply.kind === "ok"),
    (failed) => then(failed, false),
  );
}

/** paid-call.ts `answerOfEarlierPayment`. */
export function earlier(turn: Turn): WorldStep[] {
  const { call, world, setting } = turn;
  // Of two payments, the other one: the key was bound to it when it was looked at.
  const payment = 1 - keyOfPayment(setting, call.payment);
  return reads(
    turn,
    (read) => {
      const kept = world.ledger.records[payment]?.state === "settled";
      return kept
        ? [answers(labelled(read, "the earlier is settled"), "answer", payment, true)]
        : waits(read, "earlier");
    },
    (failed) => [answers(failed, "store", key(turn))],
  );
}

/** sell.ts `refuse`. */
export const refusalLook = (turn: Turn): WorldStep[] =>
  looks(turn, turn.call.payment, (look, seen) => {
    if (look === "moved") return [goes(seen, { at: "credit", sawMoved: false })];
    if (look === "unclear" && turn.setting.rules.refusalNeedsClearLook)
      return [thenRelease(seen, "conflict")];
    return [thenRelease(seen, "challenge")];
  });

/** sell.ts `unlessMoved`. */
export const outageLook = (turn: Turn): WorldStep[] =>
  looks(turn, turn.call.payment, (look, seen) => {
    if (look === "moved") return [goes(seen, { at: "credit", sawMoved: false })];
    return [thenRelease(seen, look === "unclear" ? "conflict" : "not-charged")];
  });

/** sell.ts `withMoney`. */
export const failureLook = (turn: Turn): WorldStep[] =>
  looks(turn, turn.call.payment, (look, seen) => [
    thenRelease(seen, look === "moved" || look === "unclear" ? "conflict" : "not-charged"),
  ]);

/** sell.ts `alreadyUsed`. */
export const usedLook = (turn: Turn): WorldStep[] =>
  looks(turn, turn.call.payment, (look, seen) => {
    if (look === "moved") return [goes(seen, { at: "credit", sawMoved: false })];
    return [thenRelease(seen, look === "unmoved" ? "challenge" : "conflict")];
  });
