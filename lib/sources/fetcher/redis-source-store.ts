import type { Redis } from "@upstash/redis";
import type { SourceStore } from "./source-store";

/** Deletes a lock only while it is still its owner's: another may hold it after it expired. */
const RELEASE =
  "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

/** The fetcher's store over Redis. Locks carry their owner's token and expire by themselves. */
export const redisSourceStore = (redis: Redis): SourceStore => ({
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

  async release(lock, owner) {
    await redis.eval(RELEASE, [lock], [owner]);
  },
});
