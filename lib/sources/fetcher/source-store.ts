import { describe, log } from "@/lib/http/log";

/** A value to write, and for how long. */
export interface Written {
  key: string;
  value: string;
  ttlMs: number;
}

/** What the fetcher needs of the cache that all instances share. Any method may throw. */
export interface SourceStore {
  /** The values under `keys`, in their order, null where there is none. */
  mget(keys: readonly string[]): Promise<readonly (string | null)[]>;
  /** Takes the lock if it is free, and reads `key` in the same round trip, after the lock. */
  acquire(
    lock: string,
    owner: string,
    ttlMs: number,
    key: string,
  ): Promise<{ owned: boolean; current: string | null }>;
  /** Writes what is given and gives the lock back, if it is still `owner`'s, in one round trip. */
  publish(written: readonly Written[], lock: string, owner: string): Promise<void>;
  /** Takes one token of a bucket that all instances share. False when it is empty. */
  take(bucket: string, size: number, refillMs: number): Promise<boolean>;
  /** Gives the lock back if it is still `owner`'s. */
  release(lock: string, owner: string): Promise<void>;
}

/** How long a store that failed is left alone, so that its time limit is not waited out by every call. */
const PAUSE_MS = 5_000;

/** The store, tried. Without it the desks still answer, so a failure is logged once and never thrown. */
export interface TriedStore {
  /** `fallback` when the store is missing, failing or being left alone. */
  use<T>(nowMs: number, fallback: T, work: (store: SourceStore) => Promise<T>): Promise<T>;
}

export function tryStore(connect: () => SourceStore): TriedStore {
  let pausedUntil = 0;
  let failing = false;
  return {
    async use(nowMs, fallback, work) {
      if (nowMs < pausedUntil) return fallback;
      try {
        const result = await work(connect());
        if (failing) log.info("sources.store_back");
        failing = false;
        return result;
      } catch (error) {
        if (!failing) log.warn("sources.store_failed", { error: describe(error) });
        failing = true;
        pausedUntil = nowMs + PAUSE_MS;
        return fallback;
      }
    },
  };
}
