import { describe, log } from "../http/log";
import { now } from "../time";
import { keys } from "./keys";
import { cacheStore } from "./redis";

/**
 * What happens in all instances, an hour at a time: counted in memory and sent to the cache's database in batches, so that no
 * request waits for it. What an instance has not sent when it ends is lost.
 */
const SEND_EVERY_MS = 10_000;
const HOUR_MS = 3_600_000;
/** Two hours are asked for; a third covers clocks. */
const KEPT_SEC = 3 * 3600;

/** A failure that is older says nothing of now. */
const FAILURES_KEPT_SEC = 6 * 3600;

const counts = new Map<string, number>();
/** By name, what came since the last batch: failures after the last success, and whether there was one. */
const ends = new Map<string, { failed: number; succeeded: boolean; at: number }>();
let sentAt = -Infinity;

const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS);

async function send(): Promise<void> {
  const batch = [...counts];
  const ended = [...ends];
  counts.clear();
  ends.clear();
  const key = keys.counters(hourOf(now()));
  try {
    const pipeline = cacheStore().pipeline();
    for (const [name, count] of batch) pipeline.hincrby(key, name, count);
    pipeline.expire(key, KEPT_SEC);
    const reset = ended.filter(([, { succeeded }]) => succeeded);
    if (reset.length > 0)
      pipeline.hset(keys.failures(), Object.fromEntries(reset.map(([name]) => [name, "0"])));
    for (const [name, { failed, at }] of ended.filter(([, end]) => end.failed > 0)) {
      pipeline.hincrby(keys.failures(), name, failed);
      pipeline.hset(keys.failures(), { [`${name} at`]: String(at) });
    }
    if (ended.length > 0) pipeline.expire(keys.failures(), FAILURES_KEPT_SEC);
    await pipeline.exec();
  } catch (error) {
    log.warn("counts_lost", { why: describe(error) }); // they may have been counted: sent again they might count twice
  }
}

/** Counts one event. The name is one of a few: each takes room in the database. */
export function countEvent(name: string, background: (work: Promise<unknown>) => void): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
  if (now() - sentAt < SEND_EVERY_MS) return;
  sentAt = now();
  background(send());
}

/**
 * Notes how one of many attempts of a kind ended, for failures in a row over all instances. It is sent with the next count. The
 * name is one of a few.
 */
export function noteEnd(name: string, succeeded: boolean): void {
  const before = ends.get(name);
  ends.set(
    name,
    succeeded
      ? { failed: 0, succeeded: true, at: 0 }
      : { failed: (before?.failed ?? 0) + 1, succeeded: before?.succeeded ?? false, at: now() },
  );
}

/** How often in a row something failed last, and when (ms). */
export interface Failures {
  inARow: number;
  last: number;
}

/** What failed at its last attempt, within six hours, by name. Throws when the store can't be reached. */
export async function recentFailures(): Promise<ReadonlyMap<string, Failures>> {
  const reply: unknown = await cacheStore().hgetall(keys.failures());
  const flat = Array.isArray(reply) ? reply.map(String) : [];
  const fields = new Map(flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1]] as const] : [])));
  const failures = new Map<string, Failures>();
  for (const [name, count] of fields) {
    const last = Number(fields.get(`${name} at`) ?? 0);
    if (Number(count) > 0 && now() - last < FAILURES_KEPT_SEC * 1000)
      failures.set(name, { inARow: Number(count), last });
  }
  return failures;
}

/** What was counted in this hour and the one before, in all instances. Throws when the store can't be reached. */
export async function recentCounts(): Promise<ReadonlyMap<string, number>> {
  const hour = hourOf(now());
  const pipeline = cacheStore().pipeline();
  for (const one of [hour - 1, hour]) pipeline.hgetall(keys.counters(one));
  const sums = new Map<string, number>();
  // The client is configured not to interpret values, and returns names and values as the list that Redis sent.
  for (const reply of await pipeline.exec<unknown[]>()) {
    const flat = Array.isArray(reply) ? reply.map(String) : [];
    for (let at = 0; at < flat.length; at += 2)
      sums.set(flat[at] ?? "", (sums.get(flat[at] ?? "") ?? 0) + Number(flat[at + 1]));
  }
  return sums;
}
