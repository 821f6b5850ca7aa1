import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LandedOtherwise, PaymentRefused } from "@/lib/payments/outcome/reasons";
import type * as strayModule from "@/lib/payments/stray";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";

const NETWORK = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1";
const landed = (key: string): LandedOtherwise =>
  new LandedOtherwise(new PaymentRefused("unsupported_payment", "Another form."), `${NETWORK}:${key}`);

let store: RedisStore;
let stray: typeof strayModule;
beforeAll(async () => {
  store = await startRedisStore();
  vi.stubEnv("UPSTASH_REDIS_REST_URL", store.rest.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "test-token");
  stray = await import("@/lib/payments/stray");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await store.close();
});

describe("a transaction that has landed in another form than it is brought in", () => {
  it("is told to have been sold for where the ledger has it, and to buy nothing only where it has not", async () => {
    await store.redis.hset(`svc:ledger:{${NETWORK}:sold}:record`, { state: "settled" });
    expect(await stray.refuseForm(landed("sold"))).toMatchObject({ kind: "conflict", why: "sold otherwise" });
    expect(await stray.refuseForm(landed("new"))).toMatchObject({
      ...{ kind: "conflict", why: "not asked for", objection: "Another form." },
    });
  });

  it("is not told to buy nothing while the ledger can't be asked", async () => {
    vi.stubEnv("UPSTASH_REDIS_REST_URL", "http://127.0.0.1:9");
    vi.resetModules();
    const { refuseForm } = await import("@/lib/payments/stray");
    expect(await refuseForm(landed("sold"))).toMatchObject({ kind: "unavailable", what: "ledger" });
  });
});
