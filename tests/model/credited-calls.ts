import { boundToOther, FORGOTTEN, thenRelease, key, owner } from "./claim";
import { type Turn, goes, reads, labelled, answers, unlucky, writes } from "./turn";
import type { WorldStep } from "./world";

/** The program of a call whose payment has moved before the ledger knew of it: credited.ts, line by line. */

/** credited.ts `creditMoved`. */
export function credit(turn: Turn): WorldStep[] {
  const { call, world } = turn;
  const { age = "fresh" } = world.chains[call.payment] ?? {};
  return writes(
    turn,
    {
      ...{ op: "credit", payment: key(turn), owner: owner(turn), caller: call.caller },
      ...{ evidence: call.payment, age },
    },
    (reply, after) => {
      if (reply.kind === "ok") return runCredited(after);
      // A claim that is over can't be released.
      return [thenRelease(after, reply.kind === "spent" ? "spent" : "conflict")];
    },
    (failed) => [thenRelease(failed, "store")],
  );
}

/** credited.ts `serveCredited`, up to its write. */
export function runCredited(turn: Turn): WorldStep[] {
  if (turn.setting.key) return [goes(turn, { at: "credited-run", overran: false })];
  return handleCredited(turn);
}

function handleCredited(turn: Turn): WorldStep[] {
  const steps = [goes(turn, { at: "fulfil", overran: turn.call.at === "credited-run" && turn.call.overran })];
  if (turn.setting.faults)
    steps.push(goes(labelled(unlucky(turn), "the handler fails"), { at: "release-credit", say: "owed" }));
  return steps;
}

/** A credited payment whose key is bound: its caller gets the earlier payment's answer. */
const releaseBoundCredit = (turn: Turn, bound: "earlier" | "conflict"): WorldStep => {
  const thrown = !turn.call.seller && !turn.setting.rules.boundIsAnsweredAnywhere;
  return goes(turn, { at: "release-credit", say: thrown ? "crash" : bound });
};

/** credited.ts `answerOnce`, its first look at the key. */
export const creditedRun = (turn: Turn): WorldStep[] =>
  reads(
    turn,
    (read) => {
      const bound = boundToOther(read);
      return bound === null
        ? handleCredited(read)
        : [releaseBoundCredit(labelled(read, "its key is bound"), bound)];
    },
    (failed) => [goes(failed, { at: "release-credit", say: "owed" })],
  );

/** credited.ts `answerOnce`, its write. */
export function fulfil(turn: Turn): WorldStep[] {
  const { call, setting } = turn;
  return writes(
    turn,
    {
      ...{ op: "fulfil", payment: key(turn), owner: owner(turn), caller: call.caller },
      ...{ key: setting.key, reserve: setting.reserve && !call.foundTaken },
    },
    (reply, after) => {
      // The handler is run again, and finds it taken.
      if (reply.kind === "taken") return [goes(after, { at: "fulfil", foundTaken: true })];
      if (reply.kind === "ok") return [answers(after, "answer", key(turn), true)];
      if (reply.kind === "bound") return [releaseBoundCredit(after, boundToOther(after) ?? "conflict")];
      return [goes(after, { at: "release-credit", say: "owed" })];
    },
    (failed) => [goes(failed, { at: "release-credit", say: "owed" })],
  );
}

/** credited.ts `serveCredited`, its end without an answer. */
export function releaseCredit(turn: Turn): WorldStep[] {
  const { say } = turn.call;
  const then = (after: Turn): WorldStep[] => [
    say === "earlier" ? goes(after, { ...FORGOTTEN, at: "earlier" }) : answers(after, say, key(turn)),
  ];
  return writes(
    turn,
    { op: "release-credit", payment: key(turn), owner: owner(turn) },
    (_, after) => then(after),
    then,
  );
}
