import { holderOf } from "@/lib/payments/ledger/reserve";
import type { Engine, Reply } from "@/sandbox/redis/engine";
import { CALLERS, emptyLedger, type Caller, type Ledger, type LedgerRecord, type State } from "../records";

/** What a real ledger's keys hold at one moment, and what that means in the model's terms. */

export type Entry = (
  | { type: "hash"; fields: Readonly<Record<string, string>> }
  | { type: "zset"; scores: Readonly<Record<string, string>> }
  | { type: "string"; value: string }
) & {
  /** Milliseconds; -1 for a key that does not expire. */
  endsAt: number;
};
export type Snapshot = ReadonlyMap<string, Entry>;

const bytes = (words: readonly string[]): Buffer[] => words.map((word) => Buffer.from(word));
const textOf = (reply: Reply | undefined): string =>
  Buffer.isBuffer(reply) ? reply.toString() : String(reply);
const listOf = (reply: Reply | undefined): string[] => (Array.isArray(reply) ? reply.map(textOf) : []);

function pairs(list: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let at = 0; at < list.length; at += 2) fields[list[at] ?? ""] = list[at + 1] ?? "";
  return fields;
}

/** Runs commands in order; an error of one is an error of all. */
export async function commands(engine: Engine, list: readonly (readonly string[])[]): Promise<Reply[]> {
  const replies = await engine.run(list.map(bytes), false);
  for (const reply of replies) if (reply instanceof Error) throw reply;
  return replies;
}

export class Unexpected extends Error {
  override name = "Unexpected";
}

/** Names of the keys that one world of payments uses. */
export interface Names {
  record(payment: number): string;
  answer(payment: number): string;
  effects(payment: number): string;
  /** What was sold in all (hash). */
  totals: string;
  /** The sales journal's index (hash); its days' streams begin with the same. */
  journal: string;
  /** Work for payers who have never paid (sorted set). */
  inVain: string;
  /** That an instance recovers payments behind its sales (string). */
  recoveryTurn: string;
  /** When each route last sold (sorted set). */
  lastSales: string;
  /** Sales whose money is still to be seen (sorted set). */
  toConfirm: string;
  open: string;
  /** Credited payments that could not be served (sorted set), and what is known of each (hash). */
  debts: string;
  debtNotes: string;
  slots: string;
  binding: string;
  /** What can be had once. */
  unique: string;
  epoch: string;
  paymentKey(payment: number): string;
  /** Which signed payment an evidence is of. */
  evidenceOf(text: string): number;
  /** How far a search has come. */
  trailOf(text: string): number;
  /** Whose answer a stored one is. */
  answerOf(text: string): string;
}

/** How each key is read, by its name. */
function readers(names: Names, payments: number): [name: string, type: Entry["type"]][] {
  const own = Array.from({ length: payments }, (_, payment): [string, Entry["type"]][] => [
    [names.record(payment), "hash"],
    [names.answer(payment), "string"],
    [names.effects(payment), "string"],
  ]);
  return [
    ...own.flat(),
    [names.totals, "hash"],
    [names.lastSales, "zset"],
    [names.toConfirm, "zset"],
    [names.open, "zset"],
    [names.debts, "zset"],
    [names.debtNotes, "hash"],
    [names.slots, "zset"],
    [names.binding, "string"],
    [names.unique, "string"],
    [names.epoch, "string"],
  ];
}

const READ: Readonly<Record<Entry["type"], (name: string) => string[]>> = {
  hash: (name) => ["HGETALL", name],
  zset: (name) => ["ZRANGE", name, "0", "-1", "WITHSCORES"],
  string: (name) => ["GET", name],
};

/**
 * The journal is written and never asked, work in vain counts by the hundred, and whose turn it is to recover in the background
 * decides nothing of a call: all are taken out, or no two paths would meet in one state.
 */
async function dropJournal(engine: Engine, { journal, inVain, recoveryTurn }: Names): Promise<void> {
  const found = await commands(engine, [
    ["KEYS", `${journal}*`],
    ["KEYS", `${inVain}*`],
  ]);
  await commands(engine, [["DEL", recoveryTurn, ...found.flatMap(listOf)]]);
}

/** All that the store holds, but for those. @throws Unexpected for a key that is none of the ledger's */
export async function takeSnapshot(engine: Engine, names: Names, payments: number): Promise<Snapshot> {
  await dropJournal(engine, names);
  const asked = readers(names, payments);
  const [size, ...replies] = await commands(engine, [
    ["DBSIZE"],
    ...asked.flatMap(([name, type]) => [["PEXPIRETIME", name], READ[type](name)]),
  ]);
  const snapshot = new Map<string, Entry>();
  for (const [index, [name, type]] of asked.entries()) {
    const endsAt = Number(replies[index * 2]);
    const value = replies[index * 2 + 1];
    if (endsAt === NO_KEY) continue;
    if (type === "hash") snapshot.set(name, { type, fields: pairs(listOf(value)), endsAt });
    if (type === "zset") snapshot.set(name, { type, scores: pairs(listOf(value)), endsAt });
    if (type === "string") snapshot.set(name, { type, value: textOf(value), endsAt });
  }
  if (snapshot.size !== size) throw new Unexpected("the store holds other keys than the ledger's");
  return snapshot;
}
const NO_KEY = -2;

/** Makes the store hold what a snapshot holds, and nothing else. The engine's clock must be the snapshot's. */
export async function restoreSnapshot(engine: Engine, snapshot: Snapshot): Promise<void> {
  const list: string[][] = [["FLUSHALL"]];
  for (const [name, entry] of snapshot) {
    if (entry.type === "hash") list.push(["HSET", name, ...Object.entries(entry.fields).flat()]);
    if (entry.type === "zset")
      list.push([
        "ZADD",
        name,
        ...Object.entries(entry.scores).flatMap(([member, score]) => [score, member]),
      ]);
    if (entry.type === "string") list.push(["SET", name, entry.value]);
    if (entry.endsAt >= 0) list.push(["PEXPIREAT", name, String(entry.endsAt)]);
  }
  await commands(engine, list);
}

const CLAIM = "state owner fingerprint secret idempotency entry payer rail claimedAt slot";
const WRITTEN = "intentAt evidence facts";
/** The fields that a record has in each state: these, and no others. */
const FIELDS: Readonly<Record<string, string>> = {
  claimed: CLAIM,
  settling: `${CLAIM} ${WRITTEN} effects lease`,
  unknown: `${CLAIM} ${WRITTEN} effects -owner`,
  settled: `${CLAIM} ${WRITTEN} receipt settledAt -owner -slot`,
  credited: `${CLAIM} ${WRITTEN} receipt lease request key`,
};

/** What is found of a sale's money afterwards, of which the model knows nothing. */
const AFTERWARDS = ["trust", "block", "search", "by", "resend"];

/** What of a payer who has never paid is counted, of which the model knows nothing either: its budgets are far away. */
const COUNTED = ["vain", "vainIn", "household"];

/** States in which a search of the chain may have been noted. */
const SEARCHED = ["settling", "unknown"];

function fieldsOf(kind: string, bound: boolean, searched: boolean, reserves: boolean): string[] {
  const names = new Set((FIELDS[kind] ?? "").split(" "));
  for (const name of [...names])
    if (name.startsWith("-")) for (const gone of [name, name.slice(1)]) names.delete(gone);
  return [
    ...names,
    ...(bound ? ["binding", "boundTo"] : []),
    ...(searched ? ["trail"] : []),
    ...(reserves ? ["reserve"] : []),
  ].sort();
}

const isState = (text: string | undefined): text is State =>
  ["claimed", "settling", "unknown", "settled", "credited"].includes(text ?? "");

function callerOf(fields: Readonly<Record<string, string>>): Caller {
  for (const caller of ["buyer", "other", "thief"] as const) {
    const { fingerprint, secret } = CALLERS[caller];
    if (fields.fingerprint === fingerprint && fields.secret === secret) return caller;
  }
  throw new Error(`a claim of nobody: ${JSON.stringify(fields)}`);
}

function readRecord(snapshot: Snapshot, names: Names, payment: number, now: number): LedgerRecord | null {
  const entry = snapshot.get(names.record(payment));
  const answer = snapshot.get(names.answer(payment));
  if (entry === undefined) {
    if (answer !== undefined) throw new Unexpected("an answer without a record");
    return null;
  }
  if (entry.type !== "hash") throw new Unexpected("a record that is no hash");
  const { fields, endsAt } = entry;
  const { state } = fields;
  if (!isState(state)) throw new Unexpected(`state ${state}`);
  const bound = fields.binding !== undefined;
  const expected = fieldsOf(
    state,
    bound,
    fields.trail !== undefined && SEARCHED.includes(state),
    fields.reserve !== undefined,
  );
  const actual = Object.keys(fields)
    .filter((name) => !COUNTED.includes(name) && (state !== "settled" || !AFTERWARDS.includes(name)))
    .sort();
  if (actual.join() !== expected.join())
    throw new Unexpected(`a ${state} record holds ${actual.join()}, not ${expected.join()}`);
  if (endsAt >= 0 !== ["claimed", "settled", "credited"].includes(state))
    throw new Unexpected(`a ${state} record ${endsAt >= 0 ? "expires" : "does not expire"}`);
  if (answer !== undefined && answer.endsAt >= 0 !== (state === "settled"))
    throw new Unexpected(
      `the answer of a ${state} record ${answer.endsAt >= 0 ? "expires" : "does not expire"}`,
    );
  return {
    state,
    owner: fields.owner ?? "",
    leased: state === "claimed" || (fields.lease !== undefined && Number(fields.lease) >= now),
    by: callerOf(fields),
    evidence: fields.evidence === undefined ? -1 : names.evidenceOf(fields.evidence),
    answer: answer?.type === "string" ? names.answerOf(answer.value) : "",
    boundTo: fields.boundTo?.split(" ")[0] ?? "",
    trail: names.trailOf(fields.trail ?? ""),
    slot: (fields.slot ?? "") !== "",
    reserves: fields.reserve !== undefined,
  };
}

function reservedBy(held: string | undefined): Ledger["reserved"] {
  if (held === undefined) return null;
  const { value, pending } = holderOf(held);
  return { payment: Number(value.replace("of ", "")), pending };
}

/** The store's contents in the model's terms. @throws Unexpected for what the scripts should never leave behind */
export function readLedger(snapshot: Snapshot, names: Names, payments: number, now: number): Ledger {
  const scores = (name: string): Readonly<Record<string, string>> => {
    const entry = snapshot.get(name);
    return entry?.type === "zset" ? entry.scores : {};
  };
  const text = (name: string): string | undefined => {
    const entry = snapshot.get(name);
    return entry?.type === "string" ? entry.value : undefined;
  };
  const open = scores(names.open);
  const debts = scores(names.debts);
  const notes = snapshot.get(names.debtNotes);
  const noted = notes?.type === "hash" ? Object.keys(notes.fields) : [];
  if (noted.sort().join() !== Object.keys(debts).sort().join())
    throw new Unexpected("debts of which nothing is known");
  const slots = scores(names.slots);
  const each = <T>(of: (payment: number) => T): T[] =>
    Array.from({ length: payments }, (_, payment) => of(payment));
  const [fingerprint, key] = text(names.binding)?.split(" ") ?? [];
  return {
    ...emptyLedger(payments, text(names.epoch) !== undefined),
    records: each((payment) => readRecord(snapshot, names, payment, now)),
    open: each((payment) => open[names.paymentKey(payment)] !== undefined),
    debts: each((payment) => debts[names.paymentKey(payment)] !== undefined),
    slots: each((payment) => Number(slots[`calls ${names.paymentKey(payment)}`] ?? 0) > now),
    cooldown: Number(slots.cooldown ?? 0) > now,
    binding:
      fingerprint === undefined || key === undefined
        ? null
        : { fingerprint, payment: each(names.paymentKey).indexOf(key) },
    reserved: reservedBy(text(names.unique)),
    effects: each((payment) => Math.min(2, Number(text(names.effects(payment)) ?? 0))),
  };
}
