import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { NETWORKS } from "@/lib/chains/networks";
import { DECIMALS, ORIGIN, startTokenWorld, type TokenWorld } from "../support/own-token";
import { LOST, startRpcProxy, type RpcProxy } from "../support/rpc-proxy";
import { held, newTokenPayer, paymentHeader, type Quote, type TokenPayer } from "../support/token-payer";
import { startTokenService, TVL, type TokenService } from "../support/token-service";

const FUNDS = 1_000_000n * 10n ** BigInt(DECIMALS);

let world: TokenWorld;
let node: RpcProxy;
let service: TokenService;
let payer: TokenPayer;
let quote: Quote;
let payment: string;
let treasuryBefore: bigint;

beforeAll(async () => {
  world = await startTokenWorld();
  node = await startRpcProxy(world.chain.rpcUrl);
  service = await startTokenService(world, {
    SOLANA_RPC_URL: node.url,
    FACILITATOR_SETTLE_TIMEOUT_MS: "1000",
    CALL_BUDGET_SCALE: "0.4",
    LEDGER_ABANDONED_AFTER_MS: "0",
    LEDGER_WAIT_MS: "500",
    LEDGER_CREDIT_WAIT_MS: "1500",
    LEDGER_CREDITED_FOR_MS: "1",
    OPERATOR_SECRET: "an operator's secret of more than 32 characters",
  });
  await service.quote();
});
beforeEach(async () => {
  node.faults.clear();
  payer = await newTokenPayer(world, FUNDS);
  quote = await service.quote();
  const { transaction } = await payer.sign(quote);
  payment = paymentHeader(quote.accepted, transaction);
  treasuryBefore = await held(world, world.treasury.address);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([world.close(), node.close()]);
});

const lost = () => Promise.resolve(LOST);
/** Breaks every method by which what became of a transaction can be learnt. */
const blind = () => {
  for (const method of [
    "getSignatureStatuses",
    "getTransaction",
    "getSignaturesForAddress",
    "isBlockhashValid",
  ])
    node.faults.set(method, lost);
};

async function paidOnce(): Promise<void> {
  expect(await payer.balance()).toBe(FUNDS - BigInt(quote.amounts.gross));
  expect(await held(world, world.treasury.address)).toBe(treasuryBefore + BigInt(quote.amounts.treasury));
}

const listed = async (): Promise<number> => {
  const { burns } = (await (await service.burns("?limit=50")).json()) as { burns: { gross: string }[] };
  return burns.length;
};

it("a node that can't be asked beforehand costs nothing, and the same payment is taken afterwards", async () => {
  node.faults.set("simulateTransaction", lost);
  const refused = await service.buy(payment);
  expect(refused.status).toBe(503);
  expect(await refused.text()).toContain("You were not charged");
  expect(await payer.balance()).toBe(FUNDS);
  node.faults.clear();
  expect((await service.buy(payment)).status).toBe(200);
  await paidOnce();
});

it("a transaction that was sent, though its reply got lost, is served and burns once", async () => {
  node.faults.set("sendTransaction", async (_, forward) => {
    await forward();
    return LOST;
  });
  expect((await service.buy(payment)).status).toBe(200);
  await paidOnce();
});

it("a transaction that may have landed is never challenged again, and is served once the chain tells", async () => {
  const before = await listed();
  blind();
  const open = await service.buy(payment);
  expect([open.status, open.headers.has("payment-required")]).toEqual([409, false]);
  await paidOnce();
  node.faults.clear();
  const served = await service.buy(payment);
  expect(served.status).toBe(200);
  await paidOnce();
  expect(await listed()).toBe(before + 1);
});

it("what a worker left behind is found again by recovery, counted and listed, and served when its payer comes", async () => {
  const before = await listed();
  blind();
  expect((await service.buy(payment)).status).toBe(409);
  node.faults.clear();
  const { recoverPayments } = await import("@/lib/payments/recovery/recover-payments/handler");
  const context = { now: new Date(), signal: new AbortController().signal, headers: new Headers() };
  expect((await recoverPayments({}, context)).answer).toMatchObject({ settled: 1, open: 0 });
  expect(await listed()).toBe(before + 1);
  const served = await service.buy(payment);
  expect([served.status, served.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
  const receipt = await service.receipt({ "payment-signature": payment });
  expect(await receipt.json()).toMatchObject({ state: "settled", asset: world.mint });
  await paidOnce();
});

/** A payment that its payer sent, and showed without a proof of the wallet: it is credited, and served to nobody yet. */
async function credited() {
  const { transaction } = await payer.sign(quote);
  await payer.broadcast(transaction);
  payment = paymentHeader(quote.accepted, transaction);
  expect((await service.buy(payment)).status).toBe(409);
  const { pageOf } = await import("@/lib/payments/owed/lists");
  const { payments } = await pageOf("credited", null);
  const [found] = payments.filter(({ payer: wallet }) => wallet === payer.signer.address);
  if (found === undefined) throw new Error("nothing was credited");
  await new Promise((resolve) => setTimeout(resolve, 1_600)); // no proof of the wallet comes
  return found;
}

const takenInUsdc = async (): Promise<bigint> => {
  const { totalOf } = await import("@/lib/payments/ledger/totals");
  return (await totalOf(NETWORKS.testnet.solana.id)).taken;
};

it("one that its payer sent is served by recovery, and counted as the token and never as USDC", async () => {
  const [before, usdc] = [await listed(), await takenInUsdc()];
  const { payment: key } = await credited();
  const { creditProof } = await import("@/lib/payments/recovery/credited/proof");
  const { POST } = await import("@/app/api/svc-intel-tvl/route");
  const headers = { "content-type": "application/json", ...creditProof(TVL, key) };
  const response = await POST(new Request(ORIGIN + TVL, { method: "POST", headers, body: "{}" }));
  expect(response.status).toBe(200);
  expect([await listed(), await takenInUsdc()]).toEqual([before + 1, usdc]);
});

it("one that can't be served is owed what its quote was worth in USDC, and not so many base units of the token", async () => {
  const { payment: key, amount } = await credited();
  const worth = String((20_000 * 70) / 100);
  expect(amount).toBe(worth);
  const { openPayments } = await import("@/lib/payments/ledger/open-payments");
  const { recoverPayment } = await import("@/lib/payments/recovery/recover-payments/handler");
  const open = (await openPayments(0, 200)).find(({ paymentKey }) => paymentKey === key);
  if (open === undefined) throw new Error("it is on no list");
  expect(await recoverPayment(open)).toBe("owed"); // nothing listens at the service's own origin
  const { ledgerStore } = await import("@/lib/store/redis");
  const { keys } = await import("@/lib/store/keys");
  const note = await ledgerStore().hget<string>(keys.debtNotes(), key);
  expect(JSON.parse(note ?? "{}")).toMatchObject({ payer: payer.signer.address, amount: worth });
});

it("a transaction that never got there is given up when it can't land any more, and not before", async () => {
  node.faults.set("sendTransaction", lost);
  expect((await service.buy(payment)).status).toBe(409);
  node.faults.clear();
  const waiting = await service.buy(payment);
  expect([waiting.status, waiting.headers.has("payment-required")]).toEqual([409, false]);
  world.chain.advance(400_000);
  const over = await service.buy(payment);
  expect(over.status).toBe(402);
  expect(await over.json()).toMatchObject({ reason: "settlement_failed" });
  expect(await payer.balance()).toBe(FUNDS);
  expect(await held(world, world.treasury.address)).toBe(treasuryBefore);
});
