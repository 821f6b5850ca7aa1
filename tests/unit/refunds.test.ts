import { createHash } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_LIMITS } from "@/lib/catalog/define";
import { AUTHORIZATION_USED, TRANSFER } from "@/lib/chains/evm-lookup";
import type * as creditModule from "@/lib/payments/ledger/credit";
import type * as ledgerModule from "@/lib/payments/ledger/ledger";
import type { Claim } from "@/lib/payments/ledger/ledger";
import type { ListName } from "@/lib/payments/owed/list/entry";
import type { Trust } from "@/lib/payments/trust/sale";
import type { listPayments as listHandler } from "@/lib/payments/owed/list/handler";
import type { noteDebts as debtsHandler } from "@/lib/payments/owed/note/handler";
import { NETWORKS } from "@/lib/chains/networks";
import type { refund as refundHandler } from "@/lib/payments/refunds/handler";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";
import { type ScriptedRpc, startScriptedRpc } from "../support/scripted-rpc";

const { id: BASE, usdc: USDC } = NETWORKS.testnet.evm;
const { id: SOLANA, usdc: MINT } = NETWORKS.testnet.solana;
const NOW = Date.parse("2026-11-22T12:00:00Z");
const OURS = `0x${"0".repeat(38)}99`;
/** Another wallet that refunds are sent from. */
const SAFE = `0x${"E".repeat(40)}`;
const OURS_ON_SOLANA = "A".repeat(44);
const PAYER = `0x${"a".repeat(40)}`;
const hash = (name: number): string => `0x${name.toString(16).padStart(64, "0")}`;
/** A transaction's id on Solana: nodes are asked about no other text. */
const solanaId = (name: string): string =>
  getBase58Decoder().decode(createHash("sha512").update(name).digest());
const topic = (address: string): string => `0x${address.slice(2).padStart(64, "0")}`;
const hex = (value: number): string => `0x${value.toString(16)}`;

interface Log {
  address: string;
  topics: string[];
  data: string;
}
const transfer = (from: string, to: string, amount: number, address: string = USDC): Log => ({
  address,
  topics: [TRANSFER, topic(from), topic(to)],
  data: hex(amount),
});

interface Landed {
  status?: string;
  at?: number;
  logs: Log[];
}
/** What the chain holds, by transaction. */
const onBase = new Map<string, Landed>();
const onSolana = new Map<string, unknown>();

let redis: Awaited<ReturnType<typeof startRedisRest>>;
let engine: Awaited<ReturnType<typeof embeddedEngine>>;
let node: ScriptedRpc;
let isNodeUp = true;
/** Blocks up to that time are final (ms); each is numbered by its second. */
let finalAt = NOW;
let ledger: typeof ledgerModule;
let crediting: typeof creditModule;
let refundOf: typeof refundHandler;
let noteDebts: typeof debtsHandler;
let listOf: typeof listHandler;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  engine = await embeddedEngine();
  redis = await startRedisRest({ port: 0, token: "t", engine });
  node = await startScriptedRpc((method, [first]) => {
    if (!isNodeUp) return null;
    if (method === "getTransaction") return { result: onSolana.get(String(first)) ?? null };
    if (method === "eth_getTransactionReceipt") {
      const landed = onBase.get(String(first));
      if (landed === undefined) return { result: null };
      const { status = "0x1", at = NOW, logs } = landed;
      return { result: { status, blockNumber: hex(at / 1000), logs } };
    }
    if (first === "finalized")
      return { result: { number: hex(finalAt / 1000), timestamp: hex(finalAt / 1000) } };
    return { result: { number: first, timestamp: first } };
  });
  vi.stubEnv("UPSTASH_REDIS_REST_URL", redis.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
  vi.stubEnv("EVM_RPC_URL", node.url);
  vi.stubEnv("SOLANA_RPC_URL", node.url);
  vi.stubEnv("EVM_PAY_TO", OURS);
  vi.stubEnv("SOLANA_PAY_TO", OURS_ON_SOLANA);
  vi.stubEnv("REFUND_WALLETS", SAFE);
  ledger = await import("@/lib/payments/ledger/ledger");
  crediting = await import("@/lib/payments/ledger/credit");
  ({ refund: refundOf } = await import("@/lib/payments/refunds/handler"));
  ({ noteDebts } = await import("@/lib/payments/owed/note/handler"));
  ({ listPayments: listOf } = await import("@/lib/payments/owed/list/handler"));
});
beforeEach(async () => {
  vi.setSystemTime(NOW);
  isNodeUp = true;
  finalAt = NOW;
  onBase.clear();
  onSolana.clear();
  // What paid for the payments here.
  onBase.set(hash(1), { logs: [transfer(PAYER, OURS, 20_000)] });
  await engine.run([[Buffer.from("FLUSHALL")]], false);
});
afterAll(async () => {
  await Promise.all([redis.close(), node.close()]);
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const context = () => ({ now: new Date(), signal: new AbortController().signal, headers: new Headers() });
const act = async (input: Partial<Parameters<typeof refundHandler>[0]>) => {
  const asked = { payment: "", transaction: undefined, by: "somebody", letGo: false, ...input };
  const { answer, status = 200 } = await refundOf(asked, context());
  return { status, ...answer };
};
const refund = (payment: string, transaction: string) => act({ payment, transaction });
const reserve = (payment: string, by: string) => act({ payment, by });
const letGo = (payment: string, by = "ann") => act({ payment, by, letGo: true });
const list = async (name: ListName) =>
  (await listOf({ list: name, after: undefined, payment: undefined }, context())).answer.payments;

let payments = 0;
const newClaim = (change: Partial<Claim> = {}): Claim => ({
  ...{ paymentKey: `${BASE}:refund:${(payments += 1)}`, owner: crypto.randomUUID(), leaseMs: 60_000 },
  ...{ fingerprint: "f", secret: "s", idempotency: "", payer: PAYER, rail: "x402-evm", walletProved: false },
  ...{
    slots: DEFAULT_LIMITS.slots,
    bindingKey: null,
    household: crypto.randomUUID(),
    network: crypto.randomUUID(),
    request: "{}",
  },
  entry: "/api/svc-intel-tvl",
  ...change,
});
const FACTS = JSON.stringify({ network: BASE, payer: PAYER, amount: "20000" });
const RECEIPT = JSON.stringify({
  ...{ rail: "x402-evm", transaction: hash(1), network: BASE, payer: PAYER, amount: "20000", at: NOW },
});
const again = (claim: Claim) =>
  ledger.begin({ ...claim, owner: crypto.randomUUID() }, { claim: "with slot", resume: true });

async function settling(change: Partial<Claim> = {}): Promise<Claim> {
  const claim = newClaim(change);
  await ledger.begin(claim, { claim: "with slot", resume: true });
  const intent = {
    evidence: "{}",
    facts: FACTS,
    effects: [],
    reserve: [],
    answer: '"secret"',
    binding: null,
  };
  expect(await ledger.writeIntent(claim, intent)).toEqual({ kind: "ok" });
  return claim;
}
/** One that has moved and was not served: its worker gave it back, or still holds it. */
async function credited(free = true, change: Partial<Claim> = {}): Promise<Claim> {
  const claim = newClaim(change);
  await ledger.begin(claim, { claim: "with slot", resume: true });
  const moved = {
    evidence: "{}",
    facts: FACTS,
    receipt: RECEIPT,
    landedAt: Date.now(),
    maxAgeMs: 60_000,
    waitMs: 0,
    resend: "",
  };
  expect(await crediting.credit(claim, moved)).toEqual({ kind: "ok" });
  if (free) await crediting.releaseCredit(claim);
  return claim;
}

/** A look has shown a sale's money; `due`: when its block is to be looked at again (ms), null once that is final. */
async function confirm(key: string, due: number | null = null): Promise<void> {
  const { noteTrust, readSale } = await import("@/lib/payments/ledger/trust");
  const sale = await readSale(key);
  if (sale === null) throw new Error("there is no such sale");
  const shown = { trust: "confirmed" as const, receipt: sale.receipt, block: "1 0x1", trail: "", due };
  expect(await noteTrust(sale, shown)).toBe(true);
}
async function toConfirm(): Promise<string> {
  const { keys } = await import("@/lib/store/keys");
  const words = ["ZRANGE", keys.toConfirm(), "0", "-1"];
  return String((await engine.run([words.map((word) => Buffer.from(word))], false))[0]);
}

describe("the lists of sales whose money is not seen", () => {
  const SUSPECT = ["unconfirmed", "disputed", "unbacked", "reorganised"] as const;

  it("have each sale by what is found of its money now, and none that is confirmed", async () => {
    const { noteTrust, readSale } = await import("@/lib/payments/ledger/trust");
    const judge = async (key: string, trust: Trust): Promise<void> => {
      const sale = await readSale(key);
      if (sale === null) throw new Error("there is no such sale");
      const verdict = { trust, receipt: sale.receipt, block: "", trail: "", due: Date.now() };
      expect(await noteTrust(sale, verdict)).toBe(true);
    };
    const keys = new Map<Trust, string>();
    for (const trust of [...SUSPECT, "confirmed", "believed"] as const) {
      const { paymentKey, payer } = await settling();
      await ledger.markSettled({ paymentKey, payer }, RECEIPT);
      if (trust !== "believed") await judge(paymentKey, trust);
      keys.set(trust, paymentKey);
    }
    for (const trust of SUSPECT)
      expect(await list(trust)).toMatchObject([
        { payment: keys.get(trust), trust, state: "settled", transaction: hash(1), amount: "20000" },
      ]);
    // What was found nowhere is found after all.
    await judge(keys.get("unconfirmed") ?? "", "confirmed");
    expect(await list("unconfirmed")).toEqual([]);
  });
});

describe("a disputed sale", () => {
  const FACILITATOR = "https://facilitator.payai.network";

  async function sale(trust: Trust): Promise<string> {
    const { noteTrust, readSale } = await import("@/lib/payments/ledger/trust");
    const { paymentKey, payer } = await settling();
    await ledger.markSaid({ paymentKey, payer }, RECEIPT, { by: FACILITATOR, resend: "" });
    const said = await readSale(paymentKey);
    if (said === null) throw new Error("there is no such sale");
    await noteTrust(said, { trust, receipt: said.receipt, block: "", trail: "", due: null });
    return paymentKey;
  }
  const decide = async (payment: string, decision?: "paid" | "unpaid") => {
    const { dispute } = await import("@/lib/payments/trust/dispute/handler");
    const { answer, status = 200 } = await dispute({ payment, decision }, context());
    return { status, ...answer };
  };
  const proofs = async (): Promise<string> => {
    const { keys } = await import("@/lib/store/keys");
    const words = ["ZRANGE", keys.lies(FACILITATOR), "0", "-1"];
    return String((await engine.run([words.map((word) => Buffer.from(word))], false))[0]);
  };

  it("is ended by a person: paid, it is a sale as any other; unpaid, the books and its facilitator bear it", async () => {
    const [paid, unpaid] = [await sale("disputed"), await sale("disputed")];
    expect(await decide(paid.toUpperCase(), "paid")).toMatchObject({ ok: true, trust: "confirmed" });
    expect(await proofs()).not.toContain(paid);
    expect(await decide(unpaid, "unpaid")).toMatchObject({ ok: true, trust: "unbacked" });
    expect(await proofs()).toContain(unpaid);
    expect(await list("disputed")).toEqual([]);
    expect(await list("unbacked")).toMatchObject([{ payment: unpaid, state: "settled" }]);
    const { readDay, dayOf } = await import("@/lib/payments/journal/days");
    expect(await readDay(dayOf("2026-11-22"), null, 10)).toMatchObject([
      ...[{ state: "settled" }, { state: "settled" }],
      { state: "unbacked", amount: "-20000", payer: PAYER },
    ]);
    // Decided once: no second line, no second proof, and nobody takes it back by mistake.
    expect(await decide(unpaid, "unpaid")).toMatchObject({ status: 409, ok: false });
    expect(await decide(unpaid, "paid")).toMatchObject({ status: 409, trust: "unbacked" });
  });

  it("that two people decide at once hears one of them, and a word that lost is held against nobody", async () => {
    for (let round = 0; round < 6; round += 1) {
      const payment = await sale("disputed");
      const answers = await Promise.all([decide(payment, "paid"), decide(payment, "unpaid")]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const won = answers.find(({ ok }) => ok)?.trust;
      expect((await proofs()).includes(payment)).toBe(won === "unbacked");
    }
  });

  it("stays as it is where no node can be asked; what is not disputed is not decided", async () => {
    const [disputed, confirmed] = [await sale("disputed"), await sale("confirmed")];
    isNodeUp = false;
    await expect(decide(disputed)).rejects.toMatchObject({ status: 503 });
    expect(await list("disputed")).toMatchObject([{ payment: disputed }]);
    expect(await decide(confirmed, "unpaid")).toMatchObject({ status: 409, trust: "confirmed" });
    expect(await proofs()).toBe("");
    await expect(decide(`${BASE}:never`, "paid")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a refund", () => {
  it("ends a credited payment: its payer is told the transaction, and nobody can serve it any more", async () => {
    const claim = await credited();
    onBase.set(hash(2), { logs: [transfer(OURS, PAYER, 20_000)] });
    expect(await refund(claim.paymentKey.toUpperCase(), hash(2))).toMatchObject({
      ...{ status: 200, ok: true, payer: PAYER, amount: "20000", returned: "20000" },
    });
    expect(await again(claim)).toMatchObject({
      kind: "record",
      record: { state: "refunded", refund: hash(2), answer: null },
    });
    expect(await crediting.fulfil(claim, { answer: "x", effects: [], reserve: [], binding: null })).toBe(
      "lost",
    );
    expect(await ledger.markSettled(claim, RECEIPT)).toBe(false);
    // The same command again says the same, and writes no second line.
    expect(await refund(claim.paymentKey, hash(2))).toMatchObject({ status: 200, ok: true });
    const { readDay, dayOf } = await import("@/lib/payments/journal/days");
    expect(await readDay(dayOf("2026-11-22"), null, 10)).toMatchObject([
      {
        state: "refunded",
        amount: "-20000",
        payer: PAYER,
        transaction: hash(2),
        corrects: hash(1).slice(0, 20),
      },
    ]);
  });

  it("of a settled payment takes the answer with it", async () => {
    const claim = await settling();
    await ledger.markSettled(claim, RECEIPT);
    await confirm(claim.paymentKey);
    onBase.set(hash(2), { logs: [transfer(OURS, PAYER, 20_000)] });
    expect(await refund(claim.paymentKey, hash(2))).toMatchObject({ ok: true });
    expect(await again(claim)).toMatchObject({ record: { state: "refunded", answer: null } });
  });

  const STRANGER = `0x${"b".repeat(40)}`;
  const FAKE = `0x${"f".repeat(40)}`;
  const wrong: [name: string, landed: Landed | undefined, message: string][] = [
    ["is not on the chain", undefined, "does not have this transaction"],
    ["failed", { status: "0x0", logs: [transfer(OURS, PAYER, 20_000)] }, "failed on chain"],
    ["pays somebody else", { logs: [transfer(OURS, STRANGER, 20_000)] }, "gave"],
    ["pays too little", { logs: [transfer(OURS, PAYER, 19_999)] }, "0.019999 USDC; the payment took 0.02"],
    ["pays in another token", { logs: [transfer(OURS, PAYER, 20_000, FAKE)] }, "gave"],
    ["pays the payer out of the payer's own wallet", { logs: [transfer(PAYER, PAYER, 20_000)] }, "gave"],
    [
      "pays the payer, who sends it on at once",
      { logs: [transfer(OURS, PAYER, 20_000), transfer(PAYER, STRANGER, 20_000)] },
      "gave",
    ],
    ["is older than the payment", { at: NOW - 120_000, logs: [transfer(OURS, PAYER, 20_000)] }, "older"],
    [
      "is somebody else's to the payer",
      { logs: [transfer(STRANGER, PAYER, 20_000)] },
      "0 USDC came from wallets of ours",
    ],
    [
      "is somebody else's for the most part",
      { logs: [transfer(OURS, PAYER, 1), transfer(STRANGER, PAYER, 19_999)] },
      "0.000001 USDC came from wallets of ours",
    ],
    [
      "is made of what our wallet got in it",
      { logs: [transfer(STRANGER, OURS, 20_000), transfer(OURS, PAYER, 20_000)] },
      "came from wallets of ours",
    ],
    ["is the payment itself", { logs: [transfer(PAYER, OURS, 20_000)] }, "gave"],
  ];
  it.each(wrong)("is none that %s", async (_, landed, message) => {
    const claim = await credited();
    if (landed !== undefined) onBase.set(hash(2), landed);
    const { status, ok, message: said } = await refund(claim.paymentKey, hash(2));
    expect([status, ok]).toEqual([422, false]);
    expect(said).toContain(message);
    expect(await again(claim)).toMatchObject({ kind: "taken-over", record: { state: "credited" } });
  });

  it("may be sent from any wallet of ours, and through a splitter", async () => {
    const [one, other] = [await credited(), await credited()];
    onBase.set(hash(2), { logs: [transfer(SAFE.toLowerCase(), PAYER, 20_000)] });
    onBase.set(hash(3), { logs: [transfer(OURS, STRANGER, 50_000), transfer(STRANGER, PAYER, 20_000)] });
    expect(await refund(one.paymentKey, hash(2))).toMatchObject({ status: 200, ok: true });
    expect(await refund(other.paymentKey, hash(3))).toMatchObject({ status: 200, ok: true });
  });

  it("counts once: not for another payment, nor in another spelling, nor a second time for the same", async () => {
    const [one, other] = [await credited(), await credited()];
    onBase.set(hash(10), { logs: [transfer(OURS, PAYER, 40_000)] });
    onBase.set(hash(11), { logs: [transfer(OURS, PAYER, 20_000)] });
    expect(await refund(one.paymentKey, hash(10))).toMatchObject({ status: 200 });
    expect(await refund(other.paymentKey, hash(10))).toMatchObject({ status: 409, ok: false });
    expect(await refund(other.paymentKey, `0x${hash(10).slice(2).toUpperCase()}`)).toMatchObject({
      status: 409,
    });
    expect(await refund(one.paymentKey, hash(11))).toMatchObject({ status: 409 });
    // Which leaves that transaction free for the payment that it is for.
    expect(await refund(other.paymentKey, hash(11))).toMatchObject({ status: 200 });
  });

  it("is refused while the payment may be served yet", async () => {
    const [sent, unknown, held] = [await settling(), await settling(), await credited(false)];
    await ledger.markUnknown(unknown, "");
    onBase.set(hash(2), { logs: [transfer(OURS, PAYER, 20_000)] });
    for (const { paymentKey } of [sent, unknown, held])
      expect(await refund(paymentKey, hash(2))).toMatchObject({ status: 409, ok: false });
    expect(await ledger.markSettled(sent, RECEIPT)).toBe(true);
    expect(await crediting.fulfil(held, { answer: "x", effects: [], reserve: [], binding: null })).toBe("ok");
  });

  it("changes nothing where no node answers, or the payment is not known", async () => {
    const claim = await credited();
    await expect(refund(`${BASE}:never`, hash(2))).rejects.toMatchObject({ code: "not_found" });
    isNodeUp = false;
    await expect(refund(claim.paymentKey, hash(2))).rejects.toMatchObject({ status: 503 });
    expect(await again(claim)).toMatchObject({ record: { state: "credited" } });
  });
});

describe("a refund that is reserved", () => {
  it("is one person's: a second one, and the same one again, hear whose before they send anything", async () => {
    const { paymentKey } = await credited();
    const [one, other] = await Promise.all([reserve(paymentKey, "ann"), reserve(paymentKey, "ben")]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    const [winner, loser] = one.ok ? [one, other] : [other, one];
    expect(loser).toMatchObject({ ok: false, reserved: winner.reserved });
    expect(loser.message).toContain(`${winner.reserved?.by} has reserved`);
    expect(await reserve(paymentKey, winner.reserved?.by ?? "")).toMatchObject({ status: 409 });
    onBase.set(hash(2), { logs: [transfer(OURS, PAYER, 20_000)] });
    expect(await refund(paymentKey, hash(2))).toMatchObject({ ok: true, reserved: null });
    expect(await reserve(paymentKey, "cat")).toMatchObject({ status: 409, ok: false });
    expect(await letGo(paymentKey)).toMatchObject({ status: 409, ok: false });
  });

  it("keeps the payer from being served meanwhile, by recovery too, and stands on the list of debts", async () => {
    const claim = await credited();
    expect(await reserve(claim.paymentKey, "ann")).toMatchObject({ ok: true, amount: "20000", payer: PAYER });
    const proved: Claim = { ...claim, owner: crypto.randomUUID(), walletProved: "for this request" };
    expect(await ledger.begin(proved, { claim: "with slot", resume: true, rebind: true })).toMatchObject({
      kind: "record",
      record: { state: "refunding", answer: null },
    });
    expect(await crediting.fulfil(claim, { answer: "x", effects: [], reserve: [], binding: null })).toBe(
      "lost",
    );
    expect(await list("open")).toEqual([]);
    expect(await list("debts")).toMatchObject([
      { payment: claim.paymentKey, state: "refunding", amount: "20000" },
    ]);
  });

  it("of what was not served is told to the agent for whom it was paid, from its reservation on, and to no other", async () => {
    const { fetchAnswer } = await import("@/lib/pay-link/fetch-answer");
    const { linkOf } = await import("@/lib/pay-link/link");
    const { requestFingerprint } = await import("@/lib/payments/ledger/fingerprint");
    const { keptRequest } = await import("@/lib/payments/ledger/kept-request");
    const [args, secret, route] = [{ limit: 3 }, "5".repeat(64), "/api/svc-intel-tvl"];
    const until = "1700000000";
    const heard = (by = secret) => fetchAnswer(by, until, route, args);
    const { paymentKey } = await credited(true, {
      fingerprint: await requestFingerprint(route, args),
      request: keptRequest(args, new Headers({ "x-pay-link": await linkOf(secret, until) })),
    });
    expect(await heard()).toBe("unpaid");
    expect(await reserve(paymentKey, "ann")).toMatchObject({ ok: true });
    expect(await heard()).toEqual({ kind: "refunding" });
    // What may be served again may come to be somebody else's.
    expect(await letGo(paymentKey)).toMatchObject({ ok: true });
    expect(await heard()).toBe("unpaid");
    onBase.set(hash(2), { logs: [transfer(OURS, PAYER, 20_000)] });
    expect(await refund(paymentKey, hash(2))).toMatchObject({ ok: true });
    expect(await heard()).toEqual({ kind: "refunded", refund: hash(2) });
    expect(await heard("6".repeat(64))).toBe("unpaid");
  });

  it("that is let go leaves all as it was: recovery serves what is credited, a sale's answer can be read", async () => {
    const [due, sold] = [await credited(), await settling()];
    await ledger.markSettled(sold, RECEIPT);
    await confirm(sold.paymentKey);
    for (const { paymentKey } of [due, sold]) {
      expect(await reserve(paymentKey, "ann")).toMatchObject({ ok: true });
      expect(await letGo(paymentKey)).toMatchObject({ ok: true, reserved: null });
    }
    expect(await list("debts")).toEqual([]);
    expect(await list("open")).toMatchObject([{ payment: due.paymentKey, state: "credited" }]);
    expect(await again(due)).toMatchObject({ kind: "taken-over", record: { state: "credited" } });
    expect(await again(sold)).toMatchObject({ record: { state: "settled", answer: '"secret"' } });
    expect(await toConfirm()).toContain(sold.paymentKey);
  });

  it("is let go by whoever reserved it alone: one who says so again frees nobody else's", async () => {
    const { paymentKey } = await credited();
    expect(await reserve(paymentKey, "ann")).toMatchObject({ ok: true });
    expect(await letGo(paymentKey, "ann")).toMatchObject({ ok: true });
    expect(await reserve(paymentKey, "ben")).toMatchObject({ ok: true });
    expect(await letGo(paymentKey, "ann")).toMatchObject({ status: 409, reserved: { by: "ben" } });
    expect(await list("debts")).toMatchObject([{ payment: paymentKey, state: "refunding" }]);
    expect(await letGo(paymentKey, "ben")).toMatchObject({ ok: true });
  });

  it("is none of a sale whose money was not seen, nor of what may be served yet", async () => {
    const [sold, sent, held] = [await settling(), await settling(), await credited(false)];
    await ledger.markSettled(sold, RECEIPT);
    const unseen = await reserve(sold.paymentKey, "ann");
    expect([unseen.status, unseen.message]).toEqual([409, expect.stringContaining("not seen on chain")]);
    for (const { paymentKey } of [sent, held])
      expect(await reserve(paymentKey, "ann")).toMatchObject({ status: 409, ok: false });
    expect(await again(sold)).toMatchObject({ record: { state: "settled", answer: '"secret"' } });
    expect(await letGo(sold.paymentKey)).toMatchObject({ status: 409 });
  });

  it("of a debt without a record keeps its payment from being taken for new, until it is let go", async () => {
    const { noteDebt } = await import("@/lib/payments/ledger/debts");
    const claim = newClaim();
    const debt = { payer: PAYER, network: BASE, amount: "20000", transaction: hash(1), at: NOW };
    await noteDebt(claim.paymentKey, debt);
    expect(await reserve(claim.paymentKey, "ann")).toMatchObject({ ok: true });
    expect(await again(claim)).toMatchObject({ kind: "record", record: { state: "refunding" } });
    expect(await letGo(claim.paymentKey)).toMatchObject({ ok: true });
    expect(await list("debts")).toMatchObject([
      { payment: claim.paymentKey, state: "debt", amount: "20000" },
    ]);
    expect(await again(claim)).toMatchObject({ kind: "claimed" });
    await ledger.release(claim);
  });
});

describe("what a chain may still drop", () => {
  const sold = async (): Promise<Claim> => {
    const claim = await settling();
    await ledger.markSettled(claim, RECEIPT);
    return claim;
  };
  const judge = async (key: string, trust: Trust, due: number | null): Promise<boolean> => {
    const { noteTrust, readSale } = await import("@/lib/payments/ledger/trust");
    const sale = await readSale(key);
    if (sale === null) throw new Error("there is no such sale");
    return noteTrust(sale, { trust, receipt: sale.receipt, block: "", trail: "", due });
  };

  it("is not returned: a sale is confirmed, and its block is not final, so that its end is still looked for", async () => {
    const { paymentKey } = await sold();
    await confirm(paymentKey, NOW + 60_000);
    expect(await reserve(paymentKey, "ann")).toMatchObject({ status: 409, ok: false, reserved: null });
    onBase.set(hash(2), { logs: [transfer(OURS, PAYER, 20_000)] });
    const sent = await refund(paymentKey, hash(2));
    expect([sent.status, sent.message]).toEqual([409, expect.stringContaining("Send nothing more")]);
    // A later look finds that the chain has dropped the block, and another that it came into a later one.
    expect(await judge(paymentKey, "reorganised", NOW)).toBe(true);
    expect(await list("reorganised")).toMatchObject([{ payment: paymentKey }]);
    await confirm(paymentKey);
    expect(await refund(paymentKey, hash(2))).toMatchObject({ status: 200, ok: true });
  });

  it("is no refund yet: until its block is final the payment is reserved, and nobody's", async () => {
    const claim = await credited();
    onBase.set(hash(2), { at: NOW + 12_000, logs: [transfer(OURS, PAYER, 20_000)] });
    const early = await refund(claim.paymentKey, hash(2));
    expect([early.status, early.message]).toEqual([409, expect.stringContaining("not final yet")]);
    expect(early.reserved).toMatchObject({ by: "somebody" });
    expect(await again(claim)).toMatchObject({ record: { state: "refunding", answer: null } });
    // The chain drops it: the money never left, and another transaction returns it.
    onBase.delete(hash(2));
    finalAt = NOW + 60_000;
    expect(await refund(claim.paymentKey, hash(2))).toMatchObject({ status: 422, ok: false });
    onBase.set(hash(3), { at: NOW + 24_000, logs: [transfer(OURS, PAYER, 20_000)] });
    expect(await refund(claim.paymentKey, hash(3))).toMatchObject({ status: 200, ok: true });
    expect(await again(claim)).toMatchObject({ record: { state: "refunded", refund: hash(3) } });
  });

  it("is reserved for no refund where it was not served: what paid us must be there, and final", async () => {
    const claim = await credited();
    finalAt = NOW - 1_000;
    expect(await reserve(claim.paymentKey, "ann")).toMatchObject({ status: 409, ok: false });
    finalAt = NOW;
    onBase.delete(hash(1));
    expect(await reserve(claim.paymentKey, "ann")).toMatchObject({ status: 409, ok: false });
    isNodeUp = false;
    await expect(reserve(claim.paymentKey, "ann")).rejects.toMatchObject({ status: 503 });
    expect(await again(claim)).toMatchObject({ kind: "taken-over", record: { state: "credited" } });
  });

  it("is not hidden by the refund of a disputed sale: who lied is decided first", async () => {
    const { paymentKey } = await sold();
    await judge(paymentKey, "disputed", null);
    onBase.set(hash(2), { logs: [transfer(OURS, PAYER, 20_000)] });
    expect(await refund(paymentKey, hash(2))).toMatchObject({ status: 409, ok: false });
    expect(await list("disputed")).toMatchObject([{ payment: paymentKey }]);
  });
});

describe("a debt", () => {
  const nonce = hash(77);
  const used: Log = { address: USDC, topics: [AUTHORIZATION_USED, topic(PAYER), nonce], data: "0x" };
  const key = `${BASE}:${USDC}:${PAYER}:${nonce}`.toLowerCase();
  const note = async (transaction: string, network: string = BASE) =>
    (await noteDebts({ network, transaction }, context())).answer.payments;

  it("is a payment to us that the ledger does not know; refunded, it is told to whoever sends it", async () => {
    onBase.set(hash(1), { logs: [used, transfer(PAYER, OURS, 20_000)] });
    expect(await note(hash(1))).toMatchObject([
      { payment: key, state: "debt", payer: PAYER, amount: "20000", transaction: hash(1) },
    ]);
    expect(await note(hash(1))).toHaveLength(1);
    expect(await list("debts")).toHaveLength(1);
    onBase.set(hash(2), { logs: [transfer(OURS, PAYER, 20_000)] });
    expect(await refund(key, hash(2))).toMatchObject({ ok: true });
    expect(await list("debts")).toEqual([]);
    expect(await again(newClaim({ paymentKey: key }))).toMatchObject({
      record: { state: "refunded", refund: hash(2) },
    });
    // Shown once more, it is what the ledger says, and no debt.
    expect(await note(hash(1))).toMatchObject([{ state: "refunded", amount: "20000", transaction: hash(1) }]);
    expect(await list("debts")).toEqual([]);
  });

  it("is returned by a transaction that returns another wallet's, too, and each wallet's only once", async () => {
    const OTHER = `0x${"b".repeat(40)}`;
    const usedBy = (payer: string, name: number): Log => ({
      ...{ address: USDC, data: "0x" },
      topics: [AUTHORIZATION_USED, topic(payer), hash(name)],
    });
    const keyOf = (payer: string, name: number) => `${BASE}:${USDC}:${payer}:${hash(name)}`.toLowerCase();
    for (const [payer, name] of [
      [PAYER, 71],
      [PAYER, 72],
      [OTHER, 73],
    ] as const) {
      onBase.set(hash(name), { logs: [usedBy(payer, name), transfer(payer, OURS, 20_000)] });
      await note(hash(name));
    }
    onBase.set(hash(80), { logs: [transfer(OURS, PAYER, 40_000), transfer(OURS, OTHER, 20_000)] });
    expect(await refund(keyOf(PAYER, 71), hash(80))).toMatchObject({ status: 200 });
    expect(await refund(keyOf(OTHER, 73), hash(80))).toMatchObject({ status: 200 });
    expect(await refund(keyOf(PAYER, 72), hash(80))).toMatchObject({ status: 409, ok: false });
    expect(await list("debts")).toMatchObject([{ payment: keyOf(PAYER, 72) }]);
  });

  it("is no payment that was served, nor one to somebody else, nor a plain transfer", async () => {
    const served = await settling({ paymentKey: key });
    await ledger.markSettled(served, RECEIPT);
    onBase.set(hash(1), { logs: [used, transfer(PAYER, OURS, 20_000)] });
    expect(await note(hash(1))).toMatchObject([{ state: "settled" }]);
    onBase.set(hash(3), { logs: [used, transfer(PAYER, PAYER, 20_000)] });
    onBase.set(hash(4), { logs: [transfer(PAYER, OURS, 20_000)] });
    for (const other of [hash(3), hash(4), hash(5)])
      await expect(note(other)).rejects.toMatchObject({ code: "not_found" });
    expect(await list("debts")).toEqual([]);
  });

  it("is told of each payment why it is one or none, also while a call holds it", async () => {
    onBase.set(hash(1), { logs: [used, transfer(PAYER, OURS, 20_000)] });
    const said = async () =>
      (await noteDebts({ network: BASE, transaction: hash(1) }, context())).answer.said;
    const claim = newClaim({ paymentKey: key });
    await ledger.begin(claim, { claim: "with slot", resume: true });
    expect(await said()).toMatchObject([{ payment: key, became: "claimed" }]);
    expect((await said())[0]?.message).toContain("a call holds it");
    expect(await list("debts")).toEqual([]);
    await ledger.release(claim);
    expect(await said()).toMatchObject([{ payment: key, became: "noted" }]);
  });

  it("on Solana is refunded by what its payer's wallet gained, in whichever account", async () => {
    const balance = (owner: string, amount: string, mint: string = MINT) => ({
      ...{ mint, owner, uiTokenAmount: { amount } },
    });
    const { keys } = await import("@/lib/store/keys");
    const payment = `${SOLANA}:${"c".repeat(64)}`.toLowerCase();
    const { noteDebt } = await import("@/lib/payments/ledger/debts");
    const debt = { payer: "Payer", network: SOLANA, amount: "20000", transaction: "paid", at: NOW };
    expect(await noteDebt(payment, debt)).toBe("noted");
    expect(keys.debts()).toContain("debts");
    const landed = (pre: unknown[], post: unknown[], err: unknown = null) => ({
      transaction: ["AAAA", "base64"],
      blockTime: NOW / 1000,
      meta: { err, preTokenBalances: pre, postTokenBalances: post },
    });
    onSolana.set(solanaId("fake"), landed([], [balance("Payer", "20000", "another mint")]));
    onSolana.set(solanaId("moved"), landed([balance("Payer", "20000")], [balance("Payer", "20000")]));
    onSolana.set(solanaId("failed"), landed([], [balance("Payer", "20000")], { InstructionError: [] }));
    const gained = [balance("Payer", "5"), balance("Payer", "20000")];
    const ours = (amount: string) => balance(OURS_ON_SOLANA, amount);
    onSolana.set(solanaId("another's"), landed([balance("Payer", "5"), balance("Other", "20000")], gained));
    onSolana.set(solanaId("good"), landed([balance("Payer", "5"), ours("20000")], [...gained, ours("0")]));
    for (const transaction of ["fake", "moved", "failed", "another's", "absent"])
      expect(await refund(payment, solanaId(transaction))).toMatchObject({ status: 422 });
    expect(await refund(payment, "no id")).toMatchObject({ status: 422 });
    expect(await refund(payment, solanaId("good"))).toMatchObject({ ok: true, returned: "20000" });
  });

  it("can't fill the ledger", async () => {
    const { keys } = await import("@/lib/store/keys");
    const { MAX_DEBTS } = await import("@/lib/payments/ledger/debts");
    const many = Array.from({ length: MAX_DEBTS }, (_, at) => [String(at), `debt:${at}`]).flat();
    await engine.run([["ZADD", keys.debts(), ...many].map((word) => Buffer.from(word))], false);
    onBase.set(hash(1), { logs: [used, transfer(PAYER, OURS, 20_000)] });
    await expect(note(hash(1))).rejects.toThrow("full");
  });
});

describe("a list", () => {
  it("has each payment once, oldest first, over its pages, while some of them are closed", async () => {
    const claims: Claim[] = [];
    for (let at = 0; at < 230; at++) {
      vi.setSystemTime(NOW + Math.floor(at / 3) * 1000); // some at the same moment
      claims.push(await settling({ payer: `payer:${at}` }));
    }
    const [first, second] = claims;
    if (first === undefined || second === undefined) throw new Error("none were made");
    await ledger.markUnknown(second, "");
    const seen: string[] = [];
    for (let after: string | undefined; ;) {
      const { answer } = await listOf({ list: "open", after, payment: undefined }, context());
      seen.push(...answer.payments.map(({ payment }) => payment));
      if (seen.length === 200) await ledger.release(first);
      if (answer.next === null) break;
      after = answer.next;
    }
    expect(new Set(seen).size).toBe(230);
    expect(seen.length).toBe(230);
    expect((await list("unknown")).map(({ payment }) => payment)).toEqual([second.paymentKey]);
  });
});
