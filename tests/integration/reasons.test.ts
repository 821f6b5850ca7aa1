import { request } from "node:http";
import { generateKeyPairSigner } from "@solana/kit";
import type { PaymentPayload, PaymentRequired } from "@x402/core/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isRecord } from "@/lib/is-record";
import { startSolanaChain, type SolanaChain } from "@/sandbox/chains/solana/chain";
import { startFacilitator, type Facilitator } from "@/sandbox/facilitator/facilitator";
import { identityOf } from "@/sandbox/facilitator/identity";
import { ON_BASE } from "../support/defects/base";
import { BROKEN_HEADERS } from "../support/defects/header";
import { knownBy, onBase, onSolana, proveServed } from "../support/defects/prove";
import { ON_SOLANA } from "../support/defects/solana";
import { ENOUGH, PRICE } from "../support/defects/unsigned";
import { newEvmBuyer, type EvmBuyer } from "../support/evm-buyer";
import { send, startDouble, type Act, type FacilitatorDouble } from "../support/facilitator-double";
import { expectRefused, proveRefused, shopOf, type Shop } from "../support/refusals";
import { asHeader, challengeOf, post, refusal, startInstance } from "../support/service";
import { newSolanaBuyer } from "../support/solana-buyer";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const shop = shopOf(sandbox, TVL);

describe.concurrent("a payment on base with", () => {
  it.each(ON_BASE)("$what is $reason, and the next one is served", async (defect) =>
    proveServed(shop, await onBase(shop, defect)),
  );
});

describe.concurrent("a payment on solana with", () => {
  it.each(ON_SOLANA)("$what is $reason, and the next one is served", async (defect) =>
    proveServed(shop, await onSolana(shop, defect)),
  );
});

describe("a payment header", () => {
  let buyer: EvmBuyer;
  let challenge: PaymentRequired;
  let payment: PaymentPayload;
  beforeAll(async () => {
    buyer = await newEvmBuyer(sandbox, ENOUGH);
    challenge = await challengeOf(shop.origin, TVL);
    payment = await buyer.sign(challenge);
  });

  it.each(BROKEN_HEADERS)("with $what is $reason", async ({ headers, reason, message }) => {
    const attempt = { shop, buyer, challenge, headers: headers(payment), knownBy: await knownBy(payment) };
    await proveRefused(attempt, { reason, message });
  });

  it("that was broken spoils nothing: the payment in it is served when it comes whole", async () => {
    expect((await post({ origin: shop.origin, path: TVL, payment: asHeader(payment) })).status).toBe(200);
    expect(await buyer.balance()).toBe(ENOUGH - PRICE);
  });

  it("far beyond what the server takes is refused by it with 431", async () => {
    const { hostname, port } = new URL(shop.origin);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(
        { hostname, port, path: TVL, method: "POST", headers: { "payment-signature": "A".repeat(40_000) } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      sent.on("error", reject);
      sent.end();
    });
    expect(status).toBe(431);
  });

  it("in which a member is written twice counts by the last one, for us and for the facilitator", async () => {
    const other = await newEvmBuyer(sandbox, ENOUGH);
    const text = JSON.stringify(await other.sign(await challengeOf(shop.origin, TVL))).replace(
      '"accepted"',
      '"accepted":{"amount":"1"},"accepted"',
    );
    const header = Buffer.from(text).toString("base64");
    expect((await post({ origin: shop.origin, path: TVL, payment: header })).status).toBe(200);
    expect(await other.balance()).toBe(ENOUGH - PRICE);
  });
});

/** Takes what the real one takes, and answers one code that says nothing, as hosted facilitators do, for all else. */
const vague: Act = async ({ response, real }) => {
  const { status, body } = await real();
  if (isRecord(body) && body["isValid"] === true) return send(response, status, body);
  send(response, 400, { isValid: false, invalidReason: "invalid_payload", invalidMessage: "no" });
};

describe("behind facilitators that refuse without saying why", () => {
  let vagueShop: Shop;
  let doubles: FacilitatorDouble[] = [];
  let stop: () => Promise<void>;
  beforeAll(async () => {
    doubles = await Promise.all(sandbox.facilitators.map(({ url }) => startDouble(() => url)));
    for (const double of doubles) double.act("verify", vague);
    const instance = await startInstance(sandbox, "reasons-vague", {
      STORE_PREFIX: "test-reasons-vague",
      FACILITATOR_PRIMARY_URL: doubles[0]?.url ?? "",
      FACILITATOR_FALLBACK_URL: doubles[1]?.url ?? "",
    });
    vagueShop = { origin: instance.origin, path: TVL, world: sandbox, storePrefix: "test-reasons-vague" };
    stop = instance.stop;
  });
  afterAll(async () => {
    await stop();
    await Promise.all(doubles.map((double) => double.close()));
  });

  const byChain = <Row extends { byChain?: true }>(rows: readonly Row[]) => rows.filter((row) => row.byChain);

  describe.concurrent("a payment on base with", () => {
    it.each(byChain(ON_BASE))("$what is $reason", async (defect) => void (await onBase(vagueShop, defect)));
  });

  describe.concurrent("a payment on solana with", () => {
    it.each(byChain(ON_SOLANA))(
      "$what is $reason",
      async (defect) => void (await onSolana(vagueShop, defect)),
    );
  });

  describe.concurrent("a payment that the chain has seen", () => {
    /** Somebody else has it settled, past the service. */
    async function settleElsewhere(payment: PaymentPayload): Promise<void> {
      const { replay: _, ...extra } = payment.accepted.extra;
      const requirement = { ...payment.accepted, extra };
      const feePayer = typeof extra.feePayer === "string" ? extra.feePayer : undefined;
      const facilitator = sandbox.facilitators.find(
        (one) => feePayer === undefined || one.feePayer === feePayer,
      );
      const response = await fetch(`${facilitator?.url}/settle`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          x402Version: 2,
          paymentPayload: { ...payment, accepted: requirement },
          paymentRequirements: requirement,
        }),
      });
      expect(await response.json()).toMatchObject({ success: true });
    }

    it.each(["base", "solana"] as const)("on %s is not asked for again", async (chain) => {
      const buyer =
        chain === "base" ? await newEvmBuyer(sandbox, PRICE) : await newSolanaBuyer(sandbox, PRICE);
      const payment = await buyer.sign(await challengeOf(vagueShop.origin, TVL));
      await settleElsewhere(payment);
      expect(await buyer.balance()).toBe(0n); // so that it looks like a wallet without funds, too
      const response = await post({ origin: vagueShop.origin, path: TVL, payment: asHeader(payment) });
      expect(response.status).not.toBe(402);
      expect((await refusal(response)).x402).toBeUndefined();
      expect(response.headers.get("payment-required")).toBeNull();
    });

    it("on base because its payer cancelled it is refused as that, and a fresh one is asked for", async () => {
      const buyer = await newEvmBuyer(sandbox, ENOUGH);
      const challenge = await challengeOf(vagueShop.origin, TVL);
      const payment = await buyer.sign(challenge);
      await buyer.cancel(payment);
      const response = await post({ origin: vagueShop.origin, path: TVL, payment: asHeader(payment) });
      await expectRefused(
        vagueShop,
        response,
        { reason: "payment_rejected", message: /was cancelled/ },
        challenge,
      );
    });
  });
});

describe("on a chain of its own", () => {
  let chain: SolanaChain;
  let facilitator: Facilitator;
  let ownShop: Shop;
  let stop: () => Promise<void>;
  const seller = generateKeyPairSigner();
  beforeAll(async () => {
    chain = await startSolanaChain({ port: 0 });
    const { evmKey, solanaSeed } = identityOf("reasons-own-chain");
    facilitator = await startFacilitator({
      port: 0,
      name: "reasons-own-chain",
      evm: { rpcUrl: sandbox.evm.rpcUrl, key: evmKey },
      solana: { rpcUrl: chain.rpcUrl, seed: solanaSeed },
    });
    const { address } = await seller;
    const instance = await startInstance(sandbox, "reasons-own-chain", {
      STORE_PREFIX: "test-reasons-own-chain",
      SOLANA_RPC_URL: chain.rpcUrl,
      SOLANA_PAY_TO: address,
      FACILITATOR_PRIMARY_URL: facilitator.url,
      FACILITATOR_PRIMARY_FEE_PAYERS: facilitator.feePayer,
      FACILITATOR_FALLBACK_URL: facilitator.url,
      FACILITATOR_FALLBACK_FEE_PAYERS: facilitator.feePayer,
    });
    const solana = { ...sandbox.solana, rpcUrl: chain.rpcUrl, payTo: address };
    ownShop = {
      origin: instance.origin,
      path: TVL,
      world: { ...sandbox, solana },
      storePrefix: "test-reasons-own-chain",
    };
    stop = instance.stop;
  });
  afterAll(async () => {
    await stop();
    await Promise.all([facilitator.close(), chain.close()]);
  });

  it("a seller without a USDC account can't be paid, which is not reported as the payer's fault", async () => {
    const buyer = await newSolanaBuyer(ownShop.world, ENOUGH);
    const payment = await buyer.sign(await challengeOf(ownShop.origin, TVL));
    const sale = () => post({ origin: ownShop.origin, path: TVL, payment: asHeader(payment) });
    const response = await sale();
    expect({ status: response.status, ...(await refusal(response)) }).toMatchObject({
      status: 503,
      code: "payments_unavailable",
    });
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await buyer.balance()).toBe(ENOUGH);
    await chain.mintUsdc((await seller).address, 0n);
    expect((await sale()).status).toBe(200);
  });

  it("a payment whose blockhash has run out is expired, and the next one is served", async () => {
    const buyer = await onSolana(ownShop, {
      what: "a stale blockhash",
      reason: "expired",
      message: /blockhash has run out. Sign a fresh/,
      make: async (buyer, challenge) => {
        const payment = await buyer.sign(challenge);
        chain.advance(3 * 60_000);
        return payment;
      },
    });
    await proveServed(ownShop, buyer);
  });
});
