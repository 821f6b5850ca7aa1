import { isDeepStrictEqual } from "node:util";
import { apply, leaseEnds } from "../ledger";
import { emptyLedger, NOBODY, type Ledger, type Write } from "../records";
import { ANSWER_MS, COOLDOWN_MS, KEY_MS, LEASE_MS, replyOf, UNKNOWN_SLOT_MS } from "./fixtures";
import type { RealLedger } from "./ledger";
import { CODE } from "../rules";
import { readLedger, restoreSnapshot, takeSnapshot, Unexpected, type Snapshot } from "./snapshot";

/** Holds the model's ledger and the real one beside each other. */

/** As long as the longest of these passes, all that was begun before and lasts no longer has ended. */
export const TIMES = {
  leases: LEASE_MS,
  cooldowns: COOLDOWN_MS,
  "slots of the unknown": UNKNOWN_SLOT_MS,
  answers: ANSWER_MS,
  keys: KEY_MS,
} as const;
export type Time = keyof typeof TIMES;
const ORDER = Object.keys(TIMES);

export type Move = Write | { op: "time"; end: Time };

/** What a ledger is told by every call here. */
const TERMS = { rules: CODE, maxSlots: 4 };

function pass(ledger: Ledger, end: Time): Ledger {
  const ends = (other: Time) => ORDER.indexOf(other) <= ORDER.indexOf(end);
  let after = ledger;
  for (const payment of ledger.records.keys()) after = leaseEnds(after, payment);
  return {
    ...after,
    cooldown: !ends("cooldowns") && ledger.cooldown,
    slots: after.slots.map((counts) => !ends("slots of the unknown") && counts),
    binding: ends("answers") ? null : ledger.binding,
    records: after.records.map((record) => {
      if (record === null || !["settled", "credited"].includes(record.state)) return record;
      if (ends("keys")) return null;
      return ends("answers") && record.state === "settled" ? { ...record, answer: NOBODY } : record;
    }),
  };
}

/** What the model says that a move answers and leaves behind. */
export function predict(ledger: Ledger, move: Move): { reply: unknown; after: Ledger } {
  if (move.op === "time") return { reply: null, after: pass(ledger, move.end) };
  const [reply, after] = apply(ledger, move, TERMS);
  return { reply: replyOf(move, reply), after };
}

/** What the real ledger answers, and what it is left with. */
export async function perform(
  real: RealLedger,
  payments: number,
  move: Move,
): Promise<{ reply: unknown; snapshot: Snapshot }> {
  let reply: unknown = null;
  if (move.op === "time") real.clock.now += TIMES[move.end] + 1;
  else reply = await real.run(move).catch((error: unknown) => `a failure: ${String(error)}`);
  return { reply, snapshot: await takeSnapshot(real.engine, real.names, payments) };
}

/** One line a part, so that what differs can be named. The ledger keeps no note of a claim's proof of its wallet. */
export function parts(ledger: Ledger): string[] {
  const { records, open, debts, slots, cooldown, binding, reserved, effects, epoch } = ledger;
  return [
    ...records.map((record, payment) => {
      if (record === null) return `payment ${payment}: nothing`;
      const { state, owner, leased, by, evidence, answer, boundTo, trail, slot, reserves } = record;
      const caller = by === "holder" ? "buyer" : by;
      const about = { state, owner, leased, by: caller, evidence, answer, boundTo, trail, slot, reserves };
      return `payment ${payment}: ${JSON.stringify(about)}`;
    }),
    ...[`open ${open.join()}`, `debts ${debts.join()}`, `slots ${slots.join()}`, `cooldown ${cooldown}`],
    `binding ${binding === null ? "none" : `${binding.payment} ${binding.fingerprint}`}`,
    `reserved ${JSON.stringify(reserved)}`,
    ...[`effects ${effects.join()}`, `epoch ${epoch}`],
  ];
}

const comparable = (ledger: Ledger): string => parts(ledger).join("\n");

/** In which way the real ledger did something else than the model, or null. */
export function difference(
  real: RealLedger,
  payments: number,
  predicted: ReturnType<typeof predict>,
  done: Awaited<ReturnType<typeof perform>>,
): string | null {
  if (JSON.stringify(done.reply) !== JSON.stringify(predicted.reply))
    return `it answered ${JSON.stringify(done.reply)}, not ${JSON.stringify(predicted.reply)}`;
  try {
    const held = parts(readLedger(done.snapshot, real.names, payments, real.clock.now));
    const expected = parts(predicted.after);
    const different = held.findIndex((part, index) => part !== expected[index]);
    return different < 0 ? null : `it holds ${held[different]}, not ${expected[different]}`;
  } catch (error) {
    if (error instanceof Unexpected) return error.message;
    throw error;
  }
}

export interface Coverage {
  states: number;
  moves: number;
  /** What was done, and in which way the two then differed; null when they never did. */
  difference: { moves: Move[]; how: string } | null;
}

/**
 * Tries every move in every state that the ledger can come to by them. That covers sequences of any length: two real
 * ledgers that mean the same to the model differ only in moments of time, of which the scripts ask nothing but whether
 * they are over.
 * @param isTried chooses, by their numbers, the states in which a move is tried that leads to no state not yet known
 */
export async function compareEverywhere(
  real: RealLedger,
  payments: number,
  moves: readonly Move[],
  isTried: (state: number, move: number) => boolean = () => true,
): Promise<Coverage> {
  interface Known {
    ledger: Ledger;
    snapshot: Snapshot;
    now: number;
    path: Move[];
  }
  const start: Known = {
    ledger: emptyLedger(payments, false),
    snapshot: new Map(),
    now: real.clock.now,
    path: [],
  };
  const known = new Set([comparable(start.ledger)]);
  const queue = [start];
  let tried = 0;
  for (const [number, state] of queue.entries()) {
    let untouched = false;
    for (const [index, move] of moves.entries()) {
      const predicted = predict(state.ledger, move);
      // Whatever the scripts only count, the model counts to two.
      const name = comparable(predicted.after);
      const isNew = !known.has(name);
      if (!isNew && !isTried(number, index)) continue;
      real.clock.now = state.now;
      if (!untouched) await restoreSnapshot(real.engine, state.snapshot);
      const done = await perform(real, payments, move);
      untouched = move.op !== "time" && isDeepStrictEqual(done.snapshot, state.snapshot);
      tried += 1;
      const path = [...state.path, move];
      const how = difference(real, payments, predicted, done);
      if (how !== null) return { states: known.size, moves: tried, difference: { moves: path, how } };
      if (!isNew) continue;
      known.add(name);
      queue.push({ ledger: predicted.after, snapshot: done.snapshot, now: real.clock.now, path });
    }
  }
  return { states: known.size, moves: tried, difference: null };
}

/**
 * Every sequence of moves up to a length, each from an empty ledger. What follows is tried once where two sequences leave
 * the very same keys and values behind at the very same moment: the store holds nothing else.
 */
export async function compareSequences(
  real: RealLedger,
  payments: number,
  moves: readonly Move[],
  length: number,
): Promise<Coverage> {
  const coverage: Coverage = { states: 0, moves: 0, difference: null };
  const { now } = real.clock;
  const followed = new Map<string, number>();

  /** How many moves follow in all sequences that begin like this. */
  async function after(ledger: Ledger, snapshot: Snapshot, at: number, path: Move[]): Promise<number> {
    if (path.length === length) return 0;
    const here = JSON.stringify([path.length, at, ledger, [...snapshot]]);
    const known = followed.get(here);
    if (known !== undefined) return known;
    let following = 0;
    for (const move of moves) {
      if (coverage.difference !== null) break;
      real.clock.now = at;
      await restoreSnapshot(real.engine, snapshot);
      const predicted = predict(ledger, move);
      const done = await perform(real, payments, move);
      following += 1;
      const how = difference(real, payments, predicted, done);
      if (how !== null) coverage.difference = { moves: [...path, move], how };
      else following += await after(predicted.after, done.snapshot, real.clock.now, [...path, move]);
    }
    followed.set(here, following);
    return following;
  }

  coverage.moves = await after(emptyLedger(payments, false), new Map(), now, []);
  coverage.states = followed.size;
  return coverage;
}
