import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { now } from "@/lib/time";

/**
 * What is switched off at run time, by the service's people or because it was proved to lie: a facilitator (by its address), a
 * chain (by its CAIP-2 id), a paid route (by its path). Each instance keeps what it last read, reads it anew in the background
 * of calls, and goes on with it while the store can't be reached. The front door uses this file too.
 */
export type SwitchKind = "facilitator" | "chain" | "route";

/** Older knowledge is renewed, and such that is too old is waited for; the store is asked no more often than the first. */
const RENEW_MS = 10_000;
const TOO_OLD_MS = 30_000;

/** How long a facilitator is asked last that named a settlement which was not found. */
const SUSPECT_MS = 3_600_000;

let off: ReadonlyMap<string, string> = new Map();
let readAt = Number.NEGATIVE_INFINITY;
let askedAt = Number.NEGATIVE_INFINITY;
let asking: Promise<void> = Promise.resolve();

/** A switch's field in the ledger's hash. */
export const fieldOf = (kind: SwitchKind, name: string): string => `${kind} ${name}`;

/** All that is switched off, by field, as it stands in the ledger. Throws when the store can't be reached. */
export async function storedSwitches(): Promise<ReadonlyMap<string, string>> {
  const reply: unknown = await ledgerStore().hgetall(keys.switches());
  // The client is configured not to interpret values, and returns the fields as the list that Redis sent.
  const flat = Array.isArray(reply) ? reply.map(String) : [];
  return new Map(
    flat.flatMap((field, index) => (index % 2 === 0 ? [[field, flat[index + 1] ?? ""] as const] : [])),
  );
}

async function read(): Promise<void> {
  try {
    off = await storedSwitches();
    readAt = now();
  } catch (error) {
    log.warn("switches_not_read", { why: describe(error) }); // what was known last still holds
  }
}

/** Begins to read what is switched off, where that is not known of late. Nobody needs to wait for it. */
export function renewSwitches(): Promise<void> {
  const at = now();
  if (at - Math.max(readAt, askedAt) < RENEW_MS) return asking;
  askedAt = at;
  asking = read();
  return asking;
}

/** By what this instance last read. */
export const isKnownOff = (kind: SwitchKind, name: string): boolean => off.has(fieldOf(kind, name));

/** A facilitator's field while a settlement that it named is found nowhere. Its value is when that was noted (ms). */
export const suspectField = (url: string): string => `suspect ${url}`;

/** Whether a settlement that this facilitator named was found nowhere of late: it is asked last. */
export const isSuspect = (url: string): boolean =>
  now() - Number(off.get(suspectField(url)) ?? 0) < SUSPECT_MS;

/** Waits only where what is known is too old, for a reading that began with the call. */
export async function isSwitchedOff(kind: SwitchKind, name: string): Promise<boolean> {
  if (now() - readAt > TOO_OLD_MS) await renewSwitches();
  return isKnownOff(kind, name);
}
