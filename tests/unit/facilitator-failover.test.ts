import type { PaymentPayload } from "@x402/core/types";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Cause } from "@/lib/chains/cause";
import type { Diagnosis } from "@/lib/payments/facilitators/diagnose-refusal";
import type * as failoverModule from "@/lib/payments/facilitators/failover";
import type * as listModule from "@/lib/payments/facilitators/list";
import type * as outagesModule from "@/lib/payments/facilitators/outages";
import type * as supportedModule from "@/lib/payments/facilitators/supported";
import { freePort } from "@/sandbox/ports";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";
import { type Act, answers, hangs, startDouble, type FacilitatorDouble } from "../support/facilitator-double";
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
const FAILED = answers(200, { success: false, errorReason: "unexpected_settle_error", transaction: "" });
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
const asker = (hasPaid: boolean) => ({ hasPaid, network: "192.0.2.0/24", isUnread: false });
/** What our own node says of a payment that was refused, and whose it is. */
interface Verifies {
  finds?: Diagnosis | null | Error;
  payer?: string;
  /** All by default; on Solana there is one alone. */
  who?: readonly Role[];
  /** A new one where it is left out. */
  payment?: Promise<PaymentPayload>;
}
const verify = async (
  { failover, list }: Instance,
  hasPaid = false,
  { finds = null, payer = "0x01", who = ROLES, payment = signedEvmPayment() }: Verifies = {},
) =>
  failover.verifyWith(
    list.facilitators().filter(({ name }) => who.includes(name)),
    {
      ...{ payload: await payment, requirement: EVM_OFFER, payer, ...asker(hasPaid) },
      diagnose: () => (finds instanceof Error ? Promise.reject(finds) : Promise.resolve(finds)),
    },
  );
/** Has a payment settled of whose failure our own node says this; `handsOn`: there is time for another try. */
const settle = async (
  { failover, list }: Instance,
  by: string | null,
  {
    cause = "unclear",
    handsOn = true,
    leftMs = 20_000,
  }: { cause?: Cause | Error; handsOn?: boolean; leftMs?: number } = {},
) =>
  failover.settleWith(list.facilitators(), {
    ...{ by, payload: await signedEvmPayment(), requirement: EVM_OFFER, until: Date.now() + leftMs },
    explain: () => (cause instanceof Error ? Promise.reject(cause) : Promise.resolve(cause)),
    mayHandOn: () => handsOn,
  });

const busy = (after?: string) => answers(429, {}, after === undefined ? {} : { "retry-after": after });

describe("a facilitator that has too many questions", () => {
  /** The first so many get 429, as when somebody has used up its quota. */
  const busyFor = (
    role: Role,
    questions: number,
    after?: string,
    operation: "verify" | "settle" = "verify",
  ): void => {
    let left = questions;
    const then = operation === "verify" ? VALID : SETTLED;
    doubles[role].act(operation, (asked) => ((left -= 1) >= 0 ? busy(after)(asked) : then(asked)));
  };

  it("to settle is asked once more where nobody else can, after the wait that it names", async () => {
    busyFor("primary", 1, "1", "settle");
    const began = performance.now();
    expect(await settle(await instance(), "primary", { handsOn: false })).toMatchObject({ kind: "settled" });
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
    expect(calls()).toEqual(["settle settle", "", ""]);
  });

  it("to settle hands on what the chain has not seen, and the last of all is asked once more", async () => {
    busyFor("primary", 1, "0", "settle");
    expect(await settle(await instance(), "primary", { cause: "unused" })).toMatchObject({
      ...{ kind: "settled", by: { name: "fallback" } },
    });
    for (const role of ROLES) {
      doubles[role].reset();
      busyFor(role, 1, "0", "settle");
    }
    expect(await settle(await instance(), "primary", { cause: "unused" })).toMatchObject({
      ...{ kind: "settled", by: { name: "third" } },
    });
    expect(calls()).toEqual(["settle", "settle", "settle settle"]);
  });

  it.each([
    ["for longer than anybody waits", "3", 20_000, 1],
    ["while the call's time ends", "1", 900 + SHORT_MS, 1],
    ["again and again", "0", 20_000, 2],
  ])("to settle %s leaves the payment open, never refused", async (_, after, leftMs, asked) => {
    busyFor("primary", 9, after, "settle");
    expect(await settle(await instance(), "primary", { handsOn: false, leftMs })).toMatchObject({
      ...{ kind: "unknown", detail: "HTTP 429" },
    });
    expect(doubles.primary.calls).toHaveLength(asked);
  });

  it("is no outage for a payer who has paid before: it is asked once more, after the wait that it names", async () => {
    for (const role of ROLES) busyFor(role, 1, "1");
    const began = performance.now();
    expect(await verify(await instance(), true)).toEqual({ kind: "valid", by: "primary" });
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
    expect(calls()).toEqual(["verify verify", "verify", "verify"]);
  });

  it("is one where the wait is longer than a call has, and where it goes on", async () => {
    for (const role of ROLES) busyFor(role, 9, "30");
    expect(await verify(await instance(), true)).toMatchObject({ kind: "unavailable" });
    expect(calls()).toEqual(["verify", "verify", "verify"]);
    for (const role of ROLES) busyFor(role, 9, "0");
    expect(await verify(await instance(), true)).toMatchObject({ kind: "unavailable" });
    expect(calls()).toEqual(["verify verify verify", "verify verify verify", "verify verify verify"]);
  });

  it("gets no more questions about newcomers: a thousand wallets that cost nothing don't use up what comes back", async () => {
    const till = await instance();
    const payment = signedEvmPayment(); // a thousand signatures may take longer than a facilitator is spared
    for (const role of ROLES) busyFor(role, 1, "1");
    for (let wallet = 0; wallet < 1_000; wallet += 1)
      expect(await verify(till, false, { payment })).toMatchObject({ kind: "unavailable" });
    expect(calls()).toEqual(["verify", "verify", "verify"]);
    expect(await verify(till, true)).toMatchObject({ kind: "valid" });
  });

  it("is still asked about newcomers when it was too busy for one who has paid: nobody keeps others out", async () => {
    const till = await instance();
    for (const role of ROLES) busyFor(role, 1, "30");
    expect(await verify(till, true)).toMatchObject({ kind: "unavailable" });
    expect(await verify(till)).toMatchObject({ kind: "valid" });
  });

  it("leaves newcomers to those that are not busy", async () => {
    const till = await instance();
    busyFor("primary", 1, "60");
    expect(await verify(till)).toEqual({ kind: "valid", by: "fallback" });
    expect(await verify(till)).toEqual({ kind: "valid", by: "fallback" });
    expect(calls()).toEqual(["verify", "verify verify", ""]);
  });
});

const says = (invalidReason: string, status = 200) => answers(status, { isValid: false, invalidReason });

describe("a facilitator that refuses a payment which our own node finds good", () => {
  const finds = { kind: "executes" } as const;
  const TECHNICAL = [
    ...["insufficient_funds", "invalid_exact_evm_payload_authorization_valid_before"],
    ...["invalid_exact_evm_transaction_simulation_failed", "invalid_exact_evm_signature"],
    "invalid_exact_evm_nonce_already_used",
  ];

  it.each(TECHNICAL)("by %s has given no verdict: the next one verifies", async (code) => {
    doubles.primary.act("verify", says(code));
    expect(await verify(await instance(), false, { finds })).toEqual({ kind: "valid", by: "fallback" });
    expect(calls()).toEqual(["verify", "verify", ""]);
  });

  it("refuses for good where a second one does: the third is not asked", async () => {
    for (const role of ["primary", "fallback"] as const)
      doubles[role].act("verify", says("insufficient_funds"));
    const verified = await verify(await instance(), false, { finds });
    expect(verified).toMatchObject({ kind: "refused", reason: "insufficient_funds" });
    expect(calls()).toEqual(["verify", "verify", ""]);
  });

  it.each<[string, Diagnosis | null | Error]>([
    ["sees nothing, as of a wallet that is still to be deployed, or of unknown words,", null],
    ["can't be asked", new Error("the node is silent")],
    ["finds the payer too poor, too", { kind: "refused", reason: "insufficient_funds", message: "too poor" }],
  ])("refuses for good where our node %s", async (_, otherwise) => {
    doubles.primary.act("verify", says("insufficient_funds"));
    const verified = await verify(await instance(), false, { finds: otherwise });
    expect(verified).toMatchObject({ kind: "refused", reason: "insufficient_funds" });
    expect(calls()).toEqual(["verify", "", ""]);
  });

  it.each([
    ["kyt_risk_detected", 200],
    ["request_blocked_by_location", 200],
    ["sanctioned_address", 200],
    ["blocked_insufficient_funds", 200],
    ["something_new", 200],
    ["", 200],
    ["invalid_payload", 200],
    ["insufficient_funds", 403],
    ["insufficient_funds", 451],
  ])("by %j with status %i refuses for good, and nobody else is asked", async (code, status) => {
    doubles.primary.act("verify", code === "" ? answers(200, { isValid: false }) : says(code, status));
    expect(await verify(await instance(), true, { finds })).toMatchObject({ kind: "refused" });
    expect(calls()).toEqual(["verify", "", ""]);
  });

  it("is no outage, nor a refusal, where nobody else can be asked: another fee payer is offered", async () => {
    doubles.primary.act("verify", says("transaction_simulation_failed"));
    const till = await instance();
    const who = ["primary"] as const;
    expect(await verify(till, false, { finds, who })).toMatchObject({ kind: "unavailable" });
    const other = await instance();
    await other.supported.refreshSupported(NETWORK);
    await expect
      .poll(async () => {
        await other.outages.loadOutages(Date.now());
        return other.supported.feePayerToOffer();
      })
      .toBe(FEE_PAYERS.fallback);
  });

  it("leaves to the chain what was used already where nobody else can be asked", async () => {
    doubles.primary.act("verify", says("invalid_exact_evm_nonce_already_used"));
    expect(await verify(await instance(), false, { finds, who: ["primary"] })).toMatchObject({
      kind: "already-used",
    });
  });

  it.each<[string, readonly string[], boolean, boolean]>([
    ["three payers who have paid", ["0x01", "0x02", "0x03"], true, true],
    ["one payer, over and over", ["0x01", "0x01", "0x01", "0x01"], true, false],
    ["three who never have", ["0x01", "0x02", "0x03"], false, false],
  ])("comes last after %s were refused (%s, %s)", async (_, payers, hasPaid, isLast) => {
    const till = await instance();
    doubles.primary.act("verify", says("insufficient_funds"));
    for (const payer of payers)
      expect(await verify(till, hasPaid, { finds, payer })).toEqual({ kind: "valid", by: "fallback" });
    for (const role of ROLES) doubles[role].calls.length = 0;
    await verify(till, false, { finds, payer: "0x09" });
    expect(calls()).toEqual(isLast ? ["", "verify", ""] : ["verify", "verify", ""]);
  });
});

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
    const by = { name: "third", url: doubles.third.url };
    expect(await settle(await instance(), "third")).toEqual({ kind: "settled", transaction: HASH, by });
    expect(calls()).toEqual(["", "", "settle"]);
  });

  it("settle by another only while the request provably never left", async () => {
    const nowhere = async () => `http://127.0.0.1:${await freePort()}`;
    const till = await instance({ primary: await nowhere(), fallback: await nowhere() });
    const by = { name: "third", url: doubles.third.url };
    expect(await settle(till, "primary")).toEqual({ kind: "settled", transaction: HASH, by });
    expect(calls()).toEqual(["", "", "settle"]);
    for (const act of [DOWN, hangs]) {
      doubles.fallback.act("settle", act);
      const other = await instance({ primary: await nowhere() });
      expect((await settle(other, "primary")).kind).toBe("unknown");
    }
    expect(calls()).toEqual(["", "settle settle", "settle"]);
  });

  it("settle by the next when the first's failure left the payment unused on the chain, and it is asked first from then on", async () => {
    for (const act of [FAILED, DOWN, hangs]) {
      for (const role of ROLES) doubles[role].calls.length = 0;
      doubles.primary.act("settle", act);
      const till = await instance();
      expect(await verify(till)).toEqual({ kind: "valid", by: "primary" });
      expect(await settle(till, "primary", { cause: "unused" })).toEqual({
        ...{ kind: "settled", transaction: HASH },
        by: { name: "fallback", url: doubles.fallback.url },
      });
      // It still verifies well, and whoever it verifies is settled by another at once.
      expect(await verify(till)).toEqual({ kind: "valid", by: "primary" });
      expect((await settle(till, "primary", { cause: "unused" })).kind).toBe("settled");
      expect(calls()).toEqual(["verify settle verify", "settle settle", ""]);
    }
  });

  it("hand a payment on to nobody that the chain has seen, that it can't tell of, or that there is no time for", async () => {
    doubles.primary.act("settle", FAILED);
    for (const how of [
      { cause: "used" },
      { cause: "payer" },
      { cause: "late" },
      { cause: "unclear" },
      { cause: new Error("the node is down") },
      { cause: "unused", handsOn: false },
    ] as const)
      expect((await settle(await instance(), "primary", how)).kind).toBe("unknown");
    expect(calls()).toEqual(["settle settle settle settle settle settle", "", ""]);
  });

  it("hand on nothing that one declined for the law's sake, and hold that against nobody", async () => {
    for (const declines of [
      answers(403, { errorType: "sanctioned_address" }),
      answers(451, { error: "not here" }),
      answers(200, { success: false, errorReason: "kyt_risk_detected", transaction: "" }),
    ]) {
      doubles.primary.act("settle", declines);
      const till = await instance();
      expect(await settle(till, "primary", { cause: "unused" })).toMatchObject({ kind: "unknown" });
      expect(calls()).toEqual(["settle", "", ""]);
      doubles.primary.act("settle", SETTLED);
      await settle(till, "primary");
      expect(calls()).toEqual(["settle settle", "", ""]);
      doubles.primary.calls.length = 0;
    }
  });

  it.each<[string, Act]>([
    ["a redirect", answers(307, { success: false, errorReason: "insufficient_funds" }, { location: "/x" })],
    ["a redirect without a word", answers(302, "", { location: "http://127.0.0.1:9" })],
    ["a settlement on no network", answers(200, { success: true, transaction: HASH, network: "" })],
  ])("blame no payer for %s, whatever our node says: who answers so comes last", async (_, act) => {
    doubles.primary.act("settle", act);
    const till = await instance();
    const settled = await settle(till, "primary", { cause: "payer" });
    expect(settled).toMatchObject({ kind: "unknown" });
    expect(settled).not.toHaveProperty("byPayer");
    for (const role of ROLES) doubles[role].calls.length = 0;
    await settle(till, "primary");
    expect(calls()).toEqual(["", "settle", ""]);
  });

  it("never say that nothing was sent when one of them may have sent it and the next can't be reached", async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    doubles.primary.act("settle", FAILED);
    const till = await instance({ fallback: nowhere, third: nowhere });
    expect((await settle(till, "primary", { cause: "unused" })).kind).toBe("unknown");
  });

  it.each([
    ["an answer that it failed, of a payer's own doing,", "payer", false, FAILED],
    ["silence over a payment that its payer keeps from moving", "payer", false, hangs],
    ["silence over a payment that ran out meanwhile", "late", false, hangs],
    ["an answer that it failed, of a payment that the chain has seen,", "used", false, FAILED],
    ["silence over a payment that the chain has seen", "used", true, hangs],
    ["an answer that it failed, of a payment that could move,", "unused", true, FAILED],
    ["an answer that it failed, of which our node knows nothing,", "unclear", true, FAILED],
  ] as const)("put who gave %s (%s) last at settle: %s", async (_, cause, isLast, act) => {
    doubles.primary.act("settle", act);
    const till = await instance();
    const settled = await settle(till, "primary", { cause, handsOn: false });
    expect(settled).toMatchObject({ kind: "unknown" });
    expect("byPayer" in settled).toBe(cause === "payer");
    doubles.primary.act("settle", SETTLED);
    for (const role of ROLES) doubles[role].calls.length = 0;
    await settle(till, "primary");
    expect(calls()).toEqual(isLast ? ["", "settle", ""] : ["settle", "", ""]);
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
