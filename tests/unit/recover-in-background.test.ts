import { afterAll, afterEach, beforeAll, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { DEFAULT_LIMITS } from "@/lib/catalog/define";
import type * as ledgerModule from "@/lib/payments/ledger/ledger";
import type { Claim } from "@/lib/payments/ledger/ledger";
import type * as indexModule from "@/lib/payments/ledger/open-payments";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";
import { RpcFailure } from "../simulator/chains/base";
import { PaidOnSolana } from "../support/paid-on-solana";
import { type RpcAnswer, type ScriptedRpc, startScriptedRpc } from "../support/scripted-rpc";

/** Several instances in one process, over the real ledger's store and a node that knows a payment whose answer was lost. */
const MINUTE_MS = 60_000;
const PREFIX = "in-background";
const OPEN = `${PREFIX}:ledger:open`;
const TURN = `${PREFIX}:ledger:recovery-turn`;

let store: RedisStore;
let node: ScriptedRpc;
let payment: PaidOnSolana;
let logged: MockInstance;

/** Lines of the log that tell of that. */
const told = (event: string): string[] =>
  logged.mock.calls.map(String).filter((line) => line.includes(`"event":"${event}"`));

function answer(method: string, params: readonly unknown[]): RpcAnswer {
  try {
    return { result: payment.chain.ask(method, params, 0, "service") };
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

/** Lets time go by, for the chain, the store and the instances. */
function pass(ms: number): void {
  payment.pass(ms);
  vi.setSystemTime(payment.kernel.now);
}

interface Instance {
  recoverInBackground(): Promise<void>;
  recoverPayment(payment: indexModule.OpenPayment): Promise<unknown>;
  ledger: typeof ledgerModule;
  index: typeof indexModule;
}

/** A process of the service: module state of its own. */
async function instance(settings: Record<string, string> = {}): Promise<Instance> {
  const usual = {
    ...{
      STORE_PREFIX: PREFIX,
      UPSTASH_REDIS_REST_URL: store.rest.url,
      UPSTASH_REDIS_REST_TOKEN: "test-token",
    },
    SOLANA_RPC_URL: node.url,
  };
  for (const [name, value] of Object.entries({ ...usual, ...settings })) vi.stubEnv(name, value);
  vi.resetModules(); // the settings are read once a process
  const [{ recoverInBackground, recoverPayment }, ledger, index] = await Promise.all([
    import("@/lib/payments/recovery/recover-payments/handler"),
    import("@/lib/payments/ledger/ledger"),
    import("@/lib/payments/ledger/open-payments"),
  ]);
  return { recoverInBackground, recoverPayment, ledger, index };
}

/** Puts what only a look can take away on the open list: a payment that has no record. */
const listed = (name: string): Promise<unknown> => store.redis.zadd(OPEN, { score: 1, member: name });
const left = (): Promise<string[]> => store.redis.zrange(OPEN, 0, -1);

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  payment = new PaidOnSolana();
  pass(0);
  store = await startRedisStore();
  node = await startScriptedRpc(answer);
});
beforeEach(async () => {
  pass(MINUTE_MS);
  await store.redis.flushdb();
  logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await Promise.all([store.close(), node.close()]);
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it("an open payment is settled by the chain's word behind another sale, once it is nobody's any more", async () => {
  const { recoverInBackground, ledger, index } = await instance();
  const claim: Claim = {
    ...{ paymentKey: "solana:payment", owner: "owner", leaseMs: 60_000, fingerprint: "request" },
    ...{ secret: "secret", idempotency: "", entry: "/api/x", payer: "payer", rail: "x402-solana" },
    ...{ walletProved: false, slots: DEFAULT_LIMITS.slots, bindingKey: null, network: "192.0.2.0/24" },
    ...{ household: crypto.randomUUID(), request: "{}" },
  };
  await ledger.begin(claim, { claim: "with slot", resume: false });
  const facts = JSON.stringify({ network: "solana", payer: "payer", amount: "20000" });
  const evidence = JSON.stringify(payment.evidence);
  const intent = { evidence, facts, effects: [], reserve: [], answer: '{"ok":true}', binding: null };
  expect(await ledger.writeIntent(claim, intent)).toEqual({ kind: "ok" });
  await ledger.markUnknown(claim, "");
  await payment.land();
  pass(MINUTE_MS);
  await recoverInBackground();
  expect(await index.openPayments(0, 10)).toHaveLength(1); // younger than two minutes

  pass(2 * MINUTE_MS);
  await recoverInBackground();
  expect(await index.openPayments(0, 10)).toEqual([]);
  const begun = await ledger.begin(claim, { claim: false, resume: false });
  expect(begun).toMatchObject({ kind: "record", record: { state: "settled", answer: '{"ok":true}' } });
});

it("two sales within a minute recover once, and the next one after it again", async () => {
  const { recoverInBackground } = await instance();
  await listed("first");
  await recoverInBackground();
  expect(await left()).toEqual([]);

  await listed("second");
  await store.redis.del(TURN); // an instance that had its turn does not even ask for it
  pass(MINUTE_MS - 1_000);
  await Promise.all([recoverInBackground(), recoverInBackground()]);
  expect(await left()).toEqual(["second"]);

  pass(1_000);
  await Promise.all([recoverInBackground(), recoverInBackground()]);
  expect(await left()).toEqual([]);
  expect(told("open_payment_without_record")).toHaveLength(2); // each was taken off once
});

it("of all instances one recovers in a minute; who comes second does nothing", async () => {
  const instances = [await instance(), await instance(), await instance()];
  await listed("one");
  await Promise.all(instances.map(({ recoverInBackground }) => recoverInBackground()));
  expect(await left()).toEqual([]);
  expect(told("open_payment_without_record")).toHaveLength(1);

  await listed("another");
  pass(MINUTE_MS - 1_000);
  const late = await instance(); // has never asked
  await late.recoverInBackground();
  expect(await left()).toEqual(["another"]);

  pass(1_000);
  await Promise.all(instances.map(({ recoverInBackground }) => recoverInBackground()));
  expect(await left()).toEqual([]);
});

it("a turn that another instance has is left to it, and where it died over it for no longer than a minute", async () => {
  const { recoverInBackground } = await instance();
  await store.redis.set(TURN, "1", { px: MINUTE_MS });
  await listed("open");
  await recoverInBackground();
  expect(await left()).toEqual(["open"]);
  expect(await store.redis.pttl(TURN)).toBe(MINUTE_MS); // not made longer

  pass(MINUTE_MS);
  await recoverInBackground();
  expect(await left()).toEqual([]);
});

it("an instance that asks a moment before the last turn has ended has the next one seconds later, not a minute", async () => {
  const { recoverInBackground } = await instance();
  await store.redis.set(TURN, "1", { px: 10 });
  await listed("open");
  await recoverInBackground();
  expect(await left()).toEqual(["open"]);
  pass(5_000);
  await recoverInBackground();
  expect(await left()).toEqual([]);
});

it("a ledger that fails while a payment is recovered is said to be out of reach", async () => {
  const { index } = await instance();
  await listed("open");
  const [open] = await index.openPayments(0, 1);
  if (open === undefined) throw new Error("nothing is open");
  const { recoverPayment } = await instance({ UPSTASH_REDIS_REST_URL: "http://127.0.0.1:1" });
  await expect(recoverPayment(open)).rejects.toMatchObject({ code: "store_unavailable" });
});

it("an error reaches the log, and not the sale behind which it happened", async () => {
  const { recoverInBackground } = await instance({ UPSTASH_REDIS_REST_URL: "http://127.0.0.1:1" });
  await expect(recoverInBackground()).resolves.toBeUndefined();
  expect(told("recovery_failed")).toHaveLength(1);

  const healthy = await instance();
  await store.redis.set(OPEN, "no list"); // found after the turn was taken
  await expect(healthy.recoverInBackground()).resolves.toBeUndefined();
  expect(told("recovery_failed")).toEqual([expect.any(String), expect.stringContaining("WRONGTYPE")]);
});
