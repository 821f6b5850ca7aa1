import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { keys } from "@/lib/store/keys";
import { holdUp, pause, type ProviderServer, sendJson, startProviders } from "../fixtures/provider-server";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";
import { at, numberSource, reader, TIME_LIMIT_MS } from "../fixtures/test-source";

const T0 = new Date("2026-10-07T14:00:00Z");
const later = (seconds: number): Date => new Date(T0.getTime() + seconds * 1_000);

let providers: ProviderServer;
let shared: RedisStore;
beforeAll(async () => {
  shared = await startRedisStore();
});
afterAll(() => shared.close());
beforeEach(async () => {
  let n = 0;
  providers = await startProviders((_url, response) => sendJson(response, { n: ++n }));
  await shared.redis.flushdb();
});
afterEach(() => providers.close());

/** One process: its own memory, breaker and flights over the shared store. */
const instance = (over: Partial<Parameters<typeof reader>[0]> = {}) =>
  reader({
    origin: providers.origin,
    store: () => shared.store,
    keepAlive: (work) => void behind.push(work),
    ...over,
  });
/** What goes on behind answers. */
const behind: Promise<unknown>[] = [];
const settle = () => Promise.allSettled(behind.splice(0));
const source = numberSource("one"); // fresh for 60 s, then stale for 600 s
const slowly = (ms: number) => {
  let n = 0;
  providers.answer(async (_url, response) => {
    await pause(ms);
    sendJson(response, { n: ++n });
  });
};

describe("within its window", () => {
  it("a value costs nothing: no request and no round trip to the store", async () => {
    const read = instance();
    await read({ source }, at(T0));
    const trips = { ...shared.calls };
    const { source: again } = await read({ source }, at(later(59)));
    expect(again).toMatchObject({ status: "ok", value: 1, ageSec: expect.any(Number) });
    expect(again.ageSec).toBeGreaterThanOrEqual(58);
    expect(providers.asked).toHaveLength(1);
    expect(shared.calls).toEqual(trips);
  });

  it("a list is not looked up beyond its first fresh source", async () => {
    const read = instance();
    const chain = [source, numberSource("behind")];
    await read({ chain }, at(T0));
    const trips = shared.calls.mget;
    await read({ chain }, at(later(10)));
    expect(shared.calls.mget).toBe(trips);
  });

  it("another instance takes the value from the shared store", async () => {
    await instance()({ source }, at(T0));
    const { source: theirs } = await instance()({ source }, at(later(30)));
    expect(theirs).toMatchObject({ status: "ok", value: 1 });
    expect(providers.asked).toHaveLength(1);
  });

  it("all that a desk wants is loaded by one MGET", async () => {
    const wanted = { a: numberSource("a"), b: [numberSource("b"), numberSource("c")], d: numberSource("d") };
    const trips = shared.calls.mget;
    await instance()(wanted, at(T0));
    expect(shared.calls.mget).toBe(trips + 1);
  });
});

describe("single flight", () => {
  it("a hundred calls at once ask a provider once", async () => {
    slowly(50);
    const read = instance();
    const readings = await Promise.all(Array.from({ length: 100 }, () => read({ source }, at(T0))));
    expect(readings.every(({ source: { status, value } }) => status === "ok" && value === 1)).toBe(true);
    expect(providers.asked).toHaveLength(1);
  });

  it("a hundred calls over two instances that share a store ask a provider once", async () => {
    slowly(150);
    const [one, two] = [instance(), instance()];
    const readings = await Promise.all(
      Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? one : two)({ source }, at(T0))),
    );
    expect(readings.map(({ source: { value } }) => value)).toEqual(Array<number>(100).fill(1));
    expect(providers.asked).toHaveLength(1);
  });

  it("an instance that waits for another's fetch asks itself when that takes too long", async () => {
    await shared.redis.set(keys.sourceLock("one"), "somebody else");
    const timeoutMs = 1_600;
    const started = performance.now();
    const { source: own } = await instance({ timeoutMs })({ source }, at(T0));
    expect(own).toMatchObject({ status: "ok", value: 1 });
    expect(performance.now() - started).toBeGreaterThanOrEqual(0.45 * timeoutMs);
    expect(performance.now() - started).toBeLessThan(1.5 * timeoutMs);
    expect(await shared.redis.get(keys.sourceLock("one"))).toBe("somebody else");
  });

  it("a lock is released when the fetch fails, so that others need not wait for it", async () => {
    providers.answer((_url, response) => void response.writeHead(404).end());
    await instance()({ source }, at(T0));
    expect(await shared.redis.exists(keys.sourceLock("one"))).toBe(0);
  });
});

describe("what is kept in the store", () => {
  it("a value is kept for its fresh and its stale window, and no longer", async () => {
    await instance()({ source }, at(T0));
    const ttl = await shared.redis.pttl(keys.source("one"));
    expect(ttl).toBeGreaterThan(655_000);
    expect(ttl).toBeLessThanOrEqual(660_000);
    expect(await shared.redis.dbsize()).toBe(1);
  });

  it("a lock has one owner, and is released by no other", async () => {
    const { store } = shared;
    expect(await store.acquire("lock", "a", 60_000, "value")).toEqual({ owned: true, current: null });
    await store.release("lock", "b");
    await store.publish([{ key: "value", value: "from b", ttlMs: 60_000 }], "lock", "b");
    expect(await store.acquire("lock", "b", 60_000, "value")).toEqual({ owned: false, current: "from b" });
    await store.publish([{ key: "value", value: "from a", ttlMs: 60_000 }], "lock", "a");
    expect(await store.acquire("lock", "b", 60_000, "value")).toEqual({ owned: true, current: "from a" });
  });
});

describe("past its window", () => {
  it("a value is served at once as stale, and refreshed once behind the answer", async () => {
    const kept: Promise<unknown>[] = [];
    const read = instance({ keepAlive: (work) => void kept.push(work) });
    await read({ source }, at(T0));
    const { held, release } = holdUp();
    providers.answer(async (_url, response) => {
      await held;
      sendJson(response, { n: 2 });
    });
    const started = performance.now();
    const readings = await Promise.all(Array.from({ length: 20 }, () => read({ source }, at(later(61)))));
    expect(performance.now() - started).toBeLessThan(TIME_LIMIT_MS / 2); // a waiting call waits till then
    release();
    for (const { source: stale } of readings) expect(stale).toMatchObject({ status: "stale", value: 1 });
    expect(kept).toHaveLength(2); // the platform keeps the instance until the refresh is done
    await Promise.all(kept);
    expect(providers.asked).toHaveLength(2);
    expect((await read({ source }, at(later(62)))).source).toMatchObject({ status: "ok", value: 2 });
  });

  it("a call that says so waits for the refresh that is under way", async () => {
    const read = instance();
    await read({ source }, at(T0));
    providers.answer(async (_url, response) => {
      await pause(50);
      sendJson(response, { n: 42 });
    });
    await read({ source }, at(later(61)));
    const { source: waited } = await read({ source }, at(later(61), { stale: "wait" }));
    expect(waited).toMatchObject({ status: "ok", value: 42 });
    expect(providers.asked).toHaveLength(2);
  });

  it("such a call gets the stale value when the refresh fails", async () => {
    const read = instance();
    await read({ source }, at(T0));
    providers.answer((_url, response) => void response.writeHead(404).end());
    const { source: waited } = await read({ source }, at(later(61), { stale: "wait" }));
    expect(waited).toMatchObject({ status: "stale", value: 1 });
  });

  it("a value beyond its stale window is never served, whatever the provider does", async () => {
    const read = instance();
    await read({ source }, at(T0));
    providers.answer((_url, response) => void response.writeHead(500).end());
    expect((await read({ source }, at(later(659)))).source.status).toBe("stale");
    await settle();
    expect((await read({ source }, at(later(661)))).source).toMatchObject({
      status: "http_error",
      value: null,
    });
  });

  it("windows are scaled by the setting", async () => {
    const read = instance({ windowScale: 0.01 }); // fresh 0.6 s, stale 6 s
    await read({ source }, at(T0));
    expect((await read({ source }, at(later(3)))).source.status).toBe("stale");
    await settle();
    expect((await read({ source }, at(later(60)))).source.status).toBe("ok");
    expect(providers.asked).toHaveLength(3);
  });

  it("at scale 0 every call asks, and a stale value is never served", async () => {
    const read = instance({ windowScale: 0 });
    expect((await read({ source }, at(T0))).source).toMatchObject({ status: "ok", value: 1 });
    expect((await read({ source }, at(T0))).source).toMatchObject({ status: "ok", value: 2 });
    providers.answer((_url, response) => void response.writeHead(404).end());
    expect((await read({ source }, at(T0))).source.value).toBeNull();
    expect(await shared.redis.dbsize()).toBe(0);
  });
});

describe("the shared store is outside, and trusted as little", () => {
  const plant = (value: string) => shared.redis.set(keys.source("one"), value);
  const good = { v: 1, value: 99, asOf: T0.getTime() - 1_000, fetchedAt: T0.getTime() - 1_000 };

  it("a value that this version wrote is taken", async () => {
    await plant(JSON.stringify(good));
    expect((await instance()({ source }, at(T0))).source).toMatchObject({
      status: "ok",
      value: 99,
      ageSec: 1,
    });
    expect(providers.asked).toHaveLength(0);
  });

  it.each([
    ["no JSON", "{"],
    ["another version", JSON.stringify({ ...good, v: 2 })],
    ["another shape", JSON.stringify({ ...good, value: { n: 99 } })],
    ["no times", JSON.stringify({ v: 1, value: 99 })],
    ["a time ahead of the clock", JSON.stringify({ ...good, fetchedAt: T0.getTime() + 3_600_000 })],
    ["data ahead of the clock", JSON.stringify({ ...good, asOf: T0.getTime() + 3_600_000 })],
    ["a prototype", '{"__proto__":{"v":1},"value":99}'],
    ["null", "null"],
  ])("%s is passed over, and replaced by what the provider says", async (_name, planted) => {
    await plant(planted);
    expect((await instance()({ source }, at(T0))).source).toMatchObject({ status: "ok", value: 1 });
    const replaced = await shared.redis.get<string>(keys.source("one"));
    expect(JSON.parse(replaced ?? "")).toMatchObject({ v: 1, value: 1 });
  });

  it("a store that fails costs an answer nothing, is left alone for a while, and is logged once", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    let tries = 0;
    const down = (): never => {
      tries++;
      throw new Error("connection refused");
    };
    const read = instance({ store: down });
    for (const seconds of [0, 1, 2, 61, 62])
      expect((await read({ source }, at(later(seconds)))).source.value).not.toBeNull();
    await settle();
    expect(logged.mock.calls.filter(([line]) => String(line).includes("sources.store_failed"))).toHaveLength(
      1,
    );
    expect(tries).toBeLessThanOrEqual(3);
    logged.mockRestore();
  });
});

describe("a value whose successor is there to read", () => {
  const bar = numberSource("bar", { freshMs: 30_000, due: { sinceDataMs: 80_000 } });
  const dated = () => {
    let n = 0;
    providers.answer((_url, response) => sendJson(response, { n: ++n, at: T0.toISOString() }));
  };

  it("is served as stale until then, and waited for from then on, whoever asks", async () => {
    const read = instance();
    await read({ bar }, at(T0));
    expect((await read({ bar }, at(later(79)))).bar).toMatchObject({ status: "stale", value: 1 });
    await settle();
    const quiet = instance();
    expect((await quiet({ bar }, at(later(400)))).bar).toMatchObject({ status: "ok", value: 3 });
  });

  it("is served as stale where the new one can't be read", async () => {
    const read = instance();
    await read({ bar }, at(T0));
    providers.answer((_url, response) => sendJson(response, {}, 500));
    expect((await read({ bar }, at(later(81)))).bar).toMatchObject({ status: "stale", value: 1 });
  });

  it("is asked for once a window where the provider is late", async () => {
    const read = instance();
    dated();
    await read({ bar }, at(T0));
    for (const seconds of [81, 90, 100]) await read({ bar }, at(later(seconds)));
    expect(providers.asked).toHaveLength(2);
  });
});
