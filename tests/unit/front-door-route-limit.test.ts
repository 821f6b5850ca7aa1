import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type * as frontDoorModule from "@/lib/front-door";

const RESEARCH = "/api/trenches-research";
const NOW = 29_000_000 * 60_000 + 20_000;

/** A process of its own, without a Redis: it counts by itself. */
async function newProcess(): Promise<typeof frontDoorModule> {
  vi.resetModules();
  return import("@/lib/front-door");
}

beforeEach(() => {
  vi.stubEnv("VERCEL", "1");
  vi.stubEnv("UPSTASH_REDIS_REST_URL", "");
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const ask = (
  { frontDoor }: typeof frontDoorModule,
  path: string,
  init: RequestInit = {},
  ip = "203.0.113.9",
) =>
  frontDoor(
    new Request(`https://x.example${path}`, { ...init, headers: { "x-real-ip": ip } }),
    () => undefined,
  );

describe("a route with a limit of its own", () => {
  it("takes 10 calls a minute and address, and then says when to come back", async () => {
    const door = await newProcess();
    for (let call = 1; call <= 10; call++) {
      const { response, headers } = await ask(door, `${RESEARCH}?address=x`);
      expect(response).toBeNull();
      expect(headers).toMatchObject({ "ratelimit-limit": "10", "ratelimit-remaining": String(10 - call) });
    }
    const { response, headers } = await ask(door, RESEARCH);
    expect(response?.status).toBe(429);
    expect(response?.headers.get("retry-after")).toBe("40");
    expect(headers["x-ratelimit-limit"]).toBe("10");
    expect((await ask(door, RESEARCH, {}, "203.0.113.10")).response).toBeNull();
    vi.setSystemTime(NOW + 40_000);
    expect((await ask(door, RESEARCH)).response).toBeNull();
  });

  it("leaves the other routes their own, and is not used up by a preflight", async () => {
    const door = await newProcess();
    for (let call = 0; call < 12; call++) await ask(door, RESEARCH, { method: "OPTIONS" });
    expect((await ask(door, RESEARCH)).headers["ratelimit-remaining"]).toBe("9");
    for (let call = 0; call < 12; call++) await ask(door, RESEARCH);
    const { response, headers } = await ask(door, "/api/receipt");
    expect(response).toBeNull();
    expect(headers["ratelimit-limit"]).toBe("120");
  });

  it("stands beside the limit of all routes: the one nearer its end is in the headers", async () => {
    vi.stubEnv("RATE_LIMIT_PER_MINUTE", "3");
    const door = await newProcess();
    expect((await ask(door, RESEARCH)).headers).toMatchObject({
      "ratelimit-limit": "3",
      "ratelimit-remaining": "2",
    });
  });
});
