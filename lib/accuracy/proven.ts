import type { Redis } from "@upstash/redis";
import type { Signal } from "@/lib/catalog/intel/signals";
import { keepAlive } from "@/lib/http/keep-alive";
import { describe, log } from "@/lib/http/log";
import { ledgerStore } from "@/lib/store/redis";
import { readVerdictLog } from "./verdict-log";
import { provenSignals } from "./tally";

/** How long the proven signals are cached before the log is read again. */
const PROVEN_MS = 10 * 60_000;

/**
 * Returns the signals whose record lifts the cap on confidence. A paid call waits for the log once an instance; later looks
 * are behind the answer. None, while the record can't be read: that claims less.
 */
export function provenWith(redis: () => Redis): (now: Date) => Promise<ReadonlySet<Signal>> {
  let kept: ReadonlySet<Signal> | null = null;
  let lookedAt = -Infinity;
  const look = async (now: Date): Promise<ReadonlySet<Signal>> => {
    lookedAt = now.getTime();
    try {
      kept = new Set(provenSignals((await readVerdictLog(redis(), now)).daily));
    } catch (error) {
      log.warn("accuracy_store_failed", { why: describe(error) });
    }
    return kept ?? new Set();
  };
  return async (now) => {
    if (Math.abs(now.getTime() - lookedAt) < PROVEN_MS) return kept ?? new Set();
    if (kept === null) return look(now);
    keepAlive(look(now));
    return kept;
  };
}

export const proven = provenWith(ledgerStore);
