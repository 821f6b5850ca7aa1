import { randomUUID } from "node:crypto";
import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import type { Engine } from "@/sandbox/redis/engine";
import { realRedis } from "@/sandbox/redis/real-redis";
import { type RedisRest, startRedisRest } from "@/sandbox/redis/rest-server";

const TOKEN = "a token for tests";
const real = await realRedis(process.env);
const engines: [string, Engine | undefined][] = [
  ["the embedded engine", await embeddedEngine()],
  [real ? "a real Redis" : "a real Redis (skipped: none on the PATH, no REDIS_URL)", real?.engine],
];

/** Windows of a day: none turns over while a test runs. */
const algorithms = {
  "a fixed window": Ratelimit.fixedWindow(10, "1 d"),
  "a sliding window": Ratelimit.slidingWindow(10, "1 d"),
  "a token bucket": Ratelimit.tokenBucket(10, "1 d", 10),
};

afterAll(() => real?.stop());

for (const [name, engine] of engines)
  describe.skipIf(engine === undefined)(`the official rate limiter on ${name}`, () => {
    let rest: RedisRest;
    let redis: Redis;

    beforeAll(async () => {
      if (engine === undefined) throw new Error("no engine");
      rest = await startRedisRest({ port: 0, token: TOKEN, engine });
      redis = new Redis({ url: rest.url, token: TOKEN, retry: false });
    });

    afterAll(() => rest.close());

    const limiterOf = (limiter: ReturnType<typeof Ratelimit.fixedWindow>) =>
      new Ratelimit({ redis, limiter, prefix: `test:${randomUUID()}`, ephemeralCache: false });

    it.each(Object.entries(algorithms))(
      "%s allows 10 of 30 calls, one after another",
      async (_, algorithm) => {
        const limiter = limiterOf(algorithm);
        const allowed: boolean[] = [];
        for (let call = 0; call < 30; call++) allowed.push((await limiter.limit("caller")).success);
        expect(allowed).toEqual(Array.from({ length: 30 }, (_, call) => call < 10));
        expect((await limiter.getRemaining("caller")).remaining).toBe(0);
        expect((await limiter.limit("another caller")).success).toBe(true);
      },
    );

    it.each(Object.entries(algorithms))("%s allows exactly 10 of 100 calls at once", async (_, algorithm) => {
      const limiter = limiterOf(algorithm);
      const answers = await Promise.all(Array.from({ length: 100 }, () => limiter.limit("caller")));
      expect(answers.filter(({ success }) => success)).toHaveLength(10);
    });

    it("a sliding window opens again after its time", async () => {
      const limiter = limiterOf(Ratelimit.slidingWindow(5, "30 s"));
      vi.useFakeTimers({ toFake: ["Date"] }); // the limiter tells its store the time
      onTestFinished(() => void vi.useRealTimers());
      await Promise.all(Array.from({ length: 20 }, () => limiter.limit("caller")));
      expect((await limiter.limit("caller")).success).toBe(false);
      vi.setSystemTime(Date.now() + 60_001);
      expect((await limiter.limit("caller")).success).toBe(true);
    });

    it("a caller's count can be reset", async () => {
      const limiter = limiterOf(Ratelimit.fixedWindow(1, "1 d"));
      await limiter.limit("caller");
      expect((await limiter.limit("caller")).success).toBe(false);
      await limiter.resetUsedTokens("caller");
      expect((await limiter.limit("caller")).success).toBe(true);
    });
  });
