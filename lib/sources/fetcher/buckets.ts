import type { Bucket } from "../source";
import type { TriedStore } from "./source-store";

export interface Buckets {
  /** Takes a token of a provider's bucket, of the part that `share` of it is. False when there is none left. */
  take(bucket: Bucket, share: number, nowMs: number): Promise<boolean>;
}

const MINUTE_MS = 60_000;

/**
 * Token buckets, one a provider. A bucket holds half of what its provider allows in a minute and fills up by as much
 * a minute, so that in no minute more leaves than is allowed. All instances share it; each also keeps it by itself,
 * which spares the store a question that would be refused, and holds while the store is down.
 */
export function createBuckets(store: TriedStore): Buckets {
  const kept = new Map<string, { tokens: number; at: number }>();

  function takeHere(name: string, size: number, refillMs: number, nowMs: number): boolean {
    const { tokens, at } = kept.get(name) ?? { tokens: size, at: nowMs };
    const filled = Math.min(size, tokens + Math.max(0, nowMs - at) / refillMs);
    const some = filled >= 1;
    kept.set(name, { tokens: some ? filled - 1 : filled, at: nowMs });
    return some;
  }

  async function takeFrom(name: string, perMinute: number, nowMs: number): Promise<boolean> {
    const size = Math.max(1, Math.floor(perMinute / 2));
    const refillMs = Math.ceil(MINUTE_MS / size);
    if (!takeHere(name, size, refillMs, nowMs)) return false;
    return store.use(nowMs, true, (shared) => shared.take(name, size, refillMs));
  }

  return {
    async take({ name, perMinute }, share, nowMs) {
      if (share < 1 && !(await takeFrom(`${name} by ${share}`, perMinute * share, nowMs))) return false;
      return takeFrom(name, perMinute, nowMs);
    },
  };
}
