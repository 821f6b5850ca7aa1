import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type * as rateLimitModule from "@/lib/store/rate-limit";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { type RedisRest, startRedisRest } from "@/sandbox/redis/rest-server";

const MINUTE_MS = 60_000;
/** Twenty seconds into a minute; the clock stands still unless a test moves it. */
const NOW = 29_000_000 * MINUTE_MS + 20_000;

let rest: RedisRest;
let works: Promise<unknown>[] = [];
const background = (work: Promise<unknown>): void => void works.push(work);

beforeAll(async () => {
  rest = await startRedisRest({ port: 0, token: "t", engine: await embeddedEngine() });
});
beforeEach(() => {
  vi.stubEnv("UPSTASH_REDIS_REST_URL", rest.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  rest.setFault(undefined);
  works = [];
});
afterEach(async () => {
  await Promise.all(works); // nothing is sent to the next test's store
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
afterAll(() => rest.close());

/** A process of its own, as far as its memory goes. */
async function newProcess(): Promise<typeof rateLimitModule> {
  vi.resetModules();
  return import("@/lib/store/rate-limit");
}

const ask = async (
  { countRequest }: typeof rateLimitModule,
  address: string,
  times: number,
): Promise<number> => {
  let allowed = 0;
  for (let asked = 0; asked < times; asked += 1)
    if ((await countRequest(address, background)).allowed) allowed += 1;
  return allowed;
};

/** What the process logged of the limiter. */
function heard(): () => number {
  const spy = vi.spyOn(console, "error").mockImplementation(() => undefined);
  return () => spy.mock.calls.filter(([line]) => String(line).includes("rate_limit_local")).length;
}

describe("countRequest", () => {
  it("lets 120 requests a minute through, until the clock's minute ends", async () => {
    const service = await newProcess();
    expect(await ask(service, "203.0.113.1", 130)).toBe(120);
    expect(await service.countRequest("203.0.113.1", background)).toEqual({
      allowed: false,
      limit: 120,
      remaining: 0,
      resetAt: NOW + 40_000,
    });
    vi.setSystemTime(NOW + 40_000);
    expect(await ask(service, "203.0.113.1", 130)).toBe(120);
  });

  it("takes its limit from the settings", async () => {
    vi.stubEnv("RATE_LIMIT_PER_MINUTE", "7");
    expect(await ask(await newProcess(), "203.0.113.2", 30)).toBe(7);
  });

  it("counts a route's own limit apart from the general one and from other routes'", async () => {
    const service = await newProcess();
    const rule = { name: "scope", perMinute: 20 };
    const { allowed, limit, remaining } = await service.countRequest("203.0.113.6", background, rule);
    expect({ allowed, limit, remaining }).toEqual({ allowed: true, limit: 20, remaining: 19 });
    for (let asked = 1; asked < 20; asked += 1) await service.countRequest("203.0.113.6", background, rule);
    expect((await service.countRequest("203.0.113.6", background, rule)).allowed).toBe(false);
    expect((await service.countRequest("203.0.113.7", background, rule)).allowed).toBe(true);
    const audits = { name: "audits", perMinute: 8 };
    expect((await service.countRequest("203.0.113.6", background, audits)).remaining).toBe(7);
    expect((await service.countRequest("203.0.113.6", background)).remaining).toBe(119);
  });

  it("lets not one request more than a route's own limit through, over all processes", async () => {
    const rule = { name: "scope", perMinute: 20 };
    const processes = await Promise.all([newProcess(), newProcess()]);
    const states = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        processes[index % 2]?.countRequest("203.0.113.8", background, rule),
      ),
    );
    expect(states.filter((state) => state?.allowed)).toHaveLength(20);
  });

  it("shares its counts with other processes by background work that ends", async () => {
    const [one, two] = [await newProcess(), await newProcess()];
    await ask(one, "203.0.113.3", 5);
    await Promise.all(works.splice(0));
    expect((await two.countRequest("203.0.113.3", background)).remaining).toBe(119); // it has not asked yet
    await Promise.all(works);
    expect((await two.countRequest("203.0.113.3", background)).remaining).toBe(113);
  });

  it("says once a minute that it counts by itself", async () => {
    const lines = heard();
    rest.setFault({ kind: "down" });
    const service = await newProcess();
    for (let failure = 0; failure < 3; failure += 1) {
      await ask(service, "203.0.113.4", 20);
      await Promise.all(works.splice(0));
      vi.setSystemTime(Date.now() + 1_000);
    }
    expect(lines()).toBe(1);
    vi.setSystemTime(Date.now() + MINUTE_MS);
    await ask(service, "203.0.113.4", 2);
    await Promise.all(works.splice(0));
    expect(lines()).toBe(2);
  });

  it("keeps the limit by itself where no Redis is set up", async () => {
    const lines = heard();
    vi.stubEnv("UPSTASH_REDIS_REST_URL", "");
    expect(await ask(await newProcess(), "203.0.113.5", 130)).toBe(120);
    expect(lines()).toBe(1);
  });
});
