import type { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";

/** What all instances count together: requests of an address in the current window. */
export interface SharedCount {
  /** Windows begin at multiples of this since 1970. */
  readonly windowMs: number;
  /** Adds requests; resolves to the count after them. When it rejects, they may have been counted or not. */
  add(address: string, requests: number): Promise<number>;
  /** Resolves when the store answers. */
  ping(): Promise<unknown>;
}

/**
 * More than any window holds. The library refuses nothing below its own limit and says `remaining` no lower than 0,
 * which would hide where a batch crossed the limit; below this ceiling `remaining` gives the exact count.
 */
const CEILING = 1_000_000_000;

/**
 * Counts by `@upstash/ratelimit`'s fixed window, whose script adds a batch (`rate`) as a whole, across any limit.
 * Batches of one tick share a round trip, because the Redis client pipelines them. `store` is asked at each first use
 * and may throw. The library loads with the first count that is sent, behind an answer: few callers wait for the store.
 */
export function sharedCount(store: () => Redis, prefix: string, windowMs: number): SharedCount {
  let limiter: Ratelimit | undefined;
  const connect = async (): Promise<Ratelimit> => {
    const { Ratelimit } = await import("@upstash/ratelimit");
    return new Ratelimit({
      redis: store(),
      limiter: Ratelimit.fixedWindow(CEILING, `${windowMs} ms`),
      prefix,
      ephemeralCache: false, // an unbounded map
      timeout: 0, // the library would let a call pass when the store is slow; the store's own timeout ends it
    });
  };
  return {
    windowMs,
    async add(address, requests) {
      limiter ??= await connect();
      const { limit, remaining } = await limiter.limit(address, { rate: requests });
      return limit - remaining;
    },
    ping: async () => store().ping(),
  };
}
