import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Handler } from "@/lib/handler";
import { securityScopeDocumentation } from "@/lib/security/scope/documentation";
import type { securityScopeEntry } from "@/lib/security/scope/entry";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";

type Answer = Awaited<ReturnType<Handler<typeof securityScopeEntry>>>["answer"];

let store: RedisStore;
let route: (request: Request) => Promise<Response>;
let runs = 0;

async function startRoute(url: string): Promise<void> {
  vi.stubEnv("UPSTASH_REDIS_REST_URL", url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "test-token");
  vi.stubEnv("TRUSTED_PROXY_HOPS", "1");
  vi.resetModules(); // the settings are read once a process
  const { serveFree } = await import("@/lib/payments/free-call/serve-free");
  const { securityScopeEntry } = await import("@/lib/security/scope/entry");
  const { ApiError } = await import("@/lib/http/api-error");
  route = serveFree(securityScopeEntry, ({ target }) => {
    runs += 1;
    if (target === "https://refused.example") throw new ApiError("invalid_request", "Not this one.");
    const { output } = securityScopeDocumentation.sample;
    const answer: Answer = { ...output, problems: [{ code: "run", message: `run ${runs}` }] };
    return Promise.resolve({ answer, effects: [] });
  });
}

beforeAll(async () => {
  store = await startRedisStore();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await store.close();
});
beforeEach(async () => {
  runs = 0;
  await startRoute(store.rest.url);
});

let keys = 0;
const newKey = (): string => `a-key-of-its-own-${(keys += 1)}`;

async function ask(
  key: string | null,
  { target = "https://example.com", address = "203.0.113.7" } = {},
): Promise<{ status: number; text: string; replayed: string | null }> {
  const response = await route(
    new Request("https://desk.example.net/api/svc-security-scope", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": address,
        ...(key === null ? {} : { "idempotency-key": key }),
      },
      body: JSON.stringify({ target, allowlist: ["example.com"] }),
    }),
  );
  const { status, headers } = response;
  return { status, text: await response.text(), replayed: headers.get("idempotent-replayed") };
}

describe("a free POST route under an Idempotency-Key", () => {
  it("answers the same request with the first answer, and says so", async () => {
    const key = newKey();
    const first = await ask(key);
    const second = await ask(key);
    expect(first).toMatchObject({ status: 200, replayed: null });
    expect(second).toEqual({ status: 200, text: first.text, replayed: "true" });
    expect(runs).toBe(1);
  });

  it("keeps nothing where no key came along", async () => {
    expect((await ask(null)).text).not.toBe((await ask(null)).text);
    expect(runs).toBe(2);
  });

  it("refuses another request under the key, and still has the answer of the first", async () => {
    const key = newKey();
    const { text } = await ask(key);
    const other = await ask(key, { target: "https://other.example" });
    expect(other.status).toBe(409);
    expect(JSON.parse(other.text)).toMatchObject({ code: "idempotency_conflict" });
    expect(await ask(key)).toMatchObject({ status: 200, text });
    expect(runs).toBe(1);
  });

  it("keeps one caller's answers from another's", async () => {
    const key = newKey();
    const { text } = await ask(key);
    const other = await ask(key, { address: "203.0.113.8", target: "https://other.example" });
    expect(other.status).toBe(200);
    expect(other.text).not.toBe(text);
  });

  it("does not keep a refusal", async () => {
    const key = newKey();
    expect((await ask(key, { target: "https://refused.example" })).status).toBe(400);
    expect((await ask(key)).status).toBe(200);
  });

  it("forgets after 24 hours", async () => {
    const key = newKey();
    await ask(key);
    const kept = await store.redis.keys("*free-answer*");
    const ends = await Promise.all(kept.map((name) => store.redis.ttl(name)));
    expect(Math.max(...ends)).toBeLessThanOrEqual(86_400);
    expect(Math.min(...ends)).toBeGreaterThan(86_300);
  });

  it("answers without a store, only unkept", async () => {
    await startRoute("http://127.0.0.1:9");
    const key = newKey();
    expect((await ask(key)).status).toBe(200);
    expect(await ask(key)).toMatchObject({ status: 200, replayed: null });
    expect(runs).toBe(2);
  });
});
