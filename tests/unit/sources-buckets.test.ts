import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBuckets } from "@/lib/sources/fetcher/buckets";
import { tryStore } from "@/lib/sources/fetcher/source-store";
import type { Bucket } from "@/lib/sources/source";
import { pause, sendJson, startProviders } from "../fixtures/provider-server";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";
import { at, noStore, numberSource, reader } from "../fixtures/test-source";

let redis: RedisStore;
beforeAll(async () => {
  redis = await startRedisStore();
});
afterAll(() => redis.close());

const T0 = Date.parse("2026-10-07T14:00:00Z");

/** How many of `tries` tokens a bucket gives. */
async function given(
  buckets: ReturnType<typeof createBuckets>,
  bucket: Bucket,
  tries: number,
  share = 1,
  nowMs = T0,
): Promise<number> {
  const taken = [];
  for (let i = 0; i < tries; i += 1) taken.push(await buckets.take(bucket, share, nowMs));
  return taken.filter(Boolean).length;
}

const alone = () => createBuckets(tryStore(noStore));
const together = () => createBuckets(tryStore(() => redis.store));

describe("a provider's bucket", () => {
  it("lets no more leave in any minute than its provider allows", async () => {
    const buckets = alone();
    let inMinute = 0;
    for (let second = 0; second < 60; second += 1)
      inMinute += await given(buckets, { name: "a", perMinute: 60 }, 5, 1, T0 + second * 1_000);
    expect(inMinute).toBeLessThanOrEqual(60);
    expect(inMinute).toBeGreaterThanOrEqual(58);
  });

  it("is one bucket for all instances", async () => {
    const bucket = { name: "shared", perMinute: 20 };
    expect(await given(together(), bucket, 6)).toBe(6);
    expect(await given(together(), bucket, 6)).toBe(4);
  });

  it("leaves those that may use a part of it no more than that part, and the rest to the others", async () => {
    const buckets = together();
    const bucket = { name: "part", perMinute: 40 };
    expect(await given(buckets, bucket, 30, 0.2)).toBe(4);
    expect(await given(buckets, bucket, 30)).toBe(16);
  });

  it("still holds in each instance while the store is down", async () => {
    expect(await given(alone(), { name: "b", perMinute: 10 }, 20)).toBe(5);
  });

  it("refuses as rate_limited without asking the provider, and no breaker counts it", async () => {
    const providers = await startProviders((_url, response) => sendJson(response, { n: 1 }));
    try {
      const read = reader({ origin: providers.origin, store: noStore });
      const of = (key: number) =>
        numberSource(`token.${key}`, { bucket: { name: "tokens", perMinute: 8 }, freshMs: 60_000 });
      const statuses: string[] = [];
      for (let key = 0; key < 8; key += 1)
        statuses.push((await read({ one: of(key) }, at(new Date(T0)))).one.status);
      expect(statuses).toEqual([...Array<string>(4).fill("ok"), ...Array<string>(4).fill("rate_limited")]);
      expect(providers.asked).toHaveLength(4);
      const [again] = [(await read({ one: of(9) }, at(new Date(T0 + 60_000)))).one];
      expect(again.status).toBe("ok");
    } finally {
      await providers.close();
    }
  });

  it("does not let a caller of a part decide for a caller of the whole", async () => {
    const providers = await startProviders(async (_url, response) => {
      await pause(50);
      sendJson(response, { n: 1 });
    });
    try {
      const read = reader({ origin: providers.origin, store: noStore });
      const one = numberSource("same", { bucket: { name: "same", perMinute: 20 } });
      const now = new Date(T0);
      for (let key = 0; key < 2; key += 1) {
        const spent = numberSource(`spent.${key}`, { bucket: { name: "same", perMinute: 20 } });
        await read({ one: spent }, at(now, { bucketShare: 0.2 }));
      }
      const [free, paid] = await Promise.all([
        read({ one }, at(now, { bucketShare: 0.2 })),
        read({ one }, at(now)),
      ]);
      expect(free.one.status).toBe("rate_limited");
      expect(paid.one.status).toBe("ok");
    } finally {
      await providers.close();
    }
  });
});
