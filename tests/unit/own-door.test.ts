import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { RouteEntry } from "@/lib/catalog/define";
import { profileEntry } from "@/lib/identity/profile/entry";
import { registerEntry } from "@/lib/identity/register/entry";
import { tvlEntry } from "@/lib/desks/tvl/entry";
import type * as ownDoorModule from "@/lib/own-door";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";

vi.unmock("@/lib/own-door");

const ORIGIN = "https://svc.example.com";
const PAID = { "payment-signature": "e30=" };
const LIMIT = 5;

type Door = Record<string, (request: Request) => Promise<Response>>;

/** A process of its own, without a Redis: it counts by itself. */
async function newProcess(): Promise<typeof ownDoorModule> {
  vi.resetModules();
  return import("@/lib/own-door");
}

/** What the route itself answered, and how often it was asked. */
const served = vi.fn((_: Request) => Promise.resolve(new Response("served")));

const soldDoor = async (entry: RouteEntry = tvlEntry): Promise<Door> =>
  (await newProcess()).ownDoor(entry.path, [entry], { POST: served });

const freeDoor = async (): Promise<Door> =>
  (await newProcess()).ownDoor(profileEntry.path, [profileEntry, registerEntry], {
    GET: served,
    POST: served,
  });

const asked = (path: string, method: string, headers: Record<string, string> = {}): Request =>
  new Request(ORIGIN + path, { method, headers });

const pay = (door: Door, headers: Record<string, string> = {}, path: string = tvlEntry.path) =>
  door.POST?.(asked(path, "POST", { ...PAID, ...headers })) ?? Promise.reject(new Error("no POST"));

beforeEach(() => {
  served.mockClear();
  vi.stubEnv("UPSTASH_REDIS_REST_URL", "");
  vi.stubEnv("RATE_LIMIT_PER_MINUTE", String(LIMIT));
  vi.useFakeTimers({ toFake: ["Date"], now: 1_760_000_000_000 });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it("counts every call with a payment, says so on the route's answer, and refuses what is beyond the limit before the route", async () => {
  const door = await soldDoor();
  for (let call = 1; call <= LIMIT; call++) {
    const response = await pay(door);
    expect(await response.text()).toBe("served");
    expect(response.headers.get("ratelimit-remaining")).toBe(String(LIMIT - call));
  }
  const refused = await pay(door);
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: "rate_limited" }]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(served).toHaveBeenCalledTimes(LIMIT);
});

it("leaves calls to the front door that it sees, and those that were counted elsewhere", async () => {
  const door = await soldDoor();
  const { notePastTheDoor } = await import("@/lib/http/request-notes");
  for (let call = 0; call < 2 * LIMIT; call++) {
    const unpaid = await door.POST?.(asked(tvlEntry.path, "POST"));
    const inside = await door.POST?.(notePastTheDoor(asked(tvlEntry.path, "POST", PAID)));
    for (const response of [unpaid, inside]) {
      expect(await response?.text()).toBe("served");
      expect(response?.headers.has("x-ratelimit-limit")).toBe(false);
    }
  }
  expect((await pay(door)).headers.get("ratelimit-remaining")).toBe(String(LIMIT - 1));
});

it.each(["", " \t"])(
  "leaves a payment without a value (%j) to the front door, which has counted it",
  async (value) => {
    const response = await pay(await soldDoor(), { "payment-signature": value });
    expect(await response.text()).toBe("served");
    expect(response.headers.has("x-ratelimit-limit")).toBe(false);
  },
);

it.each(["GET", "PATCH", "PUT", "DELETE"])("answers %s as the front door does", async (method) => {
  const door = await soldDoor();
  const response = await door[method]?.(asked(tvlEntry.path, method, PAID));
  expect([response?.status, response?.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  expect(await response?.json()).toMatchObject({ code: "method_not_allowed" });
  expect(response?.headers.has("x-ratelimit-limit")).toBe(true);
  expect(served).not.toHaveBeenCalled();
});

it("answers HEAD of what can be read, which Next hands to GET, and of what can't", async () => {
  expect((await (await freeDoor()).GET?.(asked(profileEntry.path, "HEAD")))?.status).toBe(200);
  expect((await (await soldDoor()).GET?.(asked(tvlEntry.path, "HEAD", PAID)))?.status).toBe(405);
});

it("answers a preflight with every method of its path", async () => {
  const response = await (await freeDoor()).OPTIONS?.(asked(profileEntry.path, "OPTIONS"));
  expect([response?.status, response?.headers.get("access-control-allow-methods")]).toEqual([
    204,
    "GET, HEAD, POST, OPTIONS",
  ]);
  expect(served).not.toHaveBeenCalled();
});

it("counts every call of a free path, with a payment or none", async () => {
  const door = await freeDoor();
  for (const headers of [{}, PAID])
    expect((await door.GET?.(asked(profileEntry.path, "GET", headers)))?.status).toBe(200);
  const response = await door.POST?.(asked(profileEntry.path, "POST"));
  expect(response?.headers.get("ratelimit-remaining")).toBe(String(LIMIT - 3));
});

it("refuses a declared body over the limit and a header that no call may have, before the route", async () => {
  const door = await soldDoor();
  const long = await pay(door, { "content-length": String(tvlEntry.limits.bodyBytes + 1) });
  expect([long.status, await long.json()]).toMatchObject([413, { code: "payload_too_large" }]);
  const agent = await pay(door, { "x-agent-id": "someone" });
  expect([agent.status, await agent.json()]).toMatchObject([400, { code: "invalid_request" }]);
  expect(served).not.toHaveBeenCalled();
});

it("serves no other spelling of its path", async () => {
  const door = await soldDoor();
  for (const path of [`${tvlEntry.path}/`, "/api/svc%2Dintel-tvl", "/API/svc-intel-tvl"]) {
    const response = await pay(door, {}, path);
    expect([response.status, await response.json()]).toMatchObject([404, { code: "not_found" }]);
    expect(response.headers.has("x-ratelimit-limit")).toBe(true);
  }
  expect(served).not.toHaveBeenCalled();
  expect((await pay(door, {}, `${tvlEntry.path}?x=1`)).status).toBe(200);
});

it("does not start with functions that are not its path's", async () => {
  const { ownDoor } = await newProcess();
  expect(() => ownDoor(tvlEntry.path, [tvlEntry], {})).toThrow("its door knows POST");
  expect(() => ownDoor(tvlEntry.path, [tvlEntry], { GET: served, POST: served })).toThrow("its file serves");
  expect(() => ownDoor(profileEntry.path, [tvlEntry], { POST: served })).toThrow(profileEntry.path);
});

describe("beside the front door, over one Redis", () => {
  const SHARED_LIMIT = 30;
  const COUNTERS = 2;
  /** What docs/decisions/rate-limit.md says of each counter but one. */
  const TOLERATED = 10;
  /** More at each door than a minute lets through in all. */
  const CALLS = 2 * SHARED_LIMIT;
  let redis: Awaited<ReturnType<typeof startRedisRest>>;
  beforeAll(async () => {
    redis = await startRedisRest({ port: 0, token: "t", engine: await embeddedEngine() });
  });
  afterAll(() => redis.close());

  it("is one counter more: an address gets ten requests beyond the limit at most", async () => {
    vi.stubEnv("UPSTASH_REDIS_REST_URL", redis.url);
    vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
    vi.stubEnv("RATE_LIMIT_PER_MINUTE", String(SHARED_LIMIT));
    vi.resetModules();
    const { frontDoor } = await import("@/lib/front-door");
    const door = await soldDoor(); // of another process, as each function is
    const work: Promise<unknown>[] = [];
    const unpaid = async (): Promise<boolean> =>
      (await frontDoor(asked("/api/market", "GET"), (one) => work.push(one))).response === null;
    const paid = async (): Promise<boolean> => (await pay(door)).status === 200;
    let allowed = 0;
    const atOnce = async (calls: number, call: () => Promise<boolean>): Promise<void> => {
      const answered = await Promise.all(Array.from({ length: calls }, call));
      allowed += answered.filter(Boolean).length;
    };
    await atOnce(SHARED_LIMIT - 5, paid);
    await atOnce(CALLS, unpaid); // the front door has not heard of those yet
    expect(allowed).toBeGreaterThan(SHARED_LIMIT); // or nothing here would try the tolerance
    await atOnce(CALLS, paid); // nor that door of these
    expect(allowed).toBeLessThanOrEqual(SHARED_LIMIT + TOLERATED * (COUNTERS - 1));
    await Promise.all(work);
    expect([await unpaid(), await paid()]).toEqual([false, false]);
  });
});
