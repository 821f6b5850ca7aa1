import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_LIMITS } from "@/lib/catalog/define";
import { bytesToBase64 } from "@/lib/http/base64";
import { AUTHORIZATION_USED, TRANSFER } from "@/lib/chains/evm-lookup";
import { messageHashOf } from "@/lib/chains/solana-transaction";
import type * as ledgerModule from "@/lib/payments/ledger/ledger";
import type { pageOf as listedPage } from "@/lib/payments/owed/lists";
import { NETWORKS } from "@/lib/chains/networks";
import type { reconcile as reconcileHandler } from "@/lib/payments/recovery/reconcile/handler";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";
import { type RpcAnswer, type ScriptedRpc, startScriptedRpc } from "../support/scripted-rpc";

/** What arrived at our wallets is compared with the ledger transfer by transfer, however much of it somebody sends us. */

const { id: BASE, usdc: USDC } = NETWORKS.testnet.evm;
const { id: SOLANA, usdc: MINT } = NETWORKS.testnet.solana;
const NOW = Date.parse("2026-11-22T12:00:00Z");
const OURS = `0x${"0".repeat(38)}99`;
const OUR_SOLANA = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
const PAYER = `0x${"a".repeat(40)}`;
const PRICE = 20_000;
const YOUNG_SEC = 4_500;
/** A node refuses to list more at once, as Alchemy's and others do. */
const MOST_LOGS = 5_000;

const hex = (value: number): string => `0x${value.toString(16)}`;
const word = (value: number | string): string =>
  `0x${(typeof value === "number" ? value.toString(16) : value.slice(2)).padStart(64, "0")}`;

interface OnBase {
  block: number;
  transaction: string;
  amount: number;
  /** Of the authorization; null for a plain transfer. */
  nonce: string | null;
}
interface OnSolana {
  signature: string;
  /** Seconds. */
  time: number;
  gains: Record<string, number>;
  /** Of the transaction; 0 where it is left out. */
  version?: number;
}
const chain = {
  head: 0,
  base: [] as OnBase[],
  solana: [] as OnSolana[],
  down: new Set<string>(),
  knowsUntil: true,
  /** Of a transaction that the node shows to anybody. */
  highestVersion: 255,
  /** A transaction whose receipt is longer than anybody reads. */
  fat: "",
  /** Whether the node knows where a page is to begin; one that does not lists nothing. */
  knowsBefore: true,
};

/** Long enough ago to be missing. */
const timeOf = (block: number): number => NOW / 1000 - 7_000 + 2 * block;
const log = (at: number, { block, transaction, amount }: OnBase, topics: string[]) => ({
  ...{ address: USDC, topics, data: hex(amount), transactionHash: transaction },
  ...{ blockNumber: hex(block), logIndex: hex(at) },
});
const transferLog = (one: OnBase, at: number) => log(at, one, [TRANSFER, word(PAYER), word(OURS)]);
/** Where a transfer stands in its block: an authorization's use stands before it. */
const indexOf = (one: OnBase): number =>
  2 * chain.base.filter(({ block }) => block === one.block).indexOf(one) + 1;

function listLogs({ fromBlock, toBlock }: { fromBlock: string; toBlock: string }): RpcAnswer {
  const found = chain.base.filter(({ block }) => block >= Number(fromBlock) && block <= Number(toBlock));
  if (found.length > MOST_LOGS && fromBlock !== toBlock)
    return { error: { code: -32005, message: "query returned more than 5000 results" } };
  const seen = new Map<number, number>();
  const next = (block: number): number => {
    const index = (seen.get(block) ?? -1) + 2;
    seen.set(block, index);
    return index;
  };
  return { result: found.map((one) => transferLog(one, next(one.block))) };
}

function receiptOf(transaction: unknown): RpcAnswer {
  const mine = chain.base.filter((one) => one.transaction === transaction);
  const [first] = mine;
  if (first === undefined) return { result: null };
  const logs = mine.flatMap((one) => {
    const at = indexOf(one);
    const used =
      one.nonce === null ? [] : [log(at - 1, one, [AUTHORIZATION_USED, word(PAYER), word(one.nonce)])];
    return [...used, transferLog(one, at)];
  });
  const long = transaction === chain.fat ? [log(99, first, [`0x${"0".repeat(5 << 20)}`])] : [];
  return { result: { status: "0x1", blockNumber: hex(first.block), logs: [...logs, ...long] } };
}

const messageOf = (signature: string): string => bytesToBase64(new TextEncoder().encode(`\0${signature}`));

function listSignatures({
  limit = 1_000,
  before,
  until,
}: {
  limit?: number;
  before?: string;
  until?: string;
}) {
  if (before !== undefined && !chain.knowsBefore) return [];
  const newestFirst = chain.solana.toReversed();
  const start = before === undefined ? 0 : newestFirst.findIndex(({ signature }) => signature === before) + 1;
  const stop = chain.knowsUntil ? newestFirst.findIndex(({ signature }) => signature === until) : -1;
  return newestFirst
    .slice(start, stop < 0 ? undefined : stop)
    .slice(0, limit)
    .map(({ signature, time }) => ({ signature, blockTime: time, err: null, memo: null }));
}

function solanaTransaction(asked: unknown, config: { maxSupportedTransactionVersion?: number }): RpcAnswer {
  const found = chain.solana.find(({ signature }) => signature === asked);
  if (found === undefined) return { result: null };
  const { version = 0 } = found;
  if (version > Math.min(config.maxSupportedTransactionVersion ?? -1, chain.highestVersion))
    return {
      error: {
        code: -32_015,
        message: `Transaction version (${version}) is not supported by the requesting client.`,
      },
    };
  const balances = Object.entries(found.gains).map(([owner, gain]) => ({ owner, gain }));
  const amountOf = (owner: string, amount: number) => ({
    mint: MINT,
    owner,
    uiTokenAmount: { amount: String(amount) },
  });
  const meta = {
    err: null,
    preTokenBalances: balances.map(({ owner }) => amountOf(owner, 1_000_000)),
    postTokenBalances: balances.map(({ owner, gain }) => amountOf(owner, 1_000_000 + gain)),
  };
  return { result: { transaction: [messageOf(found.signature), "base64"], blockTime: found.time, meta } };
}

function answer(method: string, [first, second]: readonly unknown[]): RpcAnswer | null {
  if (chain.down.has(method)) return null;
  switch (method) {
    case "eth_getBlockByNumber": {
      const number = first === "finalized" ? chain.head : Number(first);
      return { result: { number: hex(number), timestamp: hex(timeOf(number)) } };
    }
    case "eth_getLogs":
      return listLogs(first as { fromBlock: string; toBlock: string }); // the one filter that is sent
    case "eth_getTransactionReceipt":
      return receiptOf(first);
    case "eth_call":
      return { result: hex(chain.base.reduce((sum, { amount }) => sum + amount, 0)) };
    case "getSignaturesForAddress":
      return { result: listSignatures(second as { limit?: number }) }; // the one query that is sent
    case "getTransaction":
      return solanaTransaction(first, second as { maxSupportedTransactionVersion?: number }); // the till's own config
    case "getSignatureStatuses":
      return { result: { value: [chain.knowsBefore ? { err: null } : null] } };
    default:
      return { result: { value: { amount: "0" } } };
  }
}

let redis: Awaited<ReturnType<typeof startRedisRest>>;
let engine: Awaited<ReturnType<typeof embeddedEngine>>;
let node: ScriptedRpc;
let ledger: typeof ledgerModule;
let reconcile: typeof reconcileHandler;
let pageOf: typeof listedPage;

const ask = async (...words: string[]) =>
  (await engine.run([words.map((one) => Buffer.from(one))], false))[0];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  engine = await embeddedEngine();
  redis = await startRedisRest({ port: 0, token: "t", engine });
  node = await startScriptedRpc(answer);
  vi.stubEnv("UPSTASH_REDIS_REST_URL", redis.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
  vi.stubEnv("EVM_RPC_URL", node.url);
  vi.stubEnv("SOLANA_RPC_URL", node.url);
  vi.stubEnv("EVM_PAY_TO", OURS);
  vi.stubEnv("SOLANA_PAY_TO", OUR_SOLANA);
  ledger = await import("@/lib/payments/ledger/ledger");
  ({ reconcile } = await import("@/lib/payments/recovery/reconcile/handler"));
  ({ pageOf } = await import("@/lib/payments/owed/lists"));
});
beforeEach(async () => {
  vi.setSystemTime(NOW - 7_200_000);
  Object.assign(chain, {
    head: 0,
    base: [],
    solana: [],
    down: new Set(),
    knowsUntil: true,
    knowsBefore: true,
    fat: "",
  });
  await ask("FLUSHALL");
  await ask("SET", "svc:ledger:epoch", "1");
  await compare(); // both walks begin here
  vi.setSystemTime(NOW);
  node.calls.length = 0;
});
afterAll(async () => {
  await Promise.all([redis.close(), node.close()]);
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function compare() {
  const context = { now: new Date(), signal: new AbortController().signal, headers: new Headers() };
  const [base, solana] = (await reconcile({}, context)).answer.chains;
  if (base === undefined || solana === undefined) throw new Error("a wallet is missing");
  return { base, solana };
}
const debts = async () => (await pageOf("debts", null)).payments;
const asked = (method: string): number => node.calls.filter((one) => one === method).length;

let made = 0;
const fresh = (): string => word((made += 1) + 1_000);

/** A transfer to us on Base, in the next block or one more. */
function arrive(change: Partial<OnBase> = {}): OnBase & { key: string } {
  const one = { block: chain.head + 1, transaction: fresh(), amount: PRICE, nonce: fresh(), ...change };
  chain.base.push(one);
  chain.head = Math.max(chain.head, one.block);
  return { ...one, key: `${BASE}:${USDC}:${PAYER}:${one.nonce ?? ""}`.toLowerCase() };
}
/** A transfer to us on Solana that is old enough to be looked at. */
async function arriveOnSolana(amount = PRICE, young = 0): Promise<OnSolana & { key: string }> {
  const one = {
    ...{ signature: `sig${(made += 1)}`, time: Math.floor(Date.now() / 1000) - YOUNG_SEC + young },
    gains: { [OUR_SOLANA]: amount, Payer: -amount },
  };
  chain.solana.push(one);
  return { ...one, key: `${SOLANA}:${await messageHashOf(messageOf(one.signature))}`.toLowerCase() };
}

/** A payment that a call is at. */
async function claimed(paymentKey: string) {
  const claim = {
    ...{ paymentKey, owner: crypto.randomUUID(), leaseMs: 60_000, fingerprint: "f", secret: "s" },
    ...{
      idempotency: "",
      payer: fresh(),
      rail: "x402-evm",
      walletProved: false as const,
      entry: "/api/svc-intel-tvl",
    },
    ...{
      slots: DEFAULT_LIMITS.slots,
      bindingKey: null,
      household: crypto.randomUUID(),
      network: fresh(),
      request: "{}",
    },
  };
  await ledger.begin(claim, { claim: "with slot", resume: true });
  return claim;
}
/** The same between its intent and its settlement, and as it is sold. */
async function settling(paymentKey: string): Promise<{ paymentKey: string; payer: string }> {
  const claim = await claimed(paymentKey);
  const intent = { evidence: "{}", facts: "{}", effects: [], reserve: [], answer: "1", binding: null };
  expect(await ledger.writeIntent(claim, intent)).toEqual({ kind: "ok" });
  return { paymentKey, payer: claim.payer };
}
async function sell(key: string, transaction: string, network: string = BASE): Promise<void> {
  const payer = network === BASE ? PAYER.toUpperCase().replace("0X", "0x") : "Payer";
  const receipt = { rail: "x", transaction, network, payer, amount: String(PRICE), at: Date.now() };
  expect(await ledger.markSettled(await settling(key), JSON.stringify(receipt))).toBe(true);
}

const NONE = { known: 0, dust: 0, unasked: 0, owed: 0, untold: 0, isBehind: false };

describe("a transfer on Base", () => {
  it("of a sale is told by the journal, and asks the node for nothing of its own", async () => {
    for (let sale = 0; sale < 25; sale += 1) {
      const { key, transaction } = arrive();
      await sell(key, transaction);
    }
    expect((await compare()).base.transfers).toEqual({ ...NONE, known: 25 });
    expect(asked("eth_getTransactionReceipt")).toBe(0);
    expect(await debts()).toEqual([]);
    expect((await compare()).base.transfers).toEqual(NONE); // once
  });

  it("that nobody sold for is owed, though the sums agree: a lie beside it hid it there", async () => {
    const { key } = arrive();
    await sell(`${BASE}:another`, word(7)); // a sale whose money never came
    await ask("HINCRBY", "svc:ledger:totals", BASE, String(PRICE));
    const { base } = await compare();
    expect(base).toMatchObject({ difference: "0", transfers: { ...NONE, owed: 1 } });
    expect(await debts()).toMatchObject([
      { payment: key, payer: PAYER, amount: String(PRICE), state: "debt" },
    ]);
  });

  it("whose payment is open, or whose sale the journal has let go, is known by its key", async () => {
    await settling(arrive().key);
    const { key, transaction } = arrive();
    await sell(key, transaction);
    await ask("DEL", `svc:ledger:journal:${Math.floor(NOW / 86_400_000)}`);
    expect((await compare()).base.transfers).toEqual({ ...NONE, known: 2 });
    expect(await debts()).toEqual([]);
  });

  it("that a sale of somebody else names is not taken for that sale's", async () => {
    const { transaction, key } = arrive({ amount: 100_000 });
    await sell(`${BASE}:another`, transaction);
    expect((await compare()).base.transfers).toEqual({ ...NONE, owed: 1 });
    expect(await debts()).toMatchObject([{ payment: key }]);
  });

  it("of two equal ones in a transaction of which one was sold is owed, and both are known once both are sold", async () => {
    const first = arrive();
    const second = arrive({ block: first.block, transaction: first.transaction });
    await sell(first.key, first.transaction);
    expect((await compare()).base.transfers).toEqual({ ...NONE, known: 1, owed: 1 });
    expect(await debts()).toMatchObject([{ payment: second.key }]);
    const third = arrive();
    const fourth = arrive({ block: third.block, transaction: third.transaction });
    for (const { key, transaction } of [third, fourth]) await sell(key, transaction);
    expect((await compare()).base.transfers).toEqual({ ...NONE, known: 2 });
  });

  it("without an authorization, or of no price of ours, is unasked and no debt", async () => {
    arrive({ nonce: null });
    arrive({ amount: PRICE + 1 });
    expect((await compare()).base.transfers).toEqual({ ...NONE, unasked: 2 });
    expect(await debts()).toEqual([]);
  });

  it("from before the ledger remembers is not owed: it may have been served", async () => {
    await ask("SET", "svc:ledger:epoch", String(NOW + 60_000));
    arrive();
    expect((await compare()).base.transfers).toEqual({ ...NONE, untold: 1 });
    expect(await debts()).toEqual([]);
  });

  it("is found among 40,000 dust transfers, whose sender's money buys no question but the lists'", async () => {
    const start = chain.head;
    for (let dust = 0; dust < 40_000; dust += 1)
      chain.base.push({
        block: start + 1 + Math.floor(dust / 20),
        transaction: word(dust),
        amount: 1,
        nonce: null,
      });
    chain.head = start + 1_000;
    const { key } = arrive();
    chain.head = start + 2_000;
    expect((await compare()).base.transfers).toEqual({ ...NONE, dust: 40_000, owed: 1 });
    expect(await debts()).toMatchObject([{ payment: key }]);
    expect(asked("eth_getTransactionReceipt")).toBe(1);
    expect(asked("eth_getLogs")).toBeLessThanOrEqual(40);
  });

  it("whose payer may still show it, and be served, is left for a later walk", async () => {
    const { key } = arrive();
    vi.setSystemTime(NOW - 3_600_000);
    expect((await compare()).base.transfers).toEqual(NONE);
    expect(await debts()).toEqual([]);
    vi.setSystemTime(NOW);
    expect((await compare()).base.transfers).toEqual({ ...NONE, owed: 1 });
    expect(await debts()).toMatchObject([{ payment: key }]);
  });

  it("that a call is at is left for a later walk, whatever becomes of the call", async () => {
    const { key } = arrive();
    const claim = await claimed(key);
    expect((await compare()).base.transfers).toEqual(NONE);
    await ledger.release(claim);
    expect((await compare()).base.transfers).toEqual({ ...NONE, owed: 1 });
  });

  it("behind a transaction too long to be read is found", async () => {
    chain.fat = arrive({ nonce: null }).transaction;
    const { key } = arrive();
    expect((await compare()).base.transfers).toEqual({ ...NONE, untold: 1, owed: 1 });
    expect(await debts()).toMatchObject([{ payment: key }]);
  });

  it("in a block with 400 others of our price is reached by the next walks, each once", async () => {
    const block = chain.head + 1;
    for (let other = 0; other < 400; other += 1) arrive({ block, nonce: null });
    const { key } = arrive({ block });
    const walks = [];
    for (let walk = 0; walk < 2; walk += 1) walks.push((await compare()).base.transfers);
    expect(walks).toEqual([
      { ...NONE, unasked: 300, isBehind: true },
      { ...NONE, unasked: 100, owed: 1 },
    ]);
    expect(await debts()).toMatchObject([{ payment: key }]);
  });

  it("is not passed over by a walk that a node cut short: the sums are told, and the next walk has it", async () => {
    const { key } = arrive();
    chain.down.add("eth_getTransactionReceipt");
    expect((await compare()).base).toMatchObject({ received: String(PRICE), transfers: null });
    chain.down.clear();
    expect((await compare()).base.transfers).toEqual({ ...NONE, owed: 1 });
    expect(await debts()).toMatchObject([{ payment: key }]);
  });
});

it("a chain that can't be asked keeps the other one from nothing, and is compared from where it was", async () => {
  await compare();
  const { key } = arrive();
  chain.down.add("eth_call");
  const { base, solana } = await compare();
  expect(base).toMatchObject({ since: expect.any(String), received: null, sold: null, difference: null });
  expect(solana).toMatchObject({ received: "0", difference: "0" });
  chain.down.clear();
  expect((await compare()).base).toMatchObject({ received: String(PRICE) });
  expect((await debts()).map(({ payment }) => payment)).toContain(key);
});

describe("a transaction on Solana", () => {
  it("of a sale is told by the journal; one that two sales name is read", async () => {
    const [one, two] = [await arriveOnSolana(), await arriveOnSolana()];
    await sell(one.key, one.signature, SOLANA);
    await sell(two.key, two.signature, SOLANA);
    await sell(`${SOLANA}:another`, two.signature, SOLANA);
    expect((await compare()).solana.transfers).toEqual({ ...NONE, known: 2 });
    expect(asked("getTransaction")).toBe(1);
  });

  it("that nobody sold for is owed once it is old enough: its payer may be about to show it", async () => {
    const { key } = await arriveOnSolana(PRICE, 60);
    expect((await compare()).solana.transfers).toEqual(NONE);
    vi.setSystemTime(NOW + 60_000);
    expect((await compare()).solana.transfers).toEqual({ ...NONE, owed: 1 });
    expect(await debts()).toMatchObject([{ payment: key, payer: "Payer", amount: String(PRICE) }]);
  });

  it("that takes money out is none that arrived, and a gift of another amount is unasked", async () => {
    await arriveOnSolana(-500_000);
    await arriveOnSolana(123_456);
    expect((await compare()).solana.transfers).toEqual({ ...NONE, unasked: 1 });
  });

  it("whose money is several wallets', or nobody's, is no payment that somebody is owed", async () => {
    for (const givers of [{}, { Pool: -500_000, Router: 480_000 }, { One: -10_000, Two: -10_000 }]) {
      const { signature } = await arriveOnSolana();
      const one = chain.solana.find((found) => found.signature === signature);
      if (one !== undefined) one.gains = { [OUR_SOLANA]: PRICE, ...givers };
    }
    expect((await compare()).solana.transfers).toEqual({ ...NONE, unasked: 3 });
    expect(await debts()).toEqual([]);
  });

  it("of V1 is compared as any other, and one whose version no node shows keeps nobody from those behind it", async () => {
    const dust = await arriveOnSolana(1);
    const owed = await arriveOnSolana();
    const [unseen, behind] = [await arriveOnSolana(), await arriveOnSolana()];
    for (const { signature } of [dust, owed, unseen]) {
      const one = chain.solana.find((listed) => listed.signature === signature);
      if (one !== undefined) one.version = signature === unseen.signature ? 3 : 1;
    }
    chain.highestVersion = 2;
    expect((await compare()).solana.transfers).toEqual({ ...NONE, dust: 1, owed: 2, untold: 1 });
    expect((await debts()).map(({ payment }) => payment).toSorted()).toEqual(
      [owed.key, behind.key].toSorted(),
    );
    expect((await compare()).solana.transfers).toEqual(NONE); // once
  });

  it("is not passed over by a node that does not know where the walk has come to", async () => {
    for (let sent = 0; sent < 310; sent += 1) await arriveOnSolana(123_456);
    expect((await compare()).solana.transfers).toMatchObject({ unasked: 300, isBehind: true });
    chain.knowsBefore = false;
    expect((await compare()).solana.transfers).toBeNull();
    chain.knowsBefore = true;
    expect((await compare()).solana.transfers).toMatchObject({ unasked: 10, isBehind: false });
  });

  it("is found among 1,200 dust transfers by walks of 300 reads, and no other is met twice", async () => {
    for (let dust = 0; dust < 600; dust += 1) await arriveOnSolana(1);
    const { key } = await arriveOnSolana();
    for (let dust = 0; dust < 600; dust += 1) await arriveOnSolana(1);
    let [dust, owed, walks, most] = [0, 0, 0, 0];
    for (let isBehind = true; isBehind; walks += 1) {
      node.calls.length = 0;
      const { transfers } = (await compare()).solana;
      if (transfers === null) throw new Error("the walk failed");
      dust += transfers.dust;
      owed += transfers.owed;
      ({ isBehind } = transfers);
      most = Math.max(most, asked("getTransaction"));
    }
    expect({ dust, owed, walks, most }).toEqual({ dust: 1_200, owed: 1, walks: 5, most: 300 });
    expect(await debts()).toMatchObject([{ payment: key }]);
    const late = await arriveOnSolana();
    expect((await compare()).solana.transfers).toEqual({ ...NONE, owed: 1 });
    expect((await debts()).map(({ payment }) => payment)).toContain(late.key);
  });

  it("of an earlier walk is not taken for a new one by a node that has forgotten where that ended", async () => {
    await arriveOnSolana();
    vi.setSystemTime(NOW + 1_000);
    await arriveOnSolana();
    await compare();
    await ask("DEL", "svc:ledger:debts");
    chain.knowsUntil = false;
    vi.setSystemTime(NOW + 3_000);
    const { key } = await arriveOnSolana();
    const { transfers } = (await compare()).solana;
    expect(transfers?.owed).toBeLessThanOrEqual(2); // those of the very second in which it ended may be met again
    expect((await debts()).map(({ payment }) => payment)).toContain(key);
    expect(await debts()).toHaveLength(transfers?.owed ?? 0);
  });
});

it("each wallet is compared from its own beginning: its address names what is kept of it", async () => {
  const { ledgerStore } = await import("@/lib/store/redis");
  for (const kept of ["svc:ledger:snapshots", "svc:ledger:arrivals"])
    for (const wallet of [`${BASE}:${OURS}`, `${SOLANA}:${OUR_SOLANA}`])
      expect(await ledgerStore().hget(kept, wallet)).not.toBeNull();
});
