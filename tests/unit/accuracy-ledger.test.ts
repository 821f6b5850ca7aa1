import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DEFAULT_LIMITS } from "@/lib/catalog/define";
import type * as bookModule from "@/lib/accuracy/verdict-log";
import type * as freezeModule from "@/lib/accuracy/freeze";
import type { FrozenVerdict } from "@/lib/accuracy/record";
import type * as ledgerModule from "@/lib/payments/ledger/ledger";
import type { Claim } from "@/lib/payments/ledger/ledger";
import type * as redisModule from "@/lib/store/redis";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";

let rest: Awaited<ReturnType<typeof startRedisRest>>;
let ledger: typeof ledgerModule;
let verdictLog: typeof bookModule;
let freezing: typeof freezeModule.freezing;
let store: ReturnType<typeof redisModule.ledgerStore>;

beforeAll(async () => {
  rest = await startRedisRest({ port: 0, token: "t", engine: await embeddedEngine() });
  vi.stubEnv("UPSTASH_REDIS_REST_URL", rest.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
  ledger = await import("@/lib/payments/ledger/ledger");
  verdictLog = await import("@/lib/accuracy/verdict-log");
  ({ freezing } = await import("@/lib/accuracy/freeze"));
  store = (await import("@/lib/store/redis")).ledgerStore();
});
afterAll(async () => {
  await rest.close();
  vi.unstubAllEnvs();
});

const AT = "2026-10-07T14:00:00.000Z";
const frozen = (signal: FrozenVerdict["signal"]): FrozenVerdict => ({
  ...{ v: 1, at: AT, route: "intel-verdict", method: "verdict/1", signal, confidence: "low" },
  ...{ standard: true, sigma: 0.02, base: 0.45, yesterday: 1, inputs: "a".repeat(64) },
  price: { venue: "coinbase", usd: 70_000, at: AT },
});

/** A payment up to its intent, whose answer is a verdict. */
async function intent(signal: FrozenVerdict["signal"]): Promise<Claim> {
  const claim: Claim = {
    ...{ paymentKey: `test:${signal}`, owner: crypto.randomUUID(), leaseMs: 60_000, fingerprint: "f" },
    ...{
      secret: "s",
      idempotency: "",
      entry: "/api/svc-intel-verdict",
      payer: `p:${signal}`,
      rail: "x402-evm",
    },
    walletProved: false,
    slots: DEFAULT_LIMITS.slots,
    bindingKey: null,
    household: crypto.randomUUID(),
    network: "192.0.2.0/24",
    request: "{}",
  };
  await ledger.begin(claim, { claim: "with slot", resume: true });
  const written = await ledger.writeIntent(claim, {
    ...{ evidence: "{}", facts: "{}", reserve: [], answer: "{}", binding: null },
    effects: freezing(frozen(signal)),
  });
  expect(written).toEqual({ kind: "ok" });
  return claim;
}

const recorded = async () => ({
  daily: (await verdictLog.readVerdictLog(store, new Date(AT))).daily.map((one) => one.frozen.signal),
  sold: (await verdictLog.soldOn(store, "2026-10-07")).map(({ signal }) => signal),
});

describe("a verdict's record", () => {
  it("is written when its payment is closed, once, and not for one that is not paid", async () => {
    const unpaid = await intent("snipe");
    const first = await intent("avoid");
    const second = await intent("follow");
    expect(await recorded()).toEqual({ daily: [], sold: [] });
    await ledger.release(unpaid);
    expect(await ledger.markSettled(first, "{}")).toBe(true);
    expect(await ledger.markSettled(first, "{}")).toBe(true);
    expect(await ledger.markSettled(second, "{}")).toBe(true);
    expect(await recorded()).toEqual({ daily: ["avoid"], sold: ["avoid", "follow"] });
  });
});
