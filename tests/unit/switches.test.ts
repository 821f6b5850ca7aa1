import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { type RedisRest, startRedisRest } from "@/sandbox/redis/rest-server";
import type * as switchesModule from "@/lib/payments/switches/switches";
import { Redis } from "@upstash/redis";

const NAME = "svc:ledger:switches";
const FIELD = "chain eip155:84532";
const IDENTITY = ["chain", "eip155:84532"] as const;

let rest: RedisRest;
/** By a test. */
let closed: RedisRest | undefined;
let redis: Redis;
let switches: typeof switchesModule;
let clock = 1_790_000_000_000;
const pass = (ms: number): void => void vi.setSystemTime((clock += ms));

const started: RedisRest[] = [];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  pass(0);
  rest = await startRedisRest({ port: 0, token: "t", engine: await embeddedEngine() });
  started.push(rest);
  redis = new Redis({ url: rest.url, token: "t", retry: false, enableTelemetry: false });
  vi.stubEnv("UPSTASH_REDIS_REST_URL", rest.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
  vi.resetModules();
  switches = await import("@/lib/payments/switches/switches");
});
afterAll(async () => {
  await Promise.all(started.filter((one) => one !== closed).map((one) => one.close()));
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe("what is switched off", () => {
  it("is waited for by an instance's first sale, and read no more for ten seconds", async () => {
    await redis.hset(NAME, { [FIELD]: "{}" });
    expect(switches.isKnownOff(...IDENTITY)).toBe(false);
    expect(await switches.isSwitchedOff(...IDENTITY)).toBe(true);
    await redis.del(NAME);
    pass(9_000);
    await switches.renewSwitches();
    expect(await switches.isSwitchedOff(...IDENTITY)).toBe(true);
  });

  it("is known within thirty seconds, whether an instance is busy or was idle", async () => {
    expect(await switches.isSwitchedOff(...IDENTITY)).toBe(false);
    await redis.hset(NAME, { [FIELD]: "{}" });
    pass(11_000);
    await switches.renewSwitches(); // a busy one: in the background of a call
    expect(switches.isKnownOff(...IDENTITY)).toBe(true);
    await redis.del(NAME);
    pass(31_000);
    expect(await switches.isSwitchedOff(...IDENTITY)).toBe(false); // an idle one, at its next sale
  });

  it("is what it was while the store can't be reached, and asks it no more than every ten seconds", async () => {
    await redis.hset(NAME, { [FIELD]: "{}" });
    expect(await switches.isSwitchedOff(...IDENTITY)).toBe(true);
    await rest.close();
    closed = rest;
    pass(60_000);
    const before = performance.now();
    expect(await switches.isSwitchedOff(...IDENTITY)).toBe(true);
    for (let sale = 0; sale < 50; sale += 1) {
      void switches.renewSwitches();
      expect(await switches.isSwitchedOff(...IDENTITY)).toBe(true);
    }
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});
