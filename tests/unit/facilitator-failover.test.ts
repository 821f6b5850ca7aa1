import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type * as failoverModule from "@/lib/payments/facilitators/failover";
import type * as listModule from "@/lib/payments/facilitators/list";
import type * as outagesModule from "@/lib/payments/facilitators/outages";
import type * as supportedModule from "@/lib/payments/facilitators/supported";
import { freePort } from "@/sandbox/ports";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";
import { answers, hangs, startDouble, type FacilitatorDouble } from "../support/facilitator-double";
import { EVM_OFFER, signedEvmPayment } from "../support/payments";

const NETWORK = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1";
const ROLES = ["primary", "fallback", "third"] as const;
type Role = (typeof ROLES)[number];
const FEE_PAYERS = {
  primary: "6Q9T7V8yBk1GkJmXcY5wq7JvX2m6n1i5a5tF5Zs2kG11",
  fallback: "6Q9T7V8yBk1GkJmXcY5wq7JvX2m6n1i5a5tF5Zs2kG22",
  third: "6Q9T7V8yBk1GkJmXcY5wq7JvX2m6n1i5a5tF5Zs2kG33",
};
const HASH = `0x${"ef".repeat(32)}`;
const VALID = answers(200, { isValid: true });
const SETTLED = answers(200, { success: true, transaction: HASH, network: "eip155:84532" });
const DOWN = answers(503, {});
/** A time limit that is waited out. */
const SHORT_MS = 700;

let store: RedisStore;
let doubles: Record<Role, FacilitatorDouble>;
beforeAll(async () => {
  store = await startRedisStore();
  const double = () => startDouble(() => "http://127.0.0.1:9"); // nobody stands behind it
  doubles = { primary: await double(), fallback: await double(), third: await double() };
  for (const [name, value] of Object.entries({
    UPSTASH_REDIS_REST_URL: store.rest.url,
    UPSTASH_REDIS_REST_TOKEN: "test-token",
    FACILITATOR_VERIFY_TIMEOUT_MS: String(SHORT_MS),
    FACILITATOR_SETTLE_TIMEOUT_MS: String(SHORT_MS),
    FACILITATOR_SUPPORTED_TIMEOUT_MS: "2000",
    FACILITATOR_SUPPORTED_REFRESH_MS: "0",
  }))
    vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([...ROLES.map((role) => doubles[role].close()), store.close()]);
});

interface Instance {
  failover: typeof failoverModule;
  list: typeof listModule;
  outages: typeof outagesModule;
  supported: typeof supportedModule;
}

/** An instance that has heard nothing, with the addresses of its facilitators. */
async function instance(addresses: Partial<Record<Role, string>> = {}): Promise<Instance> {
  for (const role of ROLES)
    vi.stubEnv(`FACILITATOR_${role.toUpperCase()}_URL`, addresses[role] ?? doubles[role].url);
  vi.resetModules();
  return {
    failover: await import("@/lib/payments/facilitators/failover"),
    list: await import("@/lib/payments/facilitators/list"),
    outages: await import("@/lib/payments/facilitators/outages"),
    supported: await import("@/lib/payments/facilitators/supported"),
  };
}

beforeEach(async () => {
  await store.redis.flushdb();
  for (const role of ROLES) {
    doubles[role].reset();
    const kind = { x402Version: 2, scheme: "exact", network: NETWORK, extra: { feePayer: FEE_PAYERS[role] } };
    doubles[role].act("supported", answers(200, { kinds: [kind], signers: {} }));
    doubles[role].act("verify", VALID);
    doubles[role].act("settle", SETTLED);
  }
});

const calls = () => ROLES.map((role) => doubles[role].calls.join(" "));
const verify = async ({ failover, list }: Instance) =>
  failover.verifyWith(list.facilitators(), await signedEvmPayment(), EVM_OFFER);
const settle = async ({ failover, list }: Instance, by: string | null) =>
  failover.settleWith(list.facilitators(), by, await signedEvmPayment(), EVM_OFFER);

describe("three facilitators", () => {
  it("are two where no third is named", async () => {
    const { list } = await instance({ third: "" });
    expect(list.facilitators().map(({ name }) => name)).toEqual(["primary", "fallback"]);
  });

  it("are asked in their order: who comes later is asked of nothing while the first answers", async () => {
    expect(await verify(await instance())).toEqual({ kind: "valid", by: "primary" });
    expect(calls()).toEqual(["verify", "", ""]);
  });

  it("verify by the third when the first is silent and the second broken, which are then asked last", async () => {
    const till = await instance();
    doubles.primary.act("verify", hangs);
    doubles.fallback.act("verify", DOWN);
    expect(await verify(till)).toEqual({ kind: "valid", by: "third" });
    expect(await verify(till)).toEqual({ kind: "valid", by: "third" });
    expect(calls()).toEqual(["verify", "verify", "verify verify"]);
  });

  it("refuse by the second alone: a refusal is final, the third is not asked", async () => {
    doubles.primary.act("verify", DOWN);
    doubles.fallback.act("verify", answers(200, { isValid: false, invalidReason: "insufficient_funds" }));
    expect(await verify(await instance())).toMatchObject({ kind: "refused", reason: "insufficient_funds" });
    expect(calls()).toEqual(["verify", "verify", ""]);
  });

  it("are unavailable only when all three are, and each is named", async () => {
    for (const role of ROLES) doubles[role].act("verify", DOWN);
    const verified = await verify(await instance());
    expect(verified).toMatchObject({ kind: "unavailable" });
    for (const role of ROLES) expect(JSON.stringify(verified)).toContain(`${role}: HTTP 503`);
  });

  it("settle by the one that verified, though it is the third", async () => {
    expect(await settle(await instance(), "third")).toEqual({
      kind: "settled",
      transaction: HASH,
      by: "third",
    });
    expect(calls()).toEqual(["", "", "settle"]);
  });

  it("settle by another only while the request provably never left", async () => {
    const nowhere = async () => `http://127.0.0.1:${await freePort()}`;
    const till = await instance({ primary: await nowhere(), fallback: await nowhere() });
    expect(await settle(till, "primary")).toEqual({ kind: "settled", transaction: HASH, by: "third" });
    expect(calls()).toEqual(["", "", "settle"]);
    for (const act of [DOWN, hangs]) {
      doubles.fallback.act("settle", act);
      const other = await instance({ primary: await nowhere() });
      expect((await settle(other, "primary")).kind).toBe("unknown");
    }
    expect(calls()).toEqual(["", "settle settle", "settle"]);
  });

  it("offer the third's Solana fee payer when another instance saw the first two fail, and know whose it is", async () => {
    const failing = await instance();
    for (const role of ["primary", "fallback"] as const) doubles[role].act("verify", DOWN);
    expect(await verify(failing)).toEqual({ kind: "valid", by: "third" });
    const [primary, fallback] = failing.list.facilitators();
    for (const facilitator of [primary, fallback])
      if (facilitator !== undefined) await failing.outages.reportOutage(facilitator); // as the breaker does, awaited

    const other = await instance();
    await other.supported.refreshSupported(NETWORK);
    expect(other.supported.feePayerToOffer()).toBe(FEE_PAYERS.primary);
    await other.outages.loadOutages(Date.now());
    expect(other.supported.feePayerToOffer()).toBe(FEE_PAYERS.third);
    for (const role of ROLES)
      expect((await other.supported.facilitatorOf(FEE_PAYERS[role], NETWORK))?.name).toBe(role);
  });

  it("share what the third was heard to support with an instance that can't reach it", async () => {
    await (await instance()).supported.refreshSupported(NETWORK);
    for (const role of ROLES) doubles[role].act("supported", DOWN);
    const other = await instance();
    expect((await other.supported.facilitatorOf(FEE_PAYERS.third, NETWORK))?.name).toBe("third");
  });
});
