import { FORGOTTEN, key, owner } from "./claim";
import { waits } from "./calls";
import { goes, looks, labelled, answers, unlucky, writes, type Turn } from "./turn";
import { land, put, slotName, type World, type WorldStep } from "./world";

/** The program of a call that settles a payment, or finishes what another left: settlement.ts, line by line. */

/** A request to settle is with a facilitator, and may land at any time from now on. */
const pending = (world: World, payment: number): World => {
  const chain = world.chains[payment];
  return chain?.state === "open"
    ? { ...world, chains: put(world.chains, payment, { ...chain, pending: true }) }
    : world;
};

/**
 * settlement.ts `settle`, and `resume` where it sends the same payment again. A facilitator that says success is
 * believed; any other answer may hide a transfer that landed, or will.
 */
export function settle(turn: Turn): WorldStep[] {
  const { call, setting, world } = turn;
  const { rules } = setting;
  const state = world.chains[call.payment]?.state;
  const sending: Turn = { ...turn, event: { kind: "sends", call, key: key(turn) } };
  const landed: Turn = { ...sending, world: land(world, setting, call.payment, true) };
  const failed = (at: Turn, said: string) =>
    goes(labelled(at, said), { at: rules.failureIsNoProof ? "to-chain" : "unsent", say: "answer" });
  const steps: WorldStep[] = [];
  if (state === "open") steps.push(goes(labelled(landed, "settles: success"), { at: "close" }));
  else steps.push(failed(sending, "settles: refused"));
  if (!setting.faults) return steps;
  const bad = unlucky(sending);
  if (state === "moved")
    steps.push(goes(labelled(bad, "settles: success, of what moved before"), { at: "close" }));
  if (state === "open") {
    steps.push(failed(unlucky(landed), "settles: landed, but a failure is reported"));
    steps.push(
      failed({ ...bad, world: pending(world, call.payment) }, "settles: no answer, it may still land"),
    );
    steps.push(failed(bad, "settles: no answer, and nothing comes of it"));
  }
  const unsent = call.seller || !rules.takeoverNeverReleases ? "unsent" : "to-chain";
  steps.push(
    goes(labelled({ ...bad, event: null }, "settles: reaches no facilitator"), { at: unsent, say: "answer" }),
  );
  return steps;
}

/** settlement.ts `recordSettled`, and what its callers do next. */
export function close(turn: Turn): WorldStep[] {
  const { call, world, setting } = turn;
  const kept = world.ledger.records[key(turn)]?.answer === slotName(turn.slot);
  const then = (after: Turn, closed: boolean): WorldStep[] => {
    if (call.seller) return [answers(after, "answer", key(turn), kept)];
    if (closed || !setting.rules.unclosedWaits) return [goes(after, { ...FORGOTTEN, at: "begin" })];
    return waits(after, "begin");
  };
  return writes(
    turn,
    { op: "settled", payment: key(turn) },
    (reply, after) => then(after, reply.kind !== "lost"),
    (failed) => then(failed, false),
  );
}

/** settlement.ts `settle`: nothing was sent, so what is held is given up. */
export function unsent(turn: Turn): WorldStep[] {
  const then = (after: Turn): WorldStep[] => [answers(after, "conflict", key(turn))];
  return writes(
    turn,
    { op: "release", payment: key(turn), owner: owner(turn), evenSettling: true },
    (_, after) => then(after),
    then,
  );
}

/** settlement.ts `recordUnknown`. `say` tells what the call knows already: nothing (`answer`), unmoved, or open. */
export function toChain(turn: Turn): WorldStep[] {
  const then = (after: Turn): WorldStep[] => {
    if (turn.call.say === "conflict") return [answers(after, "conflict", key(turn))];
    return [goes(after, { at: turn.call.say === "challenge" ? "release-unmoved" : "look" })];
  };
  return writes(
    turn,
    { op: "unknown", payment: key(turn), owner: owner(turn), trail: 0 },
    (_, after) => then(after),
    then,
  );
}

const open = (turn: Turn): WorldStep =>
  answers(turn, turn.setting.rules.openIsNoChallenge ? "conflict" : "challenge", key(turn));

/** settlement.ts `lookUpUntilKnown` and `close`. */
export const look = (turn: Turn): WorldStep[] =>
  looks(turn, turn.call.payment, (found, seen) => {
    if (found === "moved") return [goes(seen, { at: "close", sawMoved: false })];
    if (found === "unmoved")
      return [goes(seen, { at: "release-unmoved", evidence: turn.call.payment, sawMoved: false })];
    return [open(seen)];
  });

/** settlement.ts `close` of a payment that can't move any more: a call with another one of its nonce looks again. */
export function releaseUnmoved(turn: Turn): WorldStep[] {
  const { evidence, payment } = turn.call;
  const then = (after: Turn, released: boolean): WorldStep[] => {
    if (evidence === payment || !turn.setting.rules.otherNonceLooksAgain)
      return [answers(after, "challenge", key(turn))];
    return released ? [goes(after, { ...FORGOTTEN, at: "begin" })] : waits(after, "begin");
  };
  return writes(
    turn,
    { op: "release-unmoved", payment: key(turn), evidence },
    (reply, after) => then(after, reply.kind === "ok"),
    (failed) => then(failed, false),
  );
}

/** settlement.ts `resume`, up to its sending. */
export const takeoverLook = (turn: Turn): WorldStep[] =>
  looks(turn, turn.call.evidence, (found, seen) => {
    const blind = { sawMoved: false };
    if (found === "moved") return [goes(seen, { at: "close", ...blind })];
    if (found === "unmoved") return [goes(seen, { at: "to-chain", say: "challenge", ...blind })];
    const same = turn.call.payment === turn.call.evidence;
    return [goes(seen, same ? { at: "settle", ...blind } : { at: "to-chain", say: "conflict", ...blind })];
  });

/** settlement.ts `resolveUnknown`. */
export const lookUpUnknown = (turn: Turn): WorldStep[] =>
  looks(turn, turn.call.evidence, (found, seen) => {
    if (found === "moved") return [goes(seen, { at: "close", sawMoved: false })];
    if (found === "unmoved") return [goes(seen, { at: "release-unmoved", sawMoved: false })];
    return [open(seen)];
  });
