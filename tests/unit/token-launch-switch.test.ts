import { encodePaymentSignatureHeader } from "@x402/core/http";
import type { PaymentRequired } from "@x402/core/types";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { x402Client } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newEvmWallet } from "@/sandbox/accounts";
import { answers, type FacilitatorDouble, startDouble } from "../support/facilitator-double";
import { DECIMALS, ORIGIN, startTokenWorld, type TokenWorld } from "../support/own-token";
import { LOST, type RpcProxy, startRpcProxy } from "../support/rpc-proxy";
import { held, newTokenPayer, paymentHeader, type Quote, type TokenPayer } from "../support/token-payer";
import { startTokenService, TVL, type TokenService } from "../support/token-service";
import { forRequest, proofHeader, solanaProof } from "../support/wallet-proofs";

const FUNDS = 1_000_000n * 10n ** BigInt(DECIMALS);
const BASE = "eip155:84532";

let world: TokenWorld;
let node: RpcProxy;
let facilitator: FacilitatorDouble;
const buyer = newEvmWallet();

/** An instance with the launch on or off, as after a deployment: nothing of another instance's memory is left. */
const serviceWith = (launched: boolean, change: Record<string, string> = {}): Promise<TokenService> =>
  startTokenService(world, {
    ...{ TOKEN_LAUNCHED: String(launched), SOLANA_RPC_URL: node.url },
    ...{ FACILITATOR_PRIMARY_URL: facilitator.url, FACILITATOR_FALLBACK_URL: facilitator.url },
    ...{ FACILITATOR_SETTLE_TIMEOUT_MS: "1000", CALL_BUDGET_SCALE: "0.4", LEDGER_WAIT_MS: "500" },
    ...{ LEDGER_ABANDONED_AFTER_MS: "0", UPSTREAM_ORIGIN: world.upstream.url },
    ...change,
  });

/** What an unpaid call of the instance that was started last is told. */
async function challenge(): Promise<PaymentRequired> {
  const { POST } = await import("@/app/api/svc-intel-tvl/route");
  const response = await POST(new Request(ORIGIN + TVL, { method: "POST" }));
  expect(response.status).toBe(402);
  return ((await response.json()) as { x402: PaymentRequired }).x402; // the 402's body
}

const inToken = ({ accepts }: PaymentRequired) => accepts.filter(({ asset }) => asset === world.mint);

let payer: TokenPayer;

beforeAll(async () => {
  world = await startTokenWorld();
  [node, facilitator] = await Promise.all([
    startRpcProxy(world.chain.rpcUrl),
    startDouble(() => "http://nobody.invalid"),
  ]);
  const kinds = [{ x402Version: 2, scheme: "exact", network: BASE }];
  facilitator.act("supported", answers(200, { kinds, extensions: [], signers: {} }));
  facilitator.act("verify", answers(200, { isValid: true, payer: buyer.address }));
  const settled = { success: true, payer: buyer.address, network: BASE, transaction: `0x${"ab".repeat(32)}` };
  facilitator.act("settle", answers(200, settled));
  await (await serviceWith(true)).quote(); // the price is read and shared
});
beforeEach(async () => {
  node.faults.clear();
  world.upstream.clearFaults();
  payer = await newTokenPayer(world, FUNDS);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([world.close(), node.close(), facilitator.close()]);
});

async function signed(quote: Quote) {
  const { transaction } = await payer.sign(quote);
  return { transaction, payment: paymentHeader(quote.accepted, transaction) };
}

const balances = () => Promise.all([payer.balance(), held(world, world.treasury.address)]);

async function refusedFree(buying: Promise<Response>, before: [bigint, bigint]): Promise<void> {
  const response = await buying;
  expect([response.status, await response.json()]).toMatchObject([
    402,
    {
      reason: "payment_rejected",
      error: expect.stringContaining("No payment in TCX is taken at the moment. Pay another offer."),
    },
  ]);
  expect(await balances()).toEqual(before);
}

describe("the launch, switched on", () => {
  it("between a 402 and its payment in USDC: the payment is taken as it was asked for", async () => {
    await serviceWith(false);
    const asked = await challenge();
    expect(inToken(asked)).toEqual([]);
    const service = await serviceWith(true);
    await vi.waitFor(async () => expect(inToken(await challenge())).toHaveLength(1), { timeout: 15_000 });
    const client = new x402Client().register(BASE, new ExactEvmScheme(privateKeyToAccount(buyer.privateKey)));
    const payment = encodePaymentSignatureHeader(await client.createPaymentPayload(asked));
    expect((await service.buy(payment)).status).toBe(200);
  });
});

describe("the launch, switched off", () => {
  it("with a quote open: its payment is refused unsent, and taken once it is on again", async () => {
    const quote = await (await serviceWith(true)).quote();
    const { payment } = await signed(quote);
    const before = await balances();
    await refusedFree((await serviceWith(false)).buy(payment), before);
    expect((await (await serviceWith(true)).buy(payment)).status).toBe(200);
    expect(await payer.balance()).toBe(FUNDS - BigInt(quote.amounts.gross));
  });

  it("after a sale: the answer, its receipt and the record of what was burned are there as before", async () => {
    const before = await serviceWith(true);
    const quote = await before.quote();
    const { payment } = await signed(quote);
    const first: unknown = await (await before.buy(payment)).json();
    const totals = async (of: TokenService) =>
      ((await (await of.burns("")).json()) as { totals: object }).totals;
    const burned = await totals(before);
    const service = await serviceWith(false);
    const again = await service.buy(payment);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(await again.json()).toEqual(first);
    const receipt = await service.receipt({ "payment-signature": payment });
    expect([receipt.status, await receipt.json()]).toMatchObject([
      200,
      { state: "settled", asset: world.mint },
    ]);
    expect(await totals(service)).toEqual(burned);
  });

  it("with a payment in flight: whoever comes back with it is served, and paid once", async () => {
    const before = await serviceWith(true);
    const quote = await before.quote();
    const { payment } = await signed(quote);
    for (const method of [
      "getSignatureStatuses",
      "getTransaction",
      "getSignaturesForAddress",
      "isBlockhashValid",
    ])
      node.faults.set(method, () => Promise.resolve(LOST));
    expect((await before.buy(payment)).status).toBe(409);
    const service = await serviceWith(false);
    const open = await service.buy(payment);
    expect([open.status, open.headers.has("payment-required")]).toEqual([409, false]);
    node.faults.clear();
    expect((await service.buy(payment)).status).toBe(200);
    expect(await payer.balance()).toBe(FUNDS - BigInt(quote.amounts.gross));
  });

  it("after the payer sent it, unseen here: it is found on chain and served", async () => {
    const quote = await (await serviceWith(true)).quote();
    const { payment, transaction } = await signed(quote);
    await payer.broadcast(transaction);
    const service = await serviceWith(false);
    const proof = proofHeader(await solanaProof(payer.secretKey, ORIGIN + TVL, forRequest(TVL)));
    expect((await service.buy(payment, { "sign-in-with-x": proof })).status).toBe(200);
    expect(await payer.balance()).toBe(FUNDS - BigInt(quote.amounts.gross));
  });
});

describe("the price", () => {
  it.each(["gone from the cache, and its sources down", "too old to make an offer at"])(
    "%s between quote and payment: what was quoted is served, and nothing more is offered",
    async (how) => {
      const before = await serviceWith(true);
      const quote = await before.quote();
      const { payment } = await signed(quote);
      const { keys } = await import("@/lib/store/keys");
      const key = keys.tokenMarket();
      const kept = (await world.store.redis.get<string>(key)) ?? "";
      const old = typeof kept === "string" ? (JSON.parse(kept) as { at: number }) : kept; // as market.ts writes it
      if (how.startsWith("gone")) {
        await world.store.redis.del(key);
        for (const host of ["api.dexscreener.com", "api.geckoterminal.com"])
          world.upstream.setFault(host, { kind: "down" });
      } else await world.store.redis.set(key, JSON.stringify({ ...old, at: old.at - 3_600_000 }));
      const service = await serviceWith(true);
      expect(inToken(await challenge())).toEqual([]);
      expect((await service.buy(payment)).status).toBe(200);
      expect(await payer.balance()).toBe(FUNDS - BigInt(quote.amounts.gross));
      await world.store.redis.set(key, JSON.stringify(old));
    },
  );
});
