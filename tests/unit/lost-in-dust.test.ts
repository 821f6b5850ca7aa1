import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { DEFAULT_LIMITS } from "@/lib/catalog/define";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";
import type * as booksModule from "@/lib/payments/recovery/recover-payments/handler";
import type * as ledgerModule from "@/lib/payments/ledger/ledger";
import type { Claim } from "@/lib/payments/ledger/ledger";
import type * as indexModule from "@/lib/payments/ledger/open-payments";
import { RpcFailure } from "../simulator/chains/base";
import { PaidOnSolana } from "../support/paid-on-solana";
import { startScriptedRpc, type RpcAnswer, type ScriptedRpc } from "../support/scripted-rpc";

/** The real ledger over its store's protocol, the real looks over HTTP, and a node that takes so many questions a minute. */
const A_MINUTE = 200;
const PATIENCE_MS = 120_000;

let redis: Awaited<ReturnType<typeof startRedisRest>>;
let node: ScriptedRpc;
let payment: PaidOnSolana;
let ledger: typeof ledgerModule;
let index: typeof indexModule;
let books: typeof booksModule;
let left = 0;

function answer(method: string, params: readonly unknown[]): RpcAnswer | null {
  left -= 1;
  if (left < 0) return null;
  try {
    return { result: payment.chain.ask(method, params, 0, "service") };
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

/** The chain's time is everybody's. */
const setClock = (): void => void vi.setSystemTime(payment.kernel.now);

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  payment = new PaidOnSolana();
  setClock();
  redis = await startRedisRest({ port: 0, token: "t", engine: await embeddedEngine() });
  node = await startScriptedRpc(answer);
  vi.stubEnv("UPSTASH_REDIS_REST_URL", redis.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
  vi.stubEnv("SOLANA_RPC_URL", node.url);
  ledger = await import("@/lib/payments/ledger/ledger");
  index = await import("@/lib/payments/ledger/open-payments");
  books = await import("@/lib/payments/recovery/recover-payments/handler");
});
afterAll(async () => {
  await Promise.all([redis.close(), node.close()]);
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it(
  "a payment whose answer was lost, among 2,000 copies of its memo, is found by the schedule's looks, each from where the last one stopped",
  async () => {
    const claim: Claim = {
      ...{ paymentKey: "solana:payment", owner: "owner", leaseMs: 60_000, fingerprint: "request" },
      ...{ secret: "secret", idempotency: "", entry: "/api/x", payer: "payer", rail: "x402-solana" },
      walletProved: false,
      slots: DEFAULT_LIMITS.slots,
      bindingKey: null,
      household: crypto.randomUUID(),
      network: "192.0.2.0/24",
      request: "{}",
    };
    payment.pass(1_000);
    setClock();
    await ledger.begin(claim, { claim: "with slot", resume: false });
    const facts = JSON.stringify({ network: "solana", payer: "payer", amount: "20000" });
    const evidence = JSON.stringify(payment.evidence);
    const intent = { evidence, facts, effects: [], reserve: [], answer: '{"ok":true}', binding: null };
    expect(await ledger.writeIntent(claim, intent)).toEqual({ kind: "ok" });
    await ledger.markUnknown(claim, "");
    await payment.land();
    payment.flood(2_000, { aSlot: 100, memo: payment.memo }).pass(10 * 60_000);

    const trails: string[] = [];
    for (let outcome = "open"; outcome === "open" && trails.length < 30; payment.pass(60_000)) {
      setClock();
      left = A_MINUTE;
      const [open] = await index.openPayments(0, 10);
      if (open === undefined) throw new Error("the payment is on no list");
      trails.push(open.trail);
      outcome = await books.recoverPayment(open);
    }
    expect(new Set(trails).size).toBe(trails.length);
    expect(trails.length).toBeGreaterThan(9);
    expect(trails.length).toBeLessThan(14);
    expect(node.calls.filter((method) => method === "getTransaction").length).toBeLessThan(2_200);

    const begun = await ledger.begin(claim, { claim: false, resume: false });
    if (begun.kind !== "record") throw new Error(`it is ${begun.kind}`);
    expect(begun.record).toMatchObject({ state: "settled", answer: '{"ok":true}', trail: "" });
    expect(JSON.parse(begun.record.receipt)).toMatchObject({ transaction: payment.signature });
    expect(await index.openPayments(0, 10)).toEqual([]);
  },
  PATIENCE_MS,
);
