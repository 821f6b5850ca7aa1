import type { PaymentPayload } from "@x402/core/types";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startFaultyWorld, type FaultyWorld } from "../support/faulty-world";
import {
  asHeader,
  CHAINS,
  challengeOf,
  newPayer,
  newPrefix,
  payFor,
  post,
  refusal,
  startInstance,
  type Payer,
} from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const MACRO = "/api/svc-intel-macro";
const PRICE = 20_000n;

let service: FaultyWorld;
beforeAll(async () => {
  const env = { UPSTREAM_TIMEOUT_MS: "8000" }; // nobody is slow here but the machine
  service = await startFaultyWorld(sandbox, "credited", { env });
  await challengeOf(service.origin, TVL); // the ledger's epoch is noted at the first challenge
  await new Promise((resolve) => setTimeout(resolve, 1_500));
});
afterAll(() => service.stop());
afterEach(() => service.upstream.clearFaults());

/** Somebody else has the payment settled, before the service has ever seen it. */
async function settleElsewhere(payment: PaymentPayload): Promise<string> {
  const response = await fetch(`${service.primary.url}/settle`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      x402Version: 2,
      paymentPayload: payment,
      paymentRequirements: payment.accepted,
    }),
  });
  const { success, transaction } = (await response.json()) as { success: boolean; transaction: string }; // x402's SettleResponse
  expect(success).toBe(true);
  return transaction;
}

const receiptOf = (response: Response): { success: boolean; transaction: string } =>
  JSON.parse(atob(response.headers.get("payment-response") ?? "")) as {
    success: boolean;
    transaction: string;
  };

describe.each(CHAINS)("a payment on %s that somebody else has submitted first", (chain) => {
  let payer: Payer;
  beforeAll(async () => {
    payer = await newPayer(sandbox, chain);
  });

  async function paidElsewhere(path = TVL) {
    const payload = await payFor(service.origin, path, payer);
    const before = await payer.balance();
    const transaction = await settleElsewhere(payload);
    return {
      payload,
      payment: asHeader(payload),
      transaction,
      cost: async () => before - (await payer.balance()),
    };
  }

  it("is served, moves no more money, and is replayed like any other", async () => {
    const { payment, transaction, cost } = await paidElsewhere();
    const response = await post({ origin: service.origin, path: TVL, payment });
    expect(response.status).toBe(200);
    expect(receiptOf(response)).toMatchObject({ success: true, transaction });
    const answer = await response.text();
    const again = await post({ origin: service.origin, path: TVL, payment });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await again.text()).toBe(answer);
    expect(await cost()).toBe(PRICE);
  });

  it("is served although its wallet is empty by now", async () => {
    const poor = await newPayer(sandbox, chain, PRICE);
    const payload = await payFor(service.origin, TVL, poor);
    await settleElsewhere(payload);
    expect(await poor.balance()).toBe(0n);
    expect((await post({ origin: service.origin, path: TVL, payment: asHeader(payload) })).status).toBe(200);
  });

  it("buys one request: many copies at once get one answer, another request 409", async () => {
    const { payment, cost } = await paidElsewhere();
    const copies = await Promise.all(
      Array.from({ length: 6 }, () => post({ origin: service.origin, path: TVL, payment })),
    );
    const answers = await Promise.all(copies.map((copy) => copy.text()));
    expect(copies.map(({ status }) => status)).toEqual(copies.map(() => 200));
    expect(new Set(answers).size).toBe(1);
    expect((await post({ origin: service.origin, path: MACRO, payment })).status).toBe(409);
    expect(await cost()).toBe(PRICE);
  });

  it("stays credited while no answer can be made, and is served once one can", async () => {
    const { payment, cost } = await paidElsewhere();
    service.upstream.setFault("*", { kind: "down" });
    for (let tried = 0; tried < 2; tried += 1) {
      const failed = await post({ origin: service.origin, path: TVL, payment });
      expect(failed.status).toBe(503);
      expect(failed.headers.get("retry-after")).not.toBeNull();
      const body = await refusal(failed);
      expect(body).toMatchObject({ code: "data_unavailable" });
      expect(body.error).toContain("don't sign another");
      expect(body.x402).toBeUndefined();
    }
    service.upstream.clearFaults();
    expect((await post({ origin: service.origin, path: TVL, payment })).status).toBe(200);
    expect(await cost()).toBe(PRICE);
  });

  it("buys nothing for a header that was rebuilt from the chain once its owner was here", async () => {
    const { payload, payment } = await paidElsewhere();
    expect((await post({ origin: service.origin, path: TVL, payment })).status).toBe(200);
    const { replay: _, ...extra } = payload.accepted.extra ?? {};
    const rebuilt = asHeader({ ...payload, accepted: { ...payload.accepted, extra } });
    const response = await post({ origin: service.origin, path: TVL, payment: rebuilt });
    expect(response.status).toBe(409);
    expect((await refusal(response)).x402).toBeUndefined();

    // The same header with the wallet behind it is its owner's.
    const headers = { "sign-in-with-x": await payer.signIn(service.origin + TVL) };
    const owner = await post({ origin: service.origin, path: TVL, payment: rebuilt, headers });
    expect(owner.status).toBe(200);
    expect(owner.headers.get("idempotent-replayed")).toBe("true");
  });

  it("is spent, and not challenged again, when the store was found empty after it landed", async () => {
    const { payment, cost } = await paidElsewhere();
    await new Promise((resolve) => setTimeout(resolve, 2_100)); // block times are whole seconds
    const fresh = await startInstance(sandbox, `credited-late-${chain}`, {
      ...service.env,
      STORE_PREFIX: newPrefix(`credited-late-${chain}`),
    });
    try {
      const response = await post({ origin: fresh.origin, path: TVL, payment });
      expect(response.status).toBe(409);
      const body = await refusal(response);
      expect(body).toMatchObject({ code: "payment_spent" });
      expect(body.x402).toBeUndefined();

      // Only its payer can know that it was never served: they prove the wallet, and are served.
      const call = { origin: fresh.origin, path: TVL, payment };
      const stranger = await newPayer(sandbox, chain, 0n);
      const foreign = { "sign-in-with-x": await stranger.signIn(fresh.origin + TVL) };
      expect((await post({ ...call, headers: foreign })).status).toBe(400);
      const own = { "sign-in-with-x": await payer.signIn(fresh.origin + TVL) };
      expect((await post({ ...call, headers: own })).status).toBe(200);
      expect((await post({ ...call, headers: own })).status).toBe(400); // one proof, one use
      expect(await cost()).toBe(PRICE);
    } finally {
      await fresh.stop();
    }
  });
});

describe("a payment on base that landed and has run out since", () => {
  it("is served all the same", async () => {
    const payer = await newPayer(sandbox, "base");
    const challenge = await challengeOf(service.origin, TVL);
    const accepts = challenge.accepts.map((offer) => ({ ...offer, maxTimeoutSeconds: 20 }));
    const payload = await payer.client.createPaymentPayload({ ...challenge, accepts });
    const payment = asHeader(payload);
    // In time for the chain, too late for a whole call here: refused as long as it has not moved.
    const early = await post({ origin: service.origin, path: TVL, payment });
    expect(early.status).toBe(402);
    expect(await refusal(early)).toMatchObject({ reason: "expired" });
    await settleElsewhere(payload);
    expect((await post({ origin: service.origin, path: TVL, payment })).status).toBe(200);
  });
});
