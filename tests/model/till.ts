import {
  abandon,
  begin,
  earlier,
  failureLook,
  releaseClaim,
  intent,
  beginMoved,
  busyLook,
  refusalLook,
  takeSlot,
  outageLook,
  usedLook,
  verify,
} from "./calls";
import { credit, creditedRun, fulfil, releaseCredit } from "./credited-calls";
import { CALLERS } from "./records";
import { explore, type Graph, type Violation } from "./explore";
import { brokenPromise } from "./promises";
import {
  close,
  takeoverLook,
  look,
  releaseUnmoved,
  settle,
  toChain,
  lookUpUnknown,
  unsent,
} from "./settling";
import { worldSteps } from "./world-steps";
import { keyOf } from "./world-key";
import { turnOf, type Turn } from "./turn";
import { mayRead, newWorld, type Answer, type At, type Setting, type World, type WorldStep } from "./world";

/** What each call does at each point of its program. */
export const PROGRAM: Readonly<Record<At, (turn: Turn) => WorldStep[]>> = {
  begin,
  abandon,
  verify,
  "refusal-look": refusalLook,
  "used-look": usedLook,
  "outage-look": outageLook,
  "failure-look": failureLook,
  "busy-look": busyLook,
  "begin-moved": beginMoved,
  "take-slot": takeSlot,
  intent,
  "release-claim": releaseClaim,
  earlier,
  settle,
  close,
  unsent,
  "to-chain": toChain,
  look,
  "release-unmoved": releaseUnmoved,
  "takeover-look": takeoverLook,
  "unknown-look": lookUpUnknown,
  credit,
  "credited-run": creditedRun,
  fulfil,
  "release-credit": releaseCredit,
};

/** Everything that can happen next. */
export function stepsOf(world: World, setting: Setting): WorldStep[] {
  const steps = worldSteps(world, setting);
  for (const [slot, call] of world.calls.entries())
    if (call !== null) steps.push(...PROGRAM[call.at](turnOf(world, slot, call, setting)));
  return steps;
}

const CALM = 1;
const HURRIED = 2;
/** The payment's own buyer is told this; two bits, one a payment key. */
const ANSWERED = 4;
const CHALLENGED = 16;
const SPENT = 64;

function marksOf({ event, calm, hurried }: WorldStep, setting: Setting): number {
  let marks = (calm ? CALM : 0) | (hurried ? HURRIED : 0);
  if (event?.kind !== "answered" || event.call.caller !== setting.callers[0]) return marks;
  const key = setting.payments[event.call.payment] ?? 0;
  if (event.answer === "answer") marks |= ANSWERED << key;
  if (event.answer === "challenge") marks |= CHALLENGED << key;
  if (event.answer === "spent") marks |= SPENT << key;
  return marks;
}

/** What a returning buyer must get in the end: their answer; a refusal that it is spent; an answer or a challenge. */
const OWED_ANSWER = 1;
const OWED_WORD = 4;
const OWED_DECISION = 16;

function traitsOf(world: World, setting: Setting): number {
  let traits = 0;
  for (const [key, record] of world.ledger.records.entries()) {
    const moved = world.chains.find(
      (chain, payment) => setting.payments[payment] === key && chain.state === "moved",
    );
    const begun = record !== null && record.state !== "claimed";
    // A call with another request, or without a proof, comes back in vain.
    const asks = setting.callers[0] ?? "buyer";
    const first = record?.state === "credited" && CALLERS[asks].walletProved;
    if (begun && !first && !mayRead(record.by, asks)) continue;
    if (moved === undefined) traits |= OWED_DECISION << key;
    else if (begun) traits |= OWED_ANSWER << key;
    else if (moved.age === "fresh" && world.ledger.epoch) traits |= OWED_ANSWER << key;
    else traits |= OWED_WORD << key;
  }
  return traits;
}

/** What a buyer is owed, and by which ends it is paid. */
export const DEBTS = [
  {
    promise:
      "a payer who has paid can still get their answer, by sending the same payment again when nothing fails any more",
    trait: OWED_ANSWER,
    goal: ANSWERED,
  },
  {
    promise: "a payer who has paid what can't be served learns that, or is served",
    trait: OWED_WORD,
    goal: SPENT | ANSWERED,
  },
  {
    promise: "a payer who has not paid can still be served, or asked to pay anew",
    trait: OWED_DECISION,
    goal: CHALLENGED | ANSWERED,
  },
] as const;

export const ENDS = "every call ends, or looks at the clock, whatever fails";

function firstUnpaid(graph: Graph, setting: Setting): Graph["violation"] {
  for (const key of new Set(setting.payments)) {
    for (const { promise, trait, goal } of DEBTS) {
      const paid = graph.canReach(goal << key, CALM);
      for (let state = 0; state < graph.states; state++)
        if ((graph.traits.at(state) & (trait << key)) !== 0 && paid[state] === 0)
          return { promise, trace: graph.traceTo(state) };
    }
  }
  const endless = graph.endless(HURRIED);
  return endless === null ? null : { promise: ENDS, trace: endless };
}

export interface Checked {
  states: number;
  transitions: number;
  /** Steps from the start to the state that is farthest away. */
  depth: number;
  /** The first broken promise, if any, with the shortest way to it. */
  violation: Violation | null;
  /** The points of the calls' program that were come to, and what callers were told. */
  visited: ReadonlySet<At | Answer>;
}

/** Explores everything that can happen in a setting. @throws TooManyStates beyond `most` */
export function check(setting: Setting, most = 8_000_000): Checked {
  const visited = new Set<At | Answer>();
  const graph = explore(
    {
      initial: newWorld(setting),
      steps: (world) => stepsOf(world, setting),
      key: keyOf,
      broken: (before, step) => brokenPromise(before, step, setting),
      traits(world) {
        for (const call of world.calls) if (call !== null) visited.add(call.at);
        return traitsOf(world, setting);
      },
      marks(_, step) {
        if (step.event?.kind === "answered") visited.add(step.event.answer);
        return marksOf(step, setting);
      },
    },
    most,
  );
  const violation = graph.violation ?? firstUnpaid(graph, setting);
  return { states: graph.states, transitions: graph.transitions, depth: graph.depth, violation, visited };
}
