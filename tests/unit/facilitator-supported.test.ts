import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";
import type * as supportedModule from "@/lib/payments/facilitators/supported";
import { answers, endless, startDouble, type FacilitatorDouble } from "../support/facilitator-double";

const NETWORK = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1";
/** A time limit that is waited out, and yet long enough to answer in on a busy machine. */
const SHORT_MS = 1_500;

let redis: Awaited<ReturnType<typeof startRedisRest>>;
let primary: FacilitatorDouble;
let fallback: FacilitatorDouble;
beforeAll(async () => {
  redis = await startRedisRest({ port: 0, token: "t", engine: await embeddedEngine() });
  primary = await startDouble(() => "http://127.0.0.1:9"); // nobody stands behind it
  fallback = await startDouble(() => "http://127.0.0.1:9");
  for (const [name, value] of Object.entries({
    UPSTASH_REDIS_REST_URL: redis.url,
    UPSTASH_REDIS_REST_TOKEN: "t",
    FACILITATOR_PRIMARY_URL: primary.url,
    FACILITATOR_PRIMARY_FEE_PAYERS: payer(99),
    FACILITATOR_FALLBACK_URL: fallback.url,
    FACILITATOR_SUPPORTED_TIMEOUT_MS: String(SHORT_MS),
    FACILITATOR_SUPPORTED_REFRESH_MS: "0",
  }))
    vi.stubEnv(name, value);
  fallback.act("supported", answers(503, {}));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([primary.close(), fallback.close(), redis.close()]);
});

/** An instance that has heard nothing. */
async function instance(): Promise<typeof supportedModule> {
  vi.resetModules();
  return import("@/lib/payments/facilitators/supported");
}
let service: typeof supportedModule;
beforeEach(async () => {
  await (await import("@/lib/store/redis")).cacheStore().flushdb();
  service = await instance();
});

/** The nth of many fee payers. */
function payer(n: number): string {
  const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZ";
  return `6Q9T7V8yBk1GkJmXcY5wq7JvX2m6n1i5a5tF5Zs2kG${digits[Math.floor(n / 30)]}${digits[n % 30]}`;
}
const names = (feePayer: string, signers: readonly string[] = []) =>
  answers(200, {
    kinds: [{ x402Version: 2, scheme: "exact", network: NETWORK, extra: { feePayer } }],
    signers: { "solana:*": signers },
  });

const ownerOf = async (feePayer: string, at = service) =>
  (await at.facilitatorOf(feePayer, NETWORK))?.name ?? null;

describe("the priority fee that a facilitator pays", () => {
  it("is what it publishes, and else, or where it says only half, what the setting says", async () => {
    const asked = async (more: Record<string, unknown>) => {
      const extra = { feePayer: payer(1), ...more };
      const kinds = [{ x402Version: 2, scheme: "exact", network: NETWORK, extra }];
      primary.act("supported", answers(200, { kinds, signers: {} }));
      await service.refreshSupported(NETWORK);
      return service.maxPriorityFeeOf(payer(1));
    };
    expect(service.maxPriorityFeeOf(payer(1))).toBe(100_000n);
    expect(await asked({ maxComputeUnits: 400_000, maxPriorityFeeMicroLamports: 50_000 })).toBe(20_000n);
    expect(service.maxPriorityFeeOf(payer(2))).toBe(100_000n); // somebody else's
    for (const half of [{}, { maxComputeUnits: 400_000 }, { maxPriorityFeeMicroLamports: 50_000 }])
      expect(await asked(half)).toBe(100_000n);
    for (const rubbish of ["400000", -1, 0.5, null, 1e300])
      expect(await asked({ maxComputeUnits: rubbish, maxPriorityFeeMicroLamports: 50_000 })).toBe(100_000n);
  });
});

describe("a facilitator that names another fee payer each time", () => {
  it("is known by every one that was offered, the last one being offered", async () => {
    for (let turn = 0; turn < 30; turn += 1) {
      primary.act("supported", names(payer(turn)));
      await service.refreshSupported(NETWORK);
      expect(service.feePayerToOffer()).toBe(payer(turn));
    }
    for (let turn = 0; turn < 30; turn += 1) expect(await ownerOf(payer(turn))).toBe("primary");
    expect(await ownerOf(payer(99))).toBe("primary"); // the baseline of the settings
  });

  it("keeps what it offered lately before signers that it never offered, however many it lists", async () => {
    const signers = Array.from({ length: 40 }, (_, at) => payer(at));
    for (const offered of [payer(39), payer(0), payer(1)]) {
      primary.act("supported", names(offered, signers));
      await service.refreshSupported(NETWORK);
    }
    primary.act("supported", answers(503, {}));
    for (const offered of [39, 0, 1]) expect(await ownerOf(payer(offered))).toBe("primary");
  });

  it("is known to another instance by what this one offered, and the other way round", async () => {
    const other = await instance();
    primary.act("supported", names(payer(1)));
    await service.refreshSupported(NETWORK);
    primary.act("supported", names(payer(2)));
    await other.refreshSupported(NETWORK);
    primary.act("supported", answers(503, {}));
    expect(await ownerOf(payer(1), other)).toBe("primary");
    expect(await ownerOf(payer(2), service)).toBe("primary");
    expect(await ownerOf(payer(1), await instance())).toBe("primary");
  });

  it("is nobody's when it was never named", async () => {
    primary.act("supported", names(payer(1)));
    expect(await ownerOf(payer(50))).toBeNull();
  });
});

describe("a facilitator with an unusable answer", () => {
  it.each([
    ["is broken", answers(500, {})],
    ["talks nonsense", answers(200, "<html></html>")],
    ["redirects", answers(308, "", { location: "http://127.0.0.1:9/supported" })],
    ["tells of other networks only", answers(200, { kinds: [{ scheme: "exact", network: "solana:other" }] })],
    ["does not end", endless(() => undefined)],
    ["tells ten megabytes", answers(200, JSON.stringify({ kinds: [], padding: "x".repeat(10_000_000) }))],
  ])("because it %s keeps the fee payers that are known", async (_, act) => {
    primary.act("supported", names(payer(7)));
    await service.refreshSupported(NETWORK);
    primary.act("supported", act);
    await service.refreshSupported(NETWORK);
    expect(service.feePayerToOffer()).toBe(payer(7));
    expect(await ownerOf(payer(7))).toBe("primary");
  });

  it("is replaced in the offer by one that is up", async () => {
    primary.act("supported", answers(500, {}));
    fallback.act("supported", names(payer(8)));
    await service.refreshSupported(NETWORK);
    expect(service.feePayerToOffer()).toBe(payer(8));
    expect(await ownerOf(payer(8))).toBe("fallback");
    fallback.act("supported", answers(503, {}));
  });
});

describe("what was heard of an address", () => {
  it("is not believed of the facilitator that is configured in its place", async () => {
    primary.act("supported", names(payer(3)));
    await service.refreshSupported(NETWORK);
    const successor = await startDouble(() => "http://127.0.0.1:9");
    successor.act("supported", answers(503, {}));
    vi.stubEnv("FACILITATOR_PRIMARY_URL", successor.url);
    try {
      expect(await ownerOf(payer(3), await instance())).toBeNull();
    } finally {
      vi.stubEnv("FACILITATOR_PRIMARY_URL", primary.url);
      await successor.close();
    }
  });
});
