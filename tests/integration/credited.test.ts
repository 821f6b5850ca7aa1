import type { PaymentPayload } from "@x402/core/types";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startFaultyWorld, type FaultyWorld } from "../support/faulty-world";
import {
  asHeader,
  CHAINS,
  challengeOf,
  newAddress,
  newPayer,
  newPrefix,
  payFor,
  post,
  refusal,
  startInstance,
  type Payer,
} from "../support/service";
import { forRequest } from "../support/wallet-proofs";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const MACRO = "/api/svc-intel-macro";
const PRICE = 20_000n;
const WAIT_MS = 4_000;
const OPERATOR_SECRET = "o".repeat(32);

let service: FaultyWorld;
beforeAll(async () => {
  // Nobody is slow here but the machine, and who has no proof waits a moment instead of two minutes.
  const env = { UPSTREAM_TIMEOUT_MS: "8000", LEDGER_CREDIT_WAIT_MS: String(WAIT_MS) };
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

/** What proves the paying wallet, once. */
const proofBy = async (
  payer: Payer,
  path = TVL,
  origin = service.origin,
): Promise<Record<string, string>> => ({
  "sign-in-with-x": await payer.signIn(origin + path, forRequest(path)),
});

/** The scheduled recovery of an instance. */
const recover = async (origin: string): Promise<Record<string, unknown>> => {
  const headers = {
    "x-forwarded-for": newAddress(),
    authorization: `Bearer ${sandbox.serviceEnv.CRON_SECRET ?? ""}`,
  };
  return (await (await fetch(`${origin}/api/cron/recover-payments`, { headers })).json()) as Record<
    string,
    unknown
  >; // the route's answer
};

/** Another instance of the same world, which comes to what others left at once. */
const recovering = (name: string, env: Record<string, string> = {}) =>
  startInstance(sandbox, name, { ...service.env, LEDGER_ABANDONED_AFTER_MS: "0", ...env });

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
    const headers = await proofBy(payer);
    const response = await post({ origin: service.origin, path: TVL, payment, headers });
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
    const call = { origin: service.origin, path: TVL, payment: asHeader(payload) };
    expect((await post({ ...call, headers: await proofBy(poor) })).status).toBe(200);
  });

  it("waits for a proof of its wallet, and is served without one afterwards", async () => {
    const { payment, cost } = await paidElsewhere();
    const call = { origin: service.origin, path: TVL, payment };
    const early = await post(call);
    expect(early.status).toBe(409);
    const wait = Number(early.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(1);
    expect(wait).toBeLessThanOrEqual(WAIT_MS / 1000);
    const reported = await refusal(early);
    expect(reported.error).toContain("SIGN-IN-WITH-X");
    expect(reported.x402).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
    expect((await post(call)).status).toBe(200);
    expect(await cost()).toBe(PRICE);
  });

  it("is its payer's, although somebody who saw it on the chain was here before with a question of their own", async () => {
    const { payload, payment, cost } = await paidElsewhere();
    const { replay: _, ...extra } = payload.accepted.extra ?? {};
    const rebuilt = asHeader({
      ...payload,
      accepted: { ...payload.accepted, extra: { ...extra, replay: "x".repeat(22) } },
    });
    const { resource: __, ...anywhere } = { ...payload, accepted: { ...payload.accepted, extra } };
    const thief = await post({ origin: service.origin, path: MACRO, payment: asHeader(anywhere) });
    expect(thief.status).toBe(409);
    // A sign-in that was made for reading, and that somebody else got hold of, binds it to no request of theirs.
    const stolen = { "sign-in-with-x": await payer.signIn(service.origin) };
    const robbed = await post({
      ...{ origin: service.origin, path: TVL, payment: rebuilt, body: { detail: "full" } },
      headers: stolen,
    });
    expect(robbed.status).toBe(409);
    expect((await refusal(robbed)).error).toContain("stands for another request");
    // Without the proof its payer is told what to bring, and with it has the answer to their own request.
    const call = { origin: service.origin, path: TVL, payment };
    const unproved = await post(call);
    expect(unproved.status).toBe(409);
    const asked = await refusal(unproved);
    expect(asked.error).toContain("SIGN-IN-WITH-X");
    expect(asked.extensions).toMatchObject({ "sign-in-with-x": { info: forRequest(TVL) } });
    expect((await post({ ...call, headers: await proofBy(payer) })).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    for (const [path, header] of [
      [MACRO, asHeader(anywhere)],
      [TVL, rebuilt],
    ] as const)
      expect((await post({ origin: service.origin, path, payment: header })).status).toBe(409);
    expect(await cost()).toBe(PRICE);
  });

  it("is served when its handler recovers, without its client, whose answer then waits", async () => {
    const { payment, cost } = await paidElsewhere();
    const call = { origin: service.origin, path: TVL, payment };
    service.upstream.setFault("*", { kind: "down" });
    expect((await post({ ...call, headers: await proofBy(payer) })).status).toBe(503);
    const other = await recovering(`credited-recovery-${chain}`);
    try {
      expect(await recover(other.origin)).toMatchObject({ settled: 0, open: expect.any(Number) as number });
      service.upstream.clearFaults();
      expect((await recover(other.origin)).settled).toBeGreaterThan(0);
    } finally {
      await other.stop();
    }
    const answered = await post(call);
    expect(answered.status).toBe(200);
    expect(answered.headers.get("idempotent-replayed")).toBe("true");
    expect(await cost()).toBe(PRICE);
  });

  it("is a debt when it can't be served for long, and is served still when its payer comes back", async () => {
    const { payment, transaction } = await paidElsewhere();
    const call = { origin: service.origin, path: TVL, payment };
    service.upstream.setFault("*", { kind: "down" });
    expect((await post({ ...call, headers: await proofBy(payer) })).status).toBe(503);
    const other = await recovering(`credited-debt-${chain}`, {
      LEDGER_CREDITED_FOR_MS: "0",
      OPERATOR_SECRET,
    });
    const owed = async (): Promise<unknown[]> => {
      const headers = { authorization: `Bearer ${OPERATOR_SECRET}` };
      const listed = await fetch(`${other.origin}/api/operator/payments?list=debts`, { headers });
      const { payments } = (await listed.json()) as { payments: { transaction: string }[] }; // the route's answer
      return payments.filter((one) => one.transaction === transaction);
    };
    try {
      expect((await recover(other.origin)).owed).toBeGreaterThan(0);
      expect(await owed()).toMatchObject([{ state: "credited", amount: String(PRICE) }]);
      service.upstream.clearFaults();
      expect((await post(call)).status).toBe(200);
      expect(await owed()).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it("is served to nobody by the header that recovery uses, without the service's secret", async () => {
    const { payment } = await paidElsewhere();
    service.upstream.setFault("*", { kind: "down" });
    await post({ origin: service.origin, path: TVL, payment, headers: await proofBy(payer) });
    service.upstream.clearFaults();
    for (const forged of ["x", "a b c", `${"k".repeat(60)} ${Date.now() + 60_000} ${"A".repeat(43)}`]) {
      const response = await post({
        origin: service.origin,
        path: TVL,
        headers: { "x-credit-proof": forged },
      });
      expect(response.status).toBe(402);
    }
  });

  it("buys one request: many copies at once get one answer, another request 409", async () => {
    const { payment, cost } = await paidElsewhere();
    const copies = await Promise.all(
      Array.from({ length: 6 }, async () =>
        post({ origin: service.origin, path: TVL, payment, headers: await proofBy(payer) }),
      ),
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
      const headers = await proofBy(payer);
      const failed = await post({ origin: service.origin, path: TVL, payment, headers });
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

  it("is told that it has moved, and not that nothing was charged, where its route refuses the request, and buys another", async () => {
    const path = "/api/news-open";
    const { origin } = service;
    const { payment, transaction } = await paidElsewhere(path);
    const ask = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
      post({ origin, path, payment, body: { url }, headers });
    const response = await ask("ftp://example.com/news");
    expect(response.status).toBe(400);
    expect(await refusal(response)).toMatchObject({
      error: expect.stringMatching(/must be http or https.*Your payment has moved.*don't sign another/),
      credited: true,
    });
    const url = `https://example.com/news/${transaction}`;
    const proof = await payer.signIn(origin + path, forRequest(path, JSON.stringify({ url })));
    const bought = await ask(url, { "sign-in-with-x": proof });
    expect([bought.status, receiptOf(bought)]).toEqual([200, expect.objectContaining({ transaction })]);
  });

  it("buys nothing for a header that was rebuilt from the chain once its owner was here", async () => {
    const { payload, payment } = await paidElsewhere();
    const first = await post({ origin: service.origin, path: TVL, payment, headers: await proofBy(payer) });
    expect(first.status).toBe(200);
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
      // One that is for reading gets no answer made.
      const plain = { "sign-in-with-x": await payer.signIn(fresh.origin + TVL) };
      const reported = await post({ ...call, headers: plain });
      expect(reported.status).toBe(409);
      expect(await refusal(reported)).toMatchObject({
        code: "payment_spent",
        extensions: { "sign-in-with-x": { info: forRequest(TVL) } },
      });
      const own = await proofBy(payer, TVL, fresh.origin);
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
    const headers = await proofBy(payer);
    expect((await post({ origin: service.origin, path: TVL, payment, headers })).status).toBe(200);
  });
});
