import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DEFAULT_LIMITS } from "@/lib/catalog/define";
import type * as lastSalesModule from "@/lib/payments/ledger/last-sales";
import type * as ledgerModule from "@/lib/payments/ledger/ledger";
import type { Claim } from "@/lib/payments/ledger/ledger";
import { resourcesDocumentation } from "@/lib/resources/resources/documentation";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";

let redis: Awaited<ReturnType<typeof startRedisRest>>;
let ledger: typeof ledgerModule;
let sales: typeof lastSalesModule;

beforeAll(async () => {
  redis = await startRedisRest({ port: 0, token: "t", engine: await embeddedEngine() });
  vi.stubEnv("UPSTASH_REDIS_REST_URL", redis.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
  ledger = await import("@/lib/payments/ledger/ledger");
  sales = await import("@/lib/payments/ledger/last-sales");
});
afterAll(() => {
  vi.unstubAllEnvs();
});

let payments = 0;
/** A payment for a route whose answer was made at that moment, up to its intent. */
async function intend(path: string, at: number): Promise<Claim> {
  payments += 1;
  const claim: Claim = {
    ...{ paymentKey: `test:payment:${payments}`, payer: `payer:${payments}`, owner: crypto.randomUUID() },
    ...{ leaseMs: 60_000, fingerprint: "request", secret: "secret", idempotency: "" },
    ...{ entry: path, rail: "x402-evm", walletProved: false },
    ...{
      slots: DEFAULT_LIMITS.slots,
      bindingKey: null,
      household: crypto.randomUUID(),
      network: "192.0.2.0/24",
      request: "{}",
    },
  };
  await ledger.begin(claim, { claim: "with slot", resume: true });
  const effects = [sales.noteSale({ path }, at)];
  const intent = { evidence: "{}", facts: "{}", reserve: [], effects, answer: "{}", binding: null };
  expect(await ledger.writeIntent(claim, intent)).toEqual({ kind: "ok" });
  return claim;
}
const lastOf = async (path: string) => (await sales.lastSales()).get(path)?.getTime();

describe("when a route last sold", () => {
  it("is known once the payment is settled, and not before", async () => {
    const claim = await intend("/api/a", 1_700_000_000_123);
    expect(await lastOf("/api/a")).toBeUndefined();
    await ledger.markSettled(claim, "{}");
    expect(await lastOf("/api/a")).toBe(1_700_000_000_123);
  });

  it("is not known of a payment that moved nothing", async () => {
    const claim = await intend("/api/b", 1_700_000_000_000);
    await ledger.release(claim);
    expect(await lastOf("/api/b")).toBeUndefined();
  });

  it("is the latest answer's time, whichever sale is settled last", async () => {
    const [early, late] = [await intend("/api/c", 1_000), await intend("/api/c", 2_000)];
    await ledger.markSettled(late, "{}");
    await ledger.markSettled(early, "{}");
    expect(await lastOf("/api/c")).toBe(2_000);
  });

  it("is kept apart by route", async () => {
    await ledger.markSettled(await intend("/api/d", 3_000), "{}");
    expect([await lastOf("/api/d"), await lastOf("/api/c")]).toEqual([3_000, 2_000]);
  });

  it("is null, and said to be unknown, while the ledger can't be asked: the list is served all the same", async () => {
    await redis.close();
    const { resources } = await import("@/lib/resources/resources/handler");
    const context = { now: new Date(), signal: AbortSignal.timeout(5_000), headers: new Headers() };
    const { answer } = await resources({}, context);
    const list = resourcesDocumentation.output.parse(answer);
    expect(list.resources.length).toBeGreaterThan(10);
    expect(list.resources.every(({ lastSuccess }) => lastSuccess === null)).toBe(true);
    expect(list.notes.join()).toContain("ledger can't be reached");
  });
});
