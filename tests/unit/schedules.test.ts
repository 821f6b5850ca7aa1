import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type * as Schedules from "@/lib/payments/health/schedules";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";

const NOW = Date.parse("2026-11-27T03:00:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let redis: Awaited<ReturnType<typeof startRedisRest>>;
let schedules: typeof Schedules;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  redis = await startRedisRest({ port: 0, token: "t", engine: await embeddedEngine() });
  vi.stubEnv("UPSTASH_REDIS_REST_URL", redis.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
  schedules = await import("@/lib/payments/health/schedules");
});
afterAll(async () => {
  await redis.close();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const stateOf = async (name: string) =>
  (await schedules.readSchedules()).find((schedule) => schedule.name === name);

it("of which nothing is known are late for nobody", async () => {
  expect((await schedules.readSchedules()).some(({ isLate }) => isLate)).toBe(false);
});

it("learn their period, so that one of each minute is late after seven, and a daily one after 26 hours", async () => {
  for (const [name, gap] of [
    ["recover-payments", MINUTE],
    ["reconcile", 24 * HOUR],
  ] as const)
    for (let run = 4; run >= 0; run -= 1) {
      vi.setSystemTime(NOW - run * gap);
      await schedules.noteRun(name, 40, "");
    }
  expect(await stateOf("recover-payments")).toMatchObject({
    ...{ lastSuccess: NOW, lastStart: NOW - 40, durationMs: 40, due: NOW + 7 * MINUTE, isLate: false },
  });
  vi.setSystemTime(NOW + 7 * MINUTE + 1);
  expect(await stateOf("recover-payments")).toMatchObject({ isLate: true });
  // A run by hand makes no daily schedule one of each minute.
  await schedules.noteRun("reconcile", 40, "");
  vi.setSystemTime(NOW + 26 * HOUR);
  expect(await stateOf("reconcile")).toMatchObject({ isLate: false });
  vi.setSystemTime(NOW + 27 * HOUR);
  expect(await stateOf("reconcile")).toMatchObject({ isLate: true });
});

it("that fail are late all the same: only a success counts", async () => {
  vi.setSystemTime(NOW + 27 * HOUR + MINUTE);
  await schedules.noteRun("reconcile", 40, "Error: no node");
  const { lastError, isLate } = (await stateOf("reconcile")) ?? {};
  expect([lastError, isLate]).toEqual([NOW + 27 * HOUR + MINUTE, true]);
});
