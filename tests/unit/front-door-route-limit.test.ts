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

  it("lets all /64 of one IPv6 /48 have four times that together, and another /48 its own", async () => {
    const door = await newProcess();
    let passed = 0;
    for (let call = 0; call < 120; call++) {
      const { response } = await ask(door, RESEARCH, {}, `2a01:4f8:10:${call.toString(16)}::1`);
      if (response === null) passed += 1;
      else expect(response.status).toBe(429);
    }
    expect(passed).toBe(40);
    expect((await ask(door, RESEARCH, {}, "2a01:4f8:11::1")).response).toBeNull();
  });

  it("of audits counts a call with a payment, and none that asks for the price", async () => {
    const door = await newProcess();
    const audit = (headers: Record<string, string>) =>
      door.frontDoor(
        new Request("https://x.example/api/svc-security-scan", {
          method: "POST",
          headers: { "x-real-ip": "203.0.113.77", ...headers },
        }),
        () => undefined,
      );
    for (let call = 0; call < 30; call++) expect((await audit({})).response).toBeNull();
    for (let call = 0; call < 8; call++) expect((await audit({ "x-payment": "any" })).response).toBeNull();
    expect((await audit({ "x-payment": "any" })).response?.status).toBe(429);
    expect((await audit({})).response).toBeNull();
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
