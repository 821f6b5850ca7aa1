import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type * as LogModule from "@/lib/http/log";
import type * as MetricsModule from "@/lib/payments/metrics/handler";
import type * as AlarmsModule from "@/lib/store/alarms";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";

let redis: Awaited<ReturnType<typeof startRedisRest>>;
let log: typeof LogModule.log;
let alarms: typeof AlarmsModule;
let metrics: typeof MetricsModule.metrics;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-27T03:00:00Z") });
  redis = await startRedisRest({ port: 0, token: "t", engine: await embeddedEngine() });
  vi.stubEnv("UPSTASH_REDIS_REST_URL", redis.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
  for (const place of ["PRIMARY", "FALLBACK"]) vi.stubEnv(`FACILITATOR_${place}_URL`, "http://127.0.0.1:1");
  ({ log } = await import("@/lib/http/log"));
  alarms = await import("@/lib/store/alarms");
  ({ metrics } = await import("@/lib/payments/metrics/handler"));
});
afterAll(async () => {
  await redis.close();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const context = () => ({ now: new Date(), signal: new AbortController().signal, headers: new Headers() });
/** Without what says that no facilitator is there. */
const alerts = async () =>
  (await metrics({}, context())).answer.alerts.filter(({ name }) => name !== "no_facilitator");

async function send(): Promise<void> {
  const work: Promise<unknown>[] = [];
  alarms.sendAlarms((one) => void work.push(one));
  await Promise.all(work);
}

/** Another instance: nothing in its memory. */
async function asAnother() {
  vi.resetModules();
  const other = await import("@/lib/payments/metrics/handler");
  return (await other.metrics({}, context())).answer.alerts.map(({ name }) => name);
}

it("raises an alert from a log event, at every instance, until a clean run clears it", async () => {
  log.error("books_differ", { difference: "1" });
  log.info("effect_refused"); // no trouble: nothing is raised by it
  await send();
  const [alert] = await alerts();
  expect(alert).toMatchObject({
    ...{ name: "books_differ", severity: "critical", since: "2026-11-27T03:00:00.000Z" },
  });
  expect(await asAnother()).toEqual(["books_differ"]);
  await alarms.clearAlarms("books_differ");
  expect(await alerts()).toEqual([]);
});

it("tells what it could not write to the ledger, and writes it once the ledger takes it", async () => {
  vi.setSystemTime(Date.parse("2026-11-27T04:00:00Z"));
  redis.setFault({
    kind: "error",
    status: 400,
    message: "OOM command not allowed",
    when: (all) => /hsetnx/i.test(all.flat().join(" ")),
  });
  log.error("effect_refused", {});
  await send();
  expect((await alerts()).map(({ name }) => name)).toEqual(["effect_refused"]);
  expect(await asAnother()).toEqual([]);
  redis.setFault(undefined);
  vi.setSystemTime(Date.parse("2026-11-27T04:01:00Z"));
  await send();
  expect(await asAnother()).toEqual(["effect_refused"]);
  vi.setSystemTime(Date.parse("2026-12-05T04:00:00Z")); // more than a week later
  expect(await asAnother()).not.toContain("effect_refused");
});
