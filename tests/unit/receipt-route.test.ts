import { createServer, type Server } from "node:http";
import { DEFAULT_LIMITS } from "@/lib/catalog/define";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/lib/http/api-error";
import { sha256Hex } from "@/lib/http/digest";
import type * as creditModule from "@/lib/payments/ledger/credit";
import type * as ledgerModule from "@/lib/payments/ledger/ledger";
import type { Claim } from "@/lib/payments/ledger/ledger";
import type * as receiptModule from "@/lib/payments/receipts/handler";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";

let redis: Awaited<ReturnType<typeof startRedisRest>>;
let ledger: typeof ledgerModule & typeof creditModule;
let getReceipt: typeof receiptModule.getReceipt;
let node: Server;
/** What the chain is asked, and its time, which decides whether an unused authorization can still be used. */
let asked: string[];
let chainTime = 0;

const VALID_BEFORE = 2_000_000_000;

beforeAll(async () => {
  node = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const { id, method } = JSON.parse(text) as { id: number; method: string }; // our own request
      asked.push(method);
      const block = { number: "0x64", timestamp: `0x${chainTime.toString(16)}` };
      const unused = `0x${"0".repeat(64)}`;
      const result = method === "eth_getBlockByNumber" ? block : unused;
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });
  });
  await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve));
  const { port } = node.address() as AddressInfo; // it listens on TCP
  redis = await startRedisRest({ port: 0, token: "t", engine: await embeddedEngine() });
  vi.stubEnv("UPSTASH_REDIS_REST_URL", redis.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
  vi.stubEnv("EVM_RPC_URL", `http://127.0.0.1:${port}`);
  vi.stubEnv("STORE_TIMEOUT_MS", "5000"); // the machine may be busy
  ledger = {
    ...(await import("@/lib/payments/ledger/ledger")),
    ...(await import("@/lib/payments/ledger/credit")),
  };
  getReceipt = (await import("@/lib/payments/receipts/handler")).getReceipt;
});
afterAll(async () => {
  node.close();
  await redis.close().catch(() => undefined); // the last test has closed it
  vi.unstubAllEnvs();
});
beforeEach(() => {
  asked = [];
  chainTime = VALID_BEFORE - 100;
});

const PAYER = `0x${"1".repeat(40)}`;
const FACTS = { network: "eip155:84532", amount: "20000" };
const EVIDENCE = {
  from: PAYER,
  to: `0x${"2".repeat(40)}`,
  value: "20000",
  asset: `0x${"3".repeat(40)}`,
  nonce: `0x${"4".repeat(64)}`,
  validBefore: String(VALID_BEFORE),
};
const INTENT = {
  evidence: JSON.stringify(EVIDENCE),
  facts: JSON.stringify(FACTS),
  effects: [],
  reserve: [],
  answer: '{"ok":true}',
  binding: null,
};

/** A fresh claim of a payment whose first call brought `key`. */
async function claimed(): Promise<{ claim: Claim; key: string; answer: object }> {
  const key = crypto.randomUUID();
  const random = crypto.randomUUID().replaceAll("-", "");
  const payer = `0x${random.padEnd(40, "0")}`; // what one payer may do is not what is tested
  const claim: Claim = {
    paymentKey: `eip155:84532:${EVIDENCE.asset}:${payer}:0x${random.padEnd(64, "0")}`,
    owner: crypto.randomUUID(),
    leaseMs: 60_000,
    fingerprint: "request",
    secret: "",
    idempotency: await sha256Hex(key),
    entry: "/api/x",
    payer,
    rail: "x402-evm",
    walletProved: false,
    slots: DEFAULT_LIMITS.slots,
    bindingKey: null,
    household: crypto.randomUUID(),
    network: "192.0.2.0/24",
    request: "{}",
  };
  expect(await ledger.begin(claim, { claim: "with slot", resume: true })).toEqual({ kind: "claimed" });
  return {
    claim,
    key,
    answer: {
      payer,
      resource: "/api/x",
      transaction: null,
      at: null,
      receipt: null,
      refund: null,
      agent: null,
    },
  };
}
/** One past its intent, held by its worker for `leaseMs` more. */
async function settling(leaseMs: number) {
  const made = await claimed();
  expect(await ledger.writeIntent({ ...made.claim, leaseMs }, INTENT)).toEqual({ kind: "ok" });
  return made;
}

const ask = async (payment: string, key: string) => {
  const context = {
    now: new Date(),
    signal: new AbortController().signal,
    headers: new Headers({ "idempotency-key": key }),
  };
  return (await getReceipt({ payment }, context)).answer;
};
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("the receipt route", () => {
  it("names the transaction that returned the money, to whoever proves to be its payer", async () => {
    const { claim, key, answer } = await claimed();
    const moved = { evidence: INTENT.evidence, facts: INTENT.facts, receipt: "", landedAt: Date.now() };
    expect(await ledger.credit(claim, { ...moved, maxAgeMs: 60_000, waitMs: 0, resend: "" })).toEqual({
      kind: "ok",
    });
    await ledger.releaseCredit(claim);
    const { recordRefund } = await import("@/lib/payments/refunds/record");
    const paid = { payer: claim.payer, network: FACTS.network, amount: FACTS.amount, transaction: "0x1" };
    expect(await recordRefund(claim.paymentKey, paid, "0xback")).toBe("refunded");
    const refunded = { ...answer, state: "refunded", refund: "0xback" };
    expect(await ask(claim.paymentKey, key)).toMatchObject(refunded);
    await expect(ask(claim.paymentKey, crypto.randomUUID())).rejects.toMatchObject({
      code: "payment_conflict",
    });
  });

  it("in flight is shown with its state and payer, without asking the chain", async () => {
    const { claim, key, answer } = await claimed();
    const nothing = { state: "claimed", network: null, amount: null };
    expect(await ask(claim.paymentKey, key)).toMatchObject({ ...answer, ...nothing });
    await ledger.writeIntent(claim, INTENT);
    expect(await ask(claim.paymentKey, key)).toMatchObject({ ...answer, ...FACTS, state: "settling" });
    expect(asked).toEqual([]);
  });

  it("whose worker died is shown as the chain has it, once its lease has run out", async () => {
    const { claim, key, answer } = await settling(1);
    await pause(50);
    expect(await ask(claim.paymentKey, key)).toMatchObject({ ...answer, ...FACTS, state: "settling" });
    expect(asked).not.toEqual([]);
    chainTime = VALID_BEFORE + 1;
    expect(await ask(claim.paymentKey, key)).toMatchObject({ ...answer, ...FACTS, state: "released" });
    await expect(ask(claim.paymentKey, key)).rejects.toMatchObject({ code: "payment_conflict" });
  });

  it("that is credited and not served yet is shown with its transaction, without a receipt", async () => {
    const { claim, key } = await claimed();
    const at = Date.now();
    const receipt = { rail: "x402-evm", transaction: "0xabc", ...FACTS, at };
    const moved = {
      ...INTENT,
      receipt: JSON.stringify(receipt),
      landedAt: at + 5_000,
      maxAgeMs: 60_000,
      waitMs: 0,
      resend: "",
    };
    expect(await ledger.credit(claim, moved)).toEqual({ kind: "ok" });
    expect(await ask(claim.paymentKey, key)).toMatchObject({
      ...FACTS,
      state: "credited",
      transaction: "0xabc",
      at: new Date(at).toISOString(),
      receipt: null,
    });
  });

  it("is refused with another payer's proof, without asking the chain", async () => {
    const [mine, theirs] = [await settling(1), await settling(60_000)];
    await pause(50);
    await expect(ask(mine.claim.paymentKey, theirs.key)).rejects.toMatchObject({ code: "payment_conflict" });
    expect(asked).toEqual([]);
  });

  it("is 503 with a Retry-After when the ledger can't be reached", async () => {
    const { claim, key } = await claimed();
    await redis.close();
    const refusal: unknown = await ask(claim.paymentKey, key).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({
      code: "store_unavailable",
      options: { headers: { "retry-after": "5" } },
    });
  });
});
