import * as z from "zod";
import type { Redis } from "@upstash/redis";
import { type Signal, SIGNALS } from "@/lib/catalog/intel/signals";
import { keys } from "@/lib/store/keys";
import { isoDay, yearOf } from "./freeze";
import { type FrozenVerdict, frozenVerdict, outcome, type Outcome, type Scored, stored } from "./record";

/** The log of frozen verdicts in Redis. Everything throws when the store can't be reached. */

const DAY_MS = 86_400_000;
/** Years that the page looks back on: as many as the skill of anything could need. */
const YEARS = 3;
/** Days of sold verdicts that may still wait to be counted: as long as they are kept, less a margin. */
const SOLD_DAYS = 38;

const count = z.object({ n: z.int().min(0), hits: z.int().min(0), voids: z.int().min(0) });
/** How the verdicts sold on one day did, by signal. */
export const soldTally = z.object(
  Object.fromEntries(SIGNALS.map((signal) => [signal, count])) as Record<Signal, typeof count>, // all of its keys
);
export type SoldTally = z.infer<typeof soldTally>;

export interface VerdictLog {
  /** The verdict that counts of each day, oldest first. */
  daily: Scored[];
  /** How all that were sold did, by UTC day. */
  tallies: ReadonlyMap<string, SoldTally>;
}

const daysBack = (now: Date, days: number): string =>
  isoDay(new Date(now.getTime() - days * DAY_MS).toISOString());

const years = (now: Date): string[] =>
  Array.from({ length: YEARS }, (_, back) => String(now.getUTCFullYear() - back));

/** All of several hashes, each as [field, value, field, value, …], in one step. */
const READ = `
local read = {}
for i, key in ipairs(KEYS) do read[i] = redis.call('HGETALL', key) end
return read
`;
const readHashes = z.array(z.array(z.string()));

/** Fields and texts of the hashes of some years, which follow each other in `flat`. */
const rowsOf = (flat: readonly (readonly string[])[]): [string, string][] =>
  flat.flatMap((hash) =>
    hash.flatMap((day, i): [string, string][] => (i % 2 === 0 ? [[day, hash[i + 1] ?? ""]] : [])),
  );

const parsed = <S extends z.ZodType>(schema: S, rows: readonly [string, string][]): [string, z.output<S>][] =>
  rows.flatMap(([day, text]) => {
    const value = stored(schema, text, day);
    return value === null ? [] : [[day, value]];
  });

export async function readVerdictLog(redis: Redis, now: Date): Promise<VerdictLog> {
  const of = years(now);
  const hashes = [keys.verdictsDaily, keys.verdictOutcomes, keys.verdictTallies].flatMap((keyOf) =>
    of.map(keyOf),
  );
  const read = readHashes.parse(await redis.eval(READ, hashes, []));
  const [daily = [], outcomes = [], tallies = []] = [0, 1, 2].map((i) =>
    rowsOf(read.slice(i * of.length, (i + 1) * of.length)),
  );
  const became = new Map(parsed(outcome, outcomes));
  return {
    daily: parsed(frozenVerdict, daily)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([day, frozen]) => ({ frozen, outcome: became.get(day) ?? null })),
    tallies: new Map(parsed(soldTally, tallies)),
  };
}

/** The verdict that counts of one UTC day (such as 2026-10-07); null where none does. Throws when the store can't be reached. */
export async function readVerdictOf(redis: Redis, day: string): Promise<Scored | null> {
  const asked = redis.pipeline();
  asked.hget(keys.verdictsDaily(yearOf(day)), day);
  asked.hget(keys.verdictOutcomes(yearOf(day)), day);
  const [frozenText, outcomeText] = await asked.exec<[string | null, string | null]>();
  const frozen = frozenText === null ? null : stored(frozenVerdict, frozenText, day);
  if (frozen === null) return null;
  return { frozen, outcome: outcomeText === null ? null : stored(outcome, outcomeText, day) };
}

/** Writes down what became of a day's verdict, unless that stands already. */
export async function writeOutcome(redis: Redis, frozen: FrozenVerdict, became: Outcome): Promise<void> {
  const day = isoDay(frozen.at);
  await redis.hsetnx(keys.verdictOutcomes(yearOf(day)), day, JSON.stringify(became));
}

/** The days whose sold verdicts are all due and have not been counted, oldest first. */
export function uncountedDays(verdictLog: VerdictLog, now: Date): string[] {
  const days: string[] = [];
  for (let back = SOLD_DAYS; back >= 2; back--) {
    const day = daysBack(now, back);
    if (!verdictLog.tallies.has(day)) days.push(day);
  }
  return days;
}

export async function soldOn(redis: Redis, day: string): Promise<FrozenVerdict[]> {
  const texts = await redis.lrange<string>(keys.verdictsSold(day), 0, -1);
  return texts.flatMap((text) => stored(frozenVerdict, text, day) ?? []);
}

/** Counts a day's sold verdicts, unless they are counted already. */
export async function writeTally(redis: Redis, day: string, tally: SoldTally): Promise<void> {
  await redis.hsetnx(keys.verdictTallies(yearOf(day)), day, JSON.stringify(tally));
}
