import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { DEFAULT_LIMITS } from "@/lib/catalog/define";
import type * as ledgerModule from "@/lib/payments/ledger/ledger";
import type { dispute as disputeHandler } from "@/lib/payments/trust/dispute/handler";
import { PROVE_LIE } from "@/lib/payments/ledger/trust-scripts";
import { NETWORKS } from "@/lib/chains/networks";
import type { checkDueSales as checkModule } from "@/lib/payments/trust/check";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import type { Engine } from "@/sandbox/redis/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";
import { type ScriptedRpc, startScriptedRpc } from "../support/scripted-rpc";

/** How a facilitator's lie is proved: what goes wrong with the message that tells the ledger of it, and at the nodes. */

const NOW = Date.parse("2026-11-22T12:00:00Z");
const SHA = createHash("sha1").update(PROVE_LIE).digest("hex");
const LIAR = "https://primary.example.com";
const { id: BASE, usdc: USDC } = NETWORKS.testnet.evm;
const PAYER = `0x${"a".repeat(40)}`;

type Fault = "nothing arrives" | "its reply is lost" | "it arrives twice";
let faults: Fault[] = [];

const isProof = (command: Buffer[]): boolean => {
  const [name = "", script = ""] = command.map(String);
  return (name.toUpperCase() === "EVALSHA" && script === SHA) || script === PROVE_LIE;
};

/** The store, with the next fault at the next such message. */
const struck = (engine: Engine): Engine => ({
  async run(commands, atomic) {
    const fault = commands.some(isProof) ? faults.shift() : undefined;
    if (fault === "nothing arrives") throw new Error("the store is out of order");
    const replies = await engine.run(commands, atomic);
    if (fault === "its reply is lost") throw new Error("the connection ended");
    return fault === "it arrives twice" ? engine.run(commands, atomic) : replies;
  },
  close: () => engine.close(),
});

/** How many questions to its chain the second node does not answer, as one that lags behind. */
let unanswered = 0;

let engine: Engine;
let redis: Awaited<ReturnType<typeof startRedisRest>>;
let nodes: ScriptedRpc[];
let ledger: typeof ledgerModule;
let checkDueSales: typeof checkModule;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  engine = await embeddedEngine();
  redis = await startRedisRest({ port: 0, token: "t", engine: struck(engine) });
  // Both say: it is late, and the authorization was never used.
  const node = (isSecond: boolean) =>
    startScriptedRpc((method) => {
      if (isSecond && method === "eth_call" && unanswered > 0) {
        unanswered -= 1;
        return { error: { code: -32_000, message: "header not found" } };
      }
      if (method === "eth_getBlockByNumber") return { result: { number: "0x9", timestamp: "0x7fffffff" } };
      return { result: method === "eth_call" ? `0x${"0".repeat(64)}` : null };
    });
  nodes = [await node(false), await node(true)];
  const [first, second] = nodes.map(({ url }) => url);
  for (const [name, value] of Object.entries({
    ...{ UPSTASH_REDIS_REST_URL: redis.url, UPSTASH_REDIS_REST_TOKEN: "t" },
    ...{ EVM_RPC_URL: first, EVM_RPC_SECOND_URL: second, FACILITATOR_PRIMARY_URL: LIAR },
  }))
    vi.stubEnv(name, value);
  ledger = await import("@/lib/payments/ledger/ledger");
  ({ checkDueSales } = await import("@/lib/payments/trust/check"));
});
beforeEach(async () => {
  faults = [];
  unanswered = 0;
  vi.setSystemTime(NOW);
  await engine.run([[Buffer.from("FLUSHALL")]], false);
});
afterAll(async () => {
  await Promise.all([redis.close(), ...nodes.map((one) => one.close())]);
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

let made = 0;
/** A sale whose money the liar says has moved. */
async function sellByLie(): Promise<string> {
  const nonce = `0x${(made += 1).toString(16).padStart(64, "0")}`;
  const claim = {
    ...{ paymentKey: `${BASE}:${nonce}`, owner: crypto.randomUUID(), leaseMs: 60_000, fingerprint: "f" },
    ...{ secret: "s", idempotency: "", entry: "/api/svc-intel-tvl", payer: PAYER, rail: "x402-evm" },
    ...{ walletProved: false as const, slots: DEFAULT_LIMITS.slots, bindingKey: null, request: "{}" },
    ...{ network: crypto.randomUUID(), household: crypto.randomUUID() },
  };
  await ledger.begin(claim, { claim: "with slot", resume: true });
  const evidence = {
    ...{ from: PAYER, to: `0x${"9".repeat(40)}`, value: "20000", asset: USDC, nonce },
    validBefore: String(NOW / 1000 + 120),
  };
  const texts = { facts: "{}", effects: [], reserve: [], answer: "1", binding: null };
  await ledger.writeIntent(claim, { evidence: JSON.stringify(evidence), ...texts });
  const receipt = { rail: "x402-evm", transaction: `0x${"5a".repeat(32)}`, network: BASE, payer: PAYER };
  const reported = JSON.stringify({ ...receipt, amount: "20000", at: NOW });
  expect(await ledger.markSaid(claim, reported, { by: LIAR, resend: "" })).toBe("now");
  return claim.paymentKey;
}

/** The schedule comes, again and again; a run that a fault ends is followed by the next. */
async function recoverFor(runs: number, everyMs = 60_000): Promise<void> {
  for (let run = 0; run < runs; run += 1) {
    vi.setSystemTime(Date.now() + everyMs);
    await checkDueSales(25, () => false).catch(() => undefined); // the fault that was set
  }
}

const text = async (...words: string[]): Promise<string> => {
  const [reply] = await engine.run([words.map((word) => Buffer.from(word))], false);
  return String(reply);
};
const proofs = () => text("ZCARD", `svc:ledger:lies:${LIAR}`);
const isOff = async () =>
  (await text("HGET", "svc:ledger:switches", `facilitator ${LIAR}`)).includes("proofs");

it.each(["nothing arrives", "its reply is lost", "it arrives twice"] as const)(
  "one lie is one proof though %s, and takes nobody out; the second does",
  async (fault) => {
    faults = [fault, fault];
    await sellByLie();
    await recoverFor(5);
    expect(faults.length).toBeLessThan(2);
    expect([await proofs(), await isOff()]).toEqual(["1", false]);
    expect(await text("ZCARD", "svc:ledger:to-confirm")).toBe("0");
    expect(await text("ZCARD", "svc:ledger:suspects")).toBe("1");

    faults = [fault];
    await sellByLie();
    await recoverFor(5);
    expect([faults.length, await proofs(), await isOff()]).toEqual([0, "2", true]);
  },
);

const HOUR_MS = 3_600_000;
const trustOf = (payment: string) => text("HGET", `svc:ledger:{${payment}}:record`, "trust");

it.each([60_000, HOUR_MS, 24 * HOUR_MS])(
  "a second node that lags at first is asked again, where recovery runs every %i ms",
  async (everyMs) => {
    unanswered = 2;
    const payment = await sellByLie();
    await recoverFor(2, everyMs);
    expect([unanswered, await trustOf(payment), await proofs()]).toEqual([0, "unconfirmed", "0"]);
    await recoverFor(1, everyMs);
    expect([await trustOf(payment), await proofs()]).toEqual(["unbacked", "1"]);
  },
);

it("a second node that never answers leaves it to a person, after an hour", async () => {
  unanswered = Infinity;
  const payment = await sellByLie();
  await recoverFor(1 + 60); // an hour after the first node's proof
  expect(await trustOf(payment)).toBe("unconfirmed");
  await recoverFor(1);
  expect([await trustOf(payment), await proofs()]).toEqual(["disputed", "0"]);
});

it.each(["nothing arrives", "its reply is lost"] as const)(
  "what a person decides is one proof though %s: who looks next makes it good",
  async (fault) => {
    const payment = await sellByLie();
    const { noteTrust, readSale } = await import("@/lib/payments/ledger/trust");
    const sale = await readSale(payment);
    if (sale === null) throw new Error("there is no such sale");
    await noteTrust(sale, { trust: "disputed", receipt: sale.receipt, block: "", trail: "", due: null });
    const { dispute }: { dispute: typeof disputeHandler } =
      await import("@/lib/payments/trust/dispute/handler");
    const context = { now: new Date(), signal: new AbortController().signal, headers: new Headers() };
    faults = [fault];
    const { answer } = await dispute({ payment, decision: "unpaid" }, context);
    expect([faults.length, answer.ok, answer.trust]).toEqual([0, true, "unbacked"]);
    await recoverFor(3);
    expect([await proofs(), await isOff()]).toEqual(["1", false]);
    expect(await text("ZCARD", "svc:ledger:to-confirm")).toBe("0");
    await recoverFor(3);
    expect(await proofs()).toBe("1");
  },
);
