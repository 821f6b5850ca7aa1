import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { keys } from "@/lib/store/keys";
import type { SourceStore } from "./source-store";

/** Deletes a lock only while it is still its owner's: another may hold it after it expired. */
const RELEASE =
  "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

/** The fetcher's store over Redis. Locks carry their owner's token and expire by themselves. */
export function redisSourceStore(redis: Redis): SourceStore {
  const buckets = new Map<string, Ratelimit>();
  return {
    mget: (keys) => redis.mget<(string | null)[]>(...keys),

    async acquire(lock, owner, ttlMs, key) {
      const [taken, current] = await redis
        .pipeline()
        .set(lock, owner, { nx: true, px: ttlMs })
        .get<string>(key)
        .exec();
      return { owned: taken === "OK", current };
    },

    async publish(key, value, ttlMs, lock, owner) {
      await redis.pipeline().set(key, value, { px: ttlMs }).eval(RELEASE, [lock], [owner]).exec();
    },

    async take(bucket, size, refillMs) {
      let limiter = buckets.get(bucket);
      if (limiter === undefined) {
        limiter = new Ratelimit({
          redis,
          limiter: Ratelimit.tokenBucket(1, `${refillMs} ms`, size),
          prefix: keys.sourceBucket(),
          ephemeralCache: false,
          timeout: 0, // the client has a limit of its own, and a timeout here would let through
        });
        buckets.set(bucket, limiter);
      }
      const { success } = await limiter.limit(bucket);
      return success;
    },

    async release(lock, owner) {
      await redis.eval(RELEASE, [lock], [owner]);
    },
  };
}
