import { randomUUID } from "node:crypto";
import { Redis } from "@upstash/redis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createLimiter, FLUSH_MS, type LimitState, TOLERANCE } from "@/lib/store/rate-limit/limiter";
import { sharedCount } from "@/lib/store/rate-limit/shared-count";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import type { Engine } from "@/sandbox/redis/engine";
import type { Fault } from "@/sandbox/redis/faults";
import { type RedisRest, startRedisRest } from "@/sandbox/redis/rest-server";

const TOKEN = "a token for tests";
const LIMIT = 120;
const DAY_MS = 86_400_000;
/** The clock stands still within a window, unless a test moves it. */
const NOW = 5 * DAY_MS + 1_000;
/** Longer than an impatient instance waits. */
const TOO_SLOW: Fault = { kind: "slow", milliseconds: 900 };
const IMPATIENT = { storeTimeoutMs: 300 };
const A = "203.0.113.7";

let engine: Engine;
let rest: RedisRest;
let prefix = "";
/** The commands of each round trip that reached the store. */
let trips: (readonly (readonly string[])[])[] = [];

/** Counts round trips, and applies faults to them. */
function listen(fault?: Fault): void {
  const heard = (commands: readonly (readonly string[])[]): boolean => {
    trips.push(commands);
    return fault !== undefined;
  };
  rest.setFault({ ...(fault ?? { kind: "down" }), when: heard });
}

beforeAll(async () => {
  engine = await embeddedEngine();
  rest = await startRedisRest({ port: 0, token: TOKEN, engine });
  const first = newInstance();
  await first.ask("warm-up"); // a fresh Redis learns the library's script: two trips, once
  await first.settle();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  prefix = randomUUID();
  trips = [];
  listen();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await rest.close();
  engine.close();
});

interface Settings {
  limit?: number;
  maxAddresses?: number;
  storeTimeoutMs?: number;
}

/** One instance of the limiter over the store. Its timers fire when the test says so. */
function newInstance({ limit = LIMIT, maxAddresses = 10_000, storeTimeoutMs = 10_000 }: Settings = {}) {
  const redis = new Redis({
    url: rest.url,
    token: TOKEN,
    retry: { retries: 0 },
    automaticDeserialization: false,
    enableTelemetry: false,
    signal: () => AbortSignal.timeout(storeTimeoutMs),
  });
  const timers: (() => void)[] = [];
  const pauses: number[] = [];
  const failures: unknown[] = [];
  let work: Promise<unknown>[] = [];
  const limiter = createLimiter({
    shared: sharedCount(() => redis, prefix, DAY_MS),
    limit,
    tolerance: TOLERANCE,
    maxAddresses,
    now: Date.now,
    pause: (ms) => {
      pauses.push(ms);
      return new Promise((resolve) => timers.push(resolve));
    },
    report: (error) => failures.push(error),
  });
  const ask = (address = A): Promise<LimitState> => limiter.count(address, (promise) => work.push(promise));
  return {
    pauses,
    failures,
    ask,
    /** Asks one after another; how many were let through. */
    async askInTurn(times: number, address = A): Promise<number> {
      let allowed = 0;
      for (let asked = 0; asked < times; asked += 1) if ((await ask(address)).allowed) allowed += 1;
      return allowed;
    },
    /** Asks at once; how many were let through. */
    async askAtOnce(times: number, address = A): Promise<number> {
      const states = await Promise.all(Array.from({ length: times }, () => ask(address)));
      return states.filter(({ allowed }) => allowed).length;
    },
    /** Whether an answer comes without waiting for anything outside the process. */
    async answersAtOnce(address = A): Promise<boolean> {
      const later = new Promise<false>((resolve) => setImmediate(resolve, false));
      return Promise.race([ask(address).then(() => true), later]);
    },
    /** Lets all timers fire and all trips end. */
    async settle(): Promise<void> {
      for (const fire of timers.splice(0)) fire();
      const under = work;
      work = [];
      await Promise.all(under);
    },
  };
}

/** What all instances counted of an address, as the store has it. */
async function counted(address = A): Promise<number> {
  const bucket = Math.floor(Date.now() / DAY_MS);
  const [reply] = await engine.run(
    [[Buffer.from("GET"), Buffer.from(`${prefix}:${address}:${bucket}`)]],
    false,
  );
  return Number(reply ?? 0);
}

describe("round trips", () => {
  it("an address's first request waits for none, and what other instances counted is known one flush later", async () => {
    const other = newInstance();
    await other.askInTurn(31);
    await other.settle();
    trips = [];
    const fresh = newInstance();
    expect(await fresh.answersAtOnce()).toBe(true);
    expect(trips).toHaveLength(0);
    await fresh.settle();
    expect(trips).toHaveLength(1);
    expect(await fresh.ask()).toMatchObject({ allowed: true, limit: LIMIT, remaining: LIMIT - 33 });
    expect(trips).toHaveLength(1);
  });

  it("an address costs none until the tenth request, which sends ten in one trip", async () => {
    const instance = newInstance();
    expect(await instance.askInTurn(9)).toBe(9);
    expect(await counted()).toBe(0);
    expect(trips).toHaveLength(0);
    expect(await instance.ask()).toMatchObject({ allowed: true, remaining: LIMIT - 10 });
    await instance.settle();
    expect(await counted()).toBe(10);
    expect(trips).toHaveLength(1);
  });

  it("1,000 requests of one address, one after another, cost one trip in ten", async () => {
    const instance = newInstance({ limit: 100_000 });
    expect(await instance.askInTurn(1_000)).toBe(1_000);
    await instance.settle();
    expect(await counted()).toBe(1_000);
    expect(trips.length).toBeLessThanOrEqual(101);
  });

  it("what is left is sent after 250 ms, by one timer and in one trip for all addresses", async () => {
    const instance = newInstance();
    const addresses = Array.from({ length: 100 }, (_, index) => `198.51.100.${index}`);
    for (const address of addresses) await instance.askInTurn(3, address);
    expect(instance.pauses).toEqual([FLUSH_MS]);
    trips = [];
    await instance.settle();
    expect(trips.map((commands) => commands.length)).toEqual([100]);
    for (const address of addresses) expect(await counted(address)).toBe(3);
    await instance.askInTurn(2, "198.51.100.0");
    expect(instance.pauses).toEqual([FLUSH_MS, FLUSH_MS]);
    await instance.settle();
    expect(await counted("198.51.100.0")).toBe(5);
  });

  it("3,000 addresses with one request each wait for none, and share one timer and its trips", async () => {
    const instance = newInstance();
    const asked = Array.from({ length: 3_000 }, (_, index) =>
      instance.ask(`10.0.${index >> 8}.${index & 255}`),
    );
    expect((await Promise.all(asked)).every(({ allowed }) => allowed)).toBe(true);
    expect(instance.pauses).toEqual([FLUSH_MS]);
    expect(trips).toHaveLength(0);
    await instance.settle();
    expect(trips.length).toBeLessThanOrEqual(3);
    expect(await counted("10.0.11.183")).toBe(1);
  });

  it("requests that come at once share the address's first trip", async () => {
    const instance = newInstance();
    expect(await instance.askAtOnce(30)).toBe(30);
    expect(trips).toHaveLength(1);
  });

  it("a burst of any size waits for two trips at most, and gets exactly the limit", async () => {
    const instance = newInstance();
    expect(await instance.askInTurn(TOLERANCE)).toBe(TOLERANCE);
    await new Promise((resolve) => setImmediate(resolve)); // their trip is under way
    expect(await instance.askAtOnce(500)).toBe(LIMIT - TOLERANCE);
    expect(trips).toHaveLength(2);
  });

  it("an address over its limit costs none until its window ends", async () => {
    const instance = newInstance();
    expect(await instance.askInTurn(LIMIT)).toBe(LIMIT);
    await instance.settle();
    expect(await counted()).toBe(LIMIT);
    trips = [];
    const paused = instance.pauses.length;
    expect(await instance.askInTurn(2_000)).toBe(0);
    await instance.settle();
    expect(trips).toHaveLength(0);
    expect(instance.pauses).toHaveLength(paused);
  });
});

describe("what a caller gets", () => {
  it("counts down to 0 and never below, and the window's end does not move", async () => {
    const instance = newInstance({ limit: 25 });
    const states: LimitState[] = [];
    for (let asked = 0; asked < 30; asked += 1) states.push(await instance.ask());
    expect(states.map(({ remaining }) => remaining)).toEqual(
      Array.from({ length: 30 }, (_, asked) => Math.max(0, 24 - asked)),
    );
    expect(new Set(states.map(({ resetAt }) => resetAt))).toEqual(new Set([6 * DAY_MS]));
    expect(new Set(states.map(({ limit }) => limit))).toEqual(new Set([25]));
  });

  it("a new window starts anew with one trip, and what the old one had not sent is not counted in it", async () => {
    const instance = newInstance({ limit: 5 });
    expect(await instance.askInTurn(8)).toBe(5);
    vi.setSystemTime(6 * DAY_MS - 1);
    expect((await instance.ask()).allowed).toBe(false);
    vi.setSystemTime(6 * DAY_MS);
    await instance.settle();
    expect(await counted()).toBe(0);
    trips = [];
    expect(await instance.ask()).toEqual({ allowed: true, limit: 5, remaining: 4, resetAt: 7 * DAY_MS });
    await instance.settle();
    expect(trips).toHaveLength(1);
    expect(await counted()).toBe(1);
  });

  it("a clock that was set back does not keep a window for longer than its length", async () => {
    const instance = newInstance({ limit: 1 });
    expect(await instance.askInTurn(2)).toBe(1);
    vi.setSystemTime(NOW - 3 * DAY_MS);
    expect(await instance.ask()).toMatchObject({ allowed: true, resetAt: 3 * DAY_MS });
  });
});

describe("several instances over one store", () => {
  it.each([2, 3])(
    "%d of them let a burst through up to the limit and ten for each other one",
    async (count) => {
      const instances = Array.from({ length: count }, () => newInstance());
      const allowed = await Promise.all(instances.map((instance) => instance.askAtOnce(300)));
      const total = allowed.reduce((sum, each) => sum + each, 0);
      expect(total).toBeGreaterThanOrEqual(LIMIT);
      expect(total).toBeLessThanOrEqual(LIMIT + 10 * (count - 1));
    },
  );

  it("two of them asked in turn keep the same bound", async () => {
    const instances = [newInstance(), newInstance()];
    let total = 0;
    for (let round = 0; round < 200; round += 1)
      for (const instance of instances) total += Number((await instance.ask()).allowed);
    expect(total).toBeGreaterThanOrEqual(LIMIT);
    expect(total).toBeLessThanOrEqual(LIMIT + 10);
  });

  it("an address that used its limit up elsewhere is refused here after one flush", async () => {
    const here = newInstance();
    const elsewhere = newInstance();
    expect(await here.askInTurn(3)).toBe(3);
    expect(await elsewhere.askInTurn(LIMIT)).toBe(LIMIT);
    await elsewhere.settle();
    expect((await here.ask()).allowed).toBe(true); // it does not know yet
    await here.settle();
    expect((await here.ask()).allowed).toBe(false);
  });

  it("a store that forgot what it counted does not make an instance forget", async () => {
    const instance = newInstance({ limit: 30 });
    expect(await instance.askInTurn(25)).toBe(25);
    await engine.run([[Buffer.from("FLUSHALL")]], false);
    expect(await instance.askInTurn(20)).toBe(5);
  });
});

describe("with a store that fails", () => {
  it.each<[string, Fault, Settings]>([
    ["down", { kind: "down" }, {}],
    ["erring", { kind: "error", status: 500, message: "ERR internal" }, {}],
    ["too slow", TOO_SLOW, IMPATIENT],
  ])("%s: each instance keeps the limit by itself, never open", async (_, fault, settings) => {
    listen(fault);
    const instances = [newInstance(settings), newInstance(settings)];
    for (const instance of instances) {
      expect(await instance.askInTurn(LIMIT + 30)).toBe(LIMIT);
      expect(await instance.ask()).toMatchObject({ allowed: false, limit: LIMIT, remaining: 0 });
      expect(instance.failures).toHaveLength(1);
    }
  });

  it("after one failure no request of any address waits", async () => {
    listen(TOO_SLOW);
    const instance = newInstance(IMPATIENT);
    await instance.askInTurn(TOLERANCE + 1);
    for (let asked = 0; asked < 50; asked += 1) expect(await instance.answersAtOnce()).toBe(true);
    expect(await instance.answersAtOnce("198.51.100.1")).toBe(true);
    expect(trips).toHaveLength(1);
  });

  it("asks whether it is back with one question for all addresses, at most every 250 ms, behind the answers", async () => {
    listen({ kind: "down" });
    const instance = newInstance();
    for (let address = 0; address < 50; address += 1) await instance.askInTurn(20, `198.51.100.${address}`);
    const before = trips.length;
    for (const later of [100, 150, 100, 150]) {
      vi.setSystemTime(Date.now() + later);
      await instance.askInTurn(20);
      await instance.settle();
    }
    expect(trips.slice(before)).toEqual([[["ping"]], [["ping"]]]);
  });

  it("once it is back, it gets what was counted meanwhile, of blocked addresses too", async () => {
    listen({ kind: "down" });
    const instance = newInstance();
    expect(await instance.askInTurn(LIMIT + 10)).toBe(LIMIT);
    expect(await instance.askInTurn(40, "198.51.100.1")).toBe(40);
    await instance.settle();
    listen();
    vi.setSystemTime(Date.now() + FLUSH_MS);
    expect((await instance.ask()).allowed).toBe(false);
    await instance.settle();
    expect(await counted()).toBe(LIMIT);
    expect(await counted("198.51.100.1")).toBe(40);
    const other = newInstance();
    for (const address of [A, "198.51.100.1"]) await other.ask(address);
    await other.settle();
    expect((await other.ask()).allowed).toBe(false);
    expect(await other.ask("198.51.100.1")).toMatchObject({ allowed: true, remaining: LIMIT - 42 });
  });

  it("one that counts but answers too late gets one batch again at most", async () => {
    listen(TOO_SLOW);
    const instance = newInstance(IMPATIENT);
    await instance.askInTurn(11); // ten are counted, the answer too late
    for (let round = 0; round < 4; round += 1) {
      await instance.askInTurn(5);
      vi.setSystemTime(Date.now() + FLUSH_MS);
      await instance.settle();
    }
    await vi.waitUntil(async () => (await counted()) === 10);
    listen();
    vi.setSystemTime(Date.now() + FLUSH_MS);
    await instance.askInTurn(1);
    await instance.settle();
    expect(await counted()).toBe(10 + 32);
  });

  it("an address whose own trips fail does not wait for them, though the store answers others", async () => {
    const sent: string[] = [];
    const timers: (() => void)[] = [];
    const limiter = createLimiter({
      shared: {
        windowMs: DAY_MS,
        add: (address, requests) => {
          sent.push(address);
          return address === A ? Promise.reject(new Error("WRONGTYPE")) : Promise.resolve(requests);
        },
        ping: () => Promise.resolve("PONG"),
      },
      limit: LIMIT,
      tolerance: TOLERANCE,
      maxAddresses: 10,
      now: Date.now,
      pause: () => new Promise((resolve) => timers.push(resolve)),
      report: () => undefined, // the failures are this test's own
    });
    const work: Promise<unknown>[] = [];
    const ask = (address: string) => limiter.count(address, (promise) => work.push(promise));
    for (let asked = 0; asked <= TOLERANCE; asked += 1) await ask(A);
    await ask("198.51.100.1");
    vi.setSystemTime(NOW + FLUSH_MS);
    for (const fire of timers.splice(0)) fire();
    await Promise.all(work); // the first one's batch fails, then the second one's arrives
    expect(sent).toEqual([A, A, "198.51.100.1"]);
    for (let asked = 0; asked <= TOLERANCE; asked += 1) await ask("198.51.100.2");
    expect(sent.splice(0).at(-1)).toBe("198.51.100.2"); // the store is asked again
    const states: LimitState[] = [];
    for (let asked = 0; asked < LIMIT + 30; asked += 1) states.push(await ask(A));
    expect(sent).toEqual([]);
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(LIMIT - TOLERANCE - 1);
  });

  it("a request whose trip fails is judged here, and so are all that waited for the same trip", async () => {
    const instance = newInstance({ limit: 50 });
    const burst = instance.askAtOnce(30);
    listen({ kind: "down" });
    expect((await burst) + (await instance.askAtOnce(70))).toBe(50);
  });
});

describe("memory", () => {
  const crowd = async (instance: ReturnType<typeof newInstance>, size: number): Promise<number> => {
    let allowed = 0;
    for (let index = 0; index < size; index += 1)
      allowed += Number((await instance.ask(`10.1.${index >> 8}.${index & 255}`)).allowed);
    return allowed;
  };

  it("a crowd of addresses does not get a blocked one fresh counts, nor a trip", async () => {
    const instance = newInstance({ limit: 5, maxAddresses: 20 });
    expect(await instance.askInTurn(9)).toBe(5);
    await instance.settle();
    expect(await crowd(instance, 100)).toBe(100);
    trips = [];
    expect(await instance.askInTurn(50)).toBe(0);
    expect(trips).toHaveLength(0);
  });

  it("with the store down neither", async () => {
    listen({ kind: "down" });
    const instance = newInstance({ limit: 5, maxAddresses: 20 });
    expect(await instance.askInTurn(9)).toBe(5);
    await instance.settle(); // the failure is known from then on
    expect(await crowd(instance, 100)).toBe(100);
    expect(await instance.askInTurn(50)).toBe(0);
  });

  it("a crowd does not lose what must still be sent to the store", async () => {
    const instance = newInstance({ maxAddresses: 20 });
    await instance.askInTurn(7);
    await crowd(instance, 100);
    await instance.settle();
    expect(await counted()).toBe(7);
  });

  it("with the store down, what will be sent to it is bounded too", async () => {
    listen({ kind: "down" });
    const instance = newInstance({ maxAddresses: 20 });
    await crowd(instance, 100);
    listen();
    vi.setSystemTime(NOW + FLUSH_MS);
    trips = [];
    await instance.settle();
    expect(trips.map((commands) => commands.length)).toEqual([1, 20]);
  });

  it("an address that was forgotten learns its count from the store when it comes back", async () => {
    const instance = newInstance({ limit: 8, maxAddresses: 20 });
    await instance.askInTurn(3);
    await instance.settle();
    await crowd(instance, 100);
    trips = [];
    expect(await instance.ask()).toMatchObject({ remaining: 4 });
    expect(trips).toHaveLength(1);
  });

  it("more addresses than are remembered get exactly the limit each, however often they take turns", async () => {
    const instance = newInstance({ limit: 5, maxAddresses: 20 });
    const allowed = new Map<string, number>();
    for (let round = 0; round < 9; round += 1) {
      for (let index = 0; index < 60; index += 1) {
        const address = `198.51.100.${index}`;
        allowed.set(address, (allowed.get(address) ?? 0) + (await instance.askInTurn(1, address)));
        if (index % 7 === 0) await instance.settle();
      }
    }
    expect(new Set(allowed.values())).toEqual(new Set([5]));
  });

  it("a crowd of single requests makes room for others once it was sent", async () => {
    const instance = newInstance({ maxAddresses: 20 });
    await crowd(instance, 20);
    expect(await instance.ask()).toMatchObject({ allowed: true }); // there is no room for it
    await instance.settle();
    await instance.ask();
    trips = [];
    expect(await instance.askInTurn(5)).toBe(5);
    expect(trips).toHaveLength(0);
  });

  it("where every place is taken by a blocked address, others are counted by the store alone", async () => {
    const instance = newInstance({ limit: 3, maxAddresses: 10 });
    for (let address = 0; address < 10; address += 1) await instance.askInTurn(4, `198.51.100.${address}`);
    expect(await instance.askInTurn(6)).toBe(3);
    expect(await counted()).toBe(6);
    listen({ kind: "down" });
    expect((await instance.ask("192.0.2.1")).allowed).toBe(false); // nobody can count it: never open
    for (let address = 0; address < 10; address += 1)
      expect((await instance.ask(`198.51.100.${address}`)).allowed).toBe(false);
  });
});
