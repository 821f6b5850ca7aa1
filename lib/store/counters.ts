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

const counts = new Map<string, number>();
let sentAt = -Infinity;

const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS);

async function send(): Promise<void> {
  const batch = [...counts];
  counts.clear();
  const key = keys.counters(hourOf(now()));
  try {
    const pipeline = cacheStore().pipeline();
    for (const [name, count] of batch) pipeline.hincrby(key, name, count);
    pipeline.expire(key, KEPT_SEC);
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
