import { address } from "@solana/kit";
import { getTransferInstruction } from "@solana-program/token";
import { decodePaymentResponseHeader } from "@x402/core/http";
import type { PaymentPayload } from "@x402/core/types";
import { beforeAll, describe, expect, it } from "vitest";
import { baseUnits } from "@/lib/catalog/money";
import { base64ToText, textToBase64 } from "@/lib/http/base64";
import { tokenAccountOf } from "@/lib/chains/associated-account";
import { mppChallenge, type MppChallenge } from "@/lib/payments/rails/mpp/challenge";
import { NETWORKS } from "@/lib/chains/networks";
import { chargeOf, memo } from "../support/mpp";
import { mppChallengeOf, newMppPayer, pull, push, type MppPayer } from "../support/mpp-payer";
import { computeLimit, computePrice } from "../support/payments";
import {
  asHeader,
  challengeOf,
  newAddress,
  newPayer,
  newPrefix,
  payFor,
  post,
  refusal,
  startInstance,
  untilAnswered,
  type Call,
  type RefusalBody,
} from "../support/service";
import { forRequest, proofHeader, solanaProof } from "../support/wallet-proofs";
import { world } from "../support/world";

const sandbox = world();
const { origin } = sandbox;
const TVL = "/api/svc-intel-tvl";
const MACRO = "/api/svc-intel-macro";
const PRICE = 20_000n;
const OPERATOR_SECRET = "o".repeat(32);

let payer: MppPayer;
beforeAll(async () => {
  payer = await newMppPayer(sandbox);
});

/** What one piece of work costs a payer, whose wallet nobody else uses. */
async function costOf<T>(work: () => Promise<T>, who = payer): Promise<{ result: T; cost: bigint }> {
  const before = await who.balance();
  const result = await work();
  return { result, cost: before - (await who.balance()) };
}

const send = (call: Pick<Call, "headers">, path = TVL): Promise<Response> => post({ origin, path, ...call });

/** A refusal that carries challenges of both kinds, and no receipt. */
async function refused(response: Response, reason: string): Promise<void> {
  expect(response.status).toBe(402);
  expect(response.headers.has("payment-receipt")).toBe(false);
  expect(response.headers.get("www-authenticate")).toMatch(/^Payment id="/);
  const body = (await refusal(response)) as RefusalBody & { mpp: MppChallenge[] };
  expect(body).toMatchObject({ code: "payment_required", reason });
  expect(body.x402?.accepts).toHaveLength(sandbox.token === undefined ? 2 : 3);
  expect(body.mpp).toHaveLength(1);
}

/** A refusal that does not invite to pay. */
async function conflicting(response: Response, code = "payment_conflict"): Promise<void> {
  expect(response.status).toBe(409);
  for (const header of ["payment-receipt", "payment-response", "payment-required", "www-authenticate"])
    expect(response.headers.has(header)).toBe(false);
  const body = await refusal(response);
  expect(body.code).toBe(code);
  expect(body.x402).toBeUndefined();
}

/** A transfer that reached us as the payment of something else. */
const stray = (response: Response): Promise<void> => conflicting(response, "payment_spent");

interface Owed {
  payer: string;
  transaction: string;
  amount: string;
}

/** What the operators' list says is owed to a payer. `at`: an instance that has operators. */
async function debtsOf(at: string, { signer }: MppPayer): Promise<Owed[]> {
  const headers = { authorization: `Bearer ${OPERATOR_SECRET}` };
  const response = await fetch(`${at}/api/operator/payments?list=debts`, { headers });
  const { payments } = (await response.json()) as { payments: Owed[] }; // the route's answer
  return payments.filter(({ payer: owed }) => owed === signer.address);
}

const receiptOf = (response: Response): Record<string, unknown> =>
  JSON.parse(base64ToText(response.headers.get("payment-receipt") ?? "")) as Record<string, unknown>; // core §5.3

/** A challenge as the service makes it, but of another time, price or route. */
async function forged(route: string, amount: bigint, madeAt: number): Promise<MppChallenge> {
  const merchant = { networks: NETWORKS.testnet, evmPayTo: undefined, solanaPayTo: sandbox.solana.payTo };
  const made = await mppChallenge(
    sandbox.serviceEnv["MPP_SECRET_KEY"] ?? "",
    new URL(origin).host,
    route,
    merchant,
    baseUnits(Number(amount)),
    new Date(madeAt),
  );
  if (made === null) throw new Error("the sandbox's merchant receives on Solana");
  return made;
}

describe("a transaction that is handed over by MPP", () => {
  it("buys an answer for exactly its price, and is in both receipts", async () => {
    const challenge = await mppChallengeOf(origin, TVL);
    const { transaction, id } = await payer.sign(challenge);
    const { result: response, cost } = await costOf(() => send(pull(challenge, transaction)));
    expect(response.status).toBe(200);
    expect(cost).toBe(PRICE);
    expect(await response.json()).toMatchObject({ ok: true, kind: "intel-tvl" });
    expect(decodePaymentResponseHeader(response.headers.get("payment-response") ?? "")).toMatchObject({
      success: true,
      transaction: id,
      network: sandbox.solana.network,
      payer: payer.signer.address,
    });
    expect(receiptOf(response)).toEqual({
      status: "success",
      method: "solana",
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
      reference: id,
    });
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("access-control-expose-headers")).toContain("Payment-Receipt");
  });

  it("is shown by GET /api/receipt to a caller with the credential, as any payment to its payer", async () => {
    const challenge = await mppChallengeOf(origin, TVL);
    const { transaction, id } = await payer.sign(challenge);
    const { headers } = pull(challenge, transaction);
    expect((await send({ headers })).status).toBe(200);
    const ask = (call: Pick<Call, "headers">) =>
      fetch(`${origin}/api/receipt`, { headers: { "x-forwarded-for": newAddress(), ...call.headers } });
    const result = await ask({ headers });
    expect(result.status).toBe(200);
    expect(await result.json()).toMatchObject({ state: "settled", transaction: id, amount: String(PRICE) });
    const thief = await mppChallengeOf(origin, TVL);
    expect((await ask(pull(thief, transaction))).status).toBe(409);
  });

  it("gets the same answer with the same receipt when it is sent again, and moves nothing more", async () => {
    const challenge = await mppChallengeOf(origin, TVL);
    const { transaction } = await payer.sign(challenge);
    const first = await send(pull(challenge, transaction));
    const answer = await first.text();
    const { result: again, cost } = await costOf(() => send(pull(challenge, transaction)));
    expect(again.status).toBe(200);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await again.text()).toBe(answer);
    expect(again.headers.get("payment-receipt")).toBe(first.headers.get("payment-receipt"));
    expect(cost).toBe(0n);
  });

  it("buys one answer, however many copies of it come at once", async () => {
    const challenge = await mppChallengeOf(origin, TVL);
    const { transaction } = await payer.sign(challenge);
    const { result: answers, cost } = await costOf(() =>
      Promise.all(
        Array.from({ length: 8 }, async () => {
          const response = await untilAnswered({ origin, path: TVL, ...pull(challenge, transaction) });
          return `${response.status} ${response.headers.get("payment-receipt")} ${await response.text()}`;
        }),
      ),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^200 /);
    expect(cost).toBe(PRICE);
  });

  it("buys on the route of its challenge only, and is not lost by having been sent to another", async () => {
    const challenge = await mppChallengeOf(origin, TVL);
    const { transaction } = await payer.sign(challenge);
    await refused(await send(pull(challenge, transaction), MACRO), "wrong_resource");
    expect((await send(pull(challenge, transaction))).status).toBe(200);
    await conflicting(await send(pull(challenge, transaction), MACRO));
  });

  it("is served once, and not charged again, when its payer has sent it too", async () => {
    const challenge = await mppChallengeOf(origin, TVL);
    const { transaction, id } = await payer.sign(challenge);
    await payer.broadcast(transaction);
    const { result: response, cost } = await costOf(() => send(pull(challenge, transaction)));
    expect(response.status).toBe(200);
    expect(receiptOf(response).reference).toBe(id);
    expect(cost).toBe(0n);
    const again = await send(push(challenge, id));
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  it("is refused and not sent when the challenge was altered", async () => {
    const challenge = await mppChallengeOf(origin, TVL);
    const cheaper = { ...chargeOf(challenge), amount: "1" };
    const request = Buffer.from(JSON.stringify(cheaper)).toString("base64url");
    const { transaction } = await payer.sign({ ...challenge, request });
    const { cost } = await costOf(async () => {
      await refused(await send(pull({ ...challenge, request }, transaction)), "payment_rejected");
      const later = { ...challenge, expires: new Date(Date.now() + 3_600_000).toISOString() };
      await refused(await send(pull(later, transaction)), "payment_rejected");
    });
    expect(cost).toBe(0n);
  });

  it("is refused and not sent when its challenge has run out, or asks for what is not the price", async () => {
    const { cost } = await costOf(async () => {
      const old = await forged(TVL, PRICE, Date.now() - 61_000);
      await refused(await send(pull(old, (await payer.sign(old)).transaction)), "expired");
      const other = await forged(TVL, PRICE - 1n, Date.now());
      await refused(await send(pull(other, (await payer.sign(other)).transaction)), "wrong_amount");
    });
    expect(cost).toBe(0n);
  });

  it("is refused and not sent when it is not the payment that was asked for", async () => {
    const { cost } = await costOf(async () => {
      const challenge = await mppChallengeOf(origin, TVL);
      const attempt = async (options: Parameters<MppPayer["sign"]>[1], reason: string) =>
        refused(await send(pull(challenge, (await payer.sign(challenge, options)).transaction)), reason);
      await attempt({ after: [] }, "payment_rejected");
      await attempt({ after: [memo("another order")] }, "payment_rejected");
      await attempt({ amount: PRICE - 1n }, "wrong_amount");
      await attempt({ payTo: payer.signer.address }, "wrong_recipient");
      const { feePayer = "" } = sandbox.facilitators[0] ?? {};
      await attempt({ feePayer: address(feePayer) }, "unsupported_payment");
    });
    expect(cost).toBe(0n);
  });

  it("is refused when the wallet lacks the USDC, or the SOL for the fee", async () => {
    for (const funds of [{ usdc: PRICE - 1n }, { lamports: 0n }]) {
      const poor = await newMppPayer(sandbox, funds);
      const challenge = await mppChallengeOf(origin, TVL);
      const { transaction } = await poor.sign(challenge);
      const { cost } = await costOf(async () => {
        await refused(await send(pull(challenge, transaction)), "insufficient_funds");
      }, poor);
      expect(cost).toBe(0n);
    }
  });
});

describe("a transaction that its payer has sent himself", () => {
  async function sent(options: Parameters<MppPayer["sign"]>[1] = {}, challenge?: MppChallenge) {
    const given = challenge ?? (await mppChallengeOf(origin, TVL));
    const { transaction, id } = await payer.sign(given, options);
    await payer.broadcast(transaction);
    return { challenge: given, transaction, id };
  }

  it("is served, and replayed like any other payment, whichever way it is shown", async () => {
    const { result, cost } = await costOf(async () => {
      const { challenge, transaction, id } = await sent();
      const response = await send(push(challenge, id));
      return { challenge, transaction, id, response };
    });
    const { challenge, transaction, id, response } = result;
    expect(response.status).toBe(200);
    expect(receiptOf(response).reference).toBe(id);
    expect(cost).toBe(PRICE);
    const answer = await response.text();
    for (const call of [push(challenge, id), pull(challenge, transaction)]) {
      const again = await send(call);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      expect(again.headers.get("payment-receipt")).toBe(response.headers.get("payment-receipt"));
      expect(await again.text()).toBe(answer);
    }
    await conflicting(await send(push(challenge, id), MACRO));
  });

  it("buys one answer, however many copies of its signature come at once", async () => {
    const { challenge, id } = await sent();
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () =>
        (await untilAnswered({ origin, path: TVL, ...push(challenge, id) })).text(),
      ),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('"ok":true');
  });

  it("is judged by when it landed, not by when it is shown", async () => {
    const { challenge, id } = await sent({}, await forged(TVL, PRICE, Date.now() - 70_000));
    expect(Date.parse(challenge.expires)).toBeLessThan(Date.now());
    expect((await send(push(challenge, id))).status).toBe(200);
  });

  it("buys nothing for somebody else, before or after its owner has come", async () => {
    const { challenge, id } = await sent();
    const thief = await mppChallengeOf(origin, TVL);
    await stray(await send(push(thief, id)));
    expect((await send(push(challenge, id))).status).toBe(200);
    await conflicting(await send(push(thief, id)));
  });

  it("buys nothing without the challenge's memo, nor with another one beside it, and is not asked for again", async () => {
    for (const after of [[], [memo("another order")]]) {
      const { challenge, id } = await sent({ after });
      await stray(await send(push(challenge, id)));
    }
    const challenge = await mppChallengeOf(origin, TVL);
    const two = await sent({ after: [memo(chargeOf(challenge).externalId), memo("x")] }, challenge);
    await stray(await send(push(challenge, two.id)));
  });

  it("is owed to its wallet without the challenge's memo, which is served for it when it proves itself", async () => {
    const { challenge, id } = await sent({ after: [memo("another order")] });
    await stray(await send(push(challenge, id)));
    const operated = await startInstance(sandbox, "mpp-operated", { OPERATOR_SECRET });
    const debts = await debtsOf(operated.origin, payer);
    expect(debts.filter(({ transaction }) => transaction === id)).toHaveLength(1);
    const provedBy = async ({ secretKey }: MppPayer): Promise<Response> => {
      const proof = proofHeader(await solanaProof(secretKey, origin + TVL, forRequest(TVL)));
      return send({ headers: { ...push(challenge, id).headers, "sign-in-with-x": proof } });
    };
    expect((await provedBy(await newMppPayer(sandbox))).status).toBe(400); // another wallet's proof
    expect((await provedBy(payer)).status).toBe(200);
    const left = await debtsOf(operated.origin, payer);
    await operated.stop();
    expect(left.filter(({ transaction }) => transaction === id)).toEqual([]);
    // Its answer is read again like any other.
    expect((await provedBy(payer)).headers.get("idempotent-replayed")).toBe("true");
  });

  it("is not asked for again where it moved another amount, which is owed to its wallet unless it is less than any answer costs", async () => {
    const operated = await startInstance(sandbox, "mpp-mispaid", { OPERATOR_SECRET });
    for (const [amount, owed] of [
      [30_000n, true],
      [PRICE - 1n, false],
    ] as const) {
      const { challenge, id } = await sent({ amount });
      const response = await send(push(challenge, id));
      expect(await response.clone().json()).toMatchObject({
        error: expect.stringMatching(
          new RegExp(`moves ${amount} base units.*${PRICE}\\. .*landed all the same.*Ask for back`),
        ),
      });
      await stray(response);
      const debts = await debtsOf(operated.origin, payer);
      const noted = debts.filter(({ transaction }) => transaction === id);
      expect(noted).toMatchObject(owed ? [{ amount: String(amount) }] : []);
    }
    await operated.stop();
  });

  it("is not asked for again where it paid somebody else, or is of another form, or comes to another route first", async () => {
    const elsewhere = await sent({ payTo: payer.signer.address });
    const misdirected = await send(push(elsewhere.challenge, elsewhere.id));
    expect(await misdirected.clone().json()).toMatchObject({
      error: expect.stringMatching(/paid somebody else: nothing of it reached us/),
    });
    await stray(misdirected);

    const given = await mppChallengeOf(origin, TVL);
    const { externalId, currency } = chargeOf(given);
    const source = address(await tokenAccountOf(payer.signer.address, currency));
    const more = getTransferInstruction({ source, destination: source, authority: payer.signer, amount: 1n });
    const twice = await sent({ after: [memo(externalId), more] }, given);
    await stray(await send(push(given, twice.id)));

    const { challenge, id } = await sent();
    await conflicting(await send(push(challenge, id), MACRO));
    expect((await send(push(challenge, id))).status).toBe(200);
  });

  it("is told that it has moved, and not that nothing was charged, where its route refuses the request, and buys another", async () => {
    const path = "/api/news-open";
    const { challenge, id } = await sent({}, await mppChallengeOf(origin, path));
    const ask = (url: string): Promise<Response> =>
      post({ origin, path, body: { url }, ...push(challenge, id) });
    const response = await ask("ftp://example.com/news");
    expect(response.status).toBe(400);
    expect(await refusal(response)).toMatchObject({
      error: expect.stringMatching(/must be http or https.*Your payment has moved.*don't sign another/),
      credited: true,
    });
    expect((await ask("https://example.com/news")).status).toBe(200);
  });

  it("is told what is wrong with a request that its desk refuses, and buys another by a proof of its wallet", async () => {
    const path = "/api/svc-intel-wallet";
    const { challenge, id } = await sent({}, await mppChallengeOf(origin, path));
    const ask = (body: object, headers: Record<string, string> = {}): Promise<Response> =>
      post({ origin, path, body, headers: { ...push(challenge, id).headers, ...headers } });
    const response = await ask({});
    expect(response.status).toBe(400);
    expect(response.headers.has("retry-after")).toBe(false);
    expect(await refusal(response)).toMatchObject({
      error: expect.stringMatching(/Send `solAddress`.*digits.*Your payment has moved.*don't sign another/),
      credited: true,
    });
    const other = { solAddress: payer.signer.address };
    const unproved = await ask(other);
    expect(unproved.status).toBe(409);
    expect((await refusal(unproved)).extensions).toHaveProperty("sign-in-with-x");
    const proof = await solanaProof(payer.secretKey, origin + path, forRequest(path, JSON.stringify(other)));
    expect((await ask(other, { "sign-in-with-x": proofHeader(proof) })).status).toBe(200);
  });

  it("is never told that nothing was charged by a scan's refusal", async () => {
    const path = "/api/svc-security-headers";
    const operated = await startInstance(sandbox, "mpp-opted-out", { SCAN_EXCLUDED_DOMAINS: "example.com" });
    const { challenge, id } = await sent({}, await mppChallengeOf(operated.origin, path));
    const body = { target: "https://example.com", allowlist: ["example.com"], authorized: true };
    const unpaid = await post({ origin: operated.origin, path, body });
    const response = await post({ origin: operated.origin, path, body, ...push(challenge, id) });
    await operated.stop();
    expect((await refusal(unpaid)).error).toContain("You were not charged.");
    expect(response.status).toBe(403);
    const { error } = await refusal(response);
    expect(error).toContain("Your payment has moved");
    expect(error).not.toContain("not charged");
  });

  it("is served by a route that was switched off after it was paid", async () => {
    const operated = await startInstance(sandbox, "mpp-switched-off", {
      OPERATOR_SECRET,
      STORE_PREFIX: newPrefix("mpp-switched-off"),
    });
    const { challenge, id } = await sent({}, await mppChallengeOf(operated.origin, TVL));
    const switched = await fetch(`${operated.origin}/api/operator/switches`, {
      method: "POST",
      headers: { authorization: `Bearer ${OPERATOR_SECRET}`, "content-type": "application/json" },
      body: JSON.stringify({ kind: "route", name: TVL, off: true }),
    });
    const response = await post({ origin: operated.origin, path: TVL, ...push(challenge, id) });
    await operated.stop();
    expect(switched.status).toBe(200);
    expect(response.status).toBe(200);
  });

  it("is to be paid anew when it failed on chain", async () => {
    const poor = await newMppPayer(sandbox, { usdc: 0n });
    const challenge = await mppChallengeOf(origin, TVL);
    const { transaction, id } = await poor.sign(challenge);
    await poor.broadcast(transaction);
    await refused(await send(push(challenge, id)), "settlement_failed");
  });

  it("is 409 while it is not on chain: a payer who may have paid is not asked to pay again", async () => {
    const challenge = await mppChallengeOf(origin, TVL);
    const { transaction, id } = await payer.sign(challenge);
    const early = await send(push(challenge, id));
    expect(early.headers.get("retry-after")).toBe("2");
    await conflicting(early);
    await payer.broadcast(transaction);
    expect((await send(push(challenge, id))).status).toBe(200);
  });

  it("is to be paid anew when its challenge ran out long ago and the chain does not hold it", async () => {
    const challenge = await forged(TVL, PRICE, Date.now() - 600_000);
    const { id } = await payer.sign(challenge);
    await refused(await send(push(challenge, id)), "expired");
  });
});

describe("one transfer", () => {
  const solanaOffer = async (): Promise<Omit<PaymentPayload, "payload">> => {
    const { accepts, resource } = await challengeOf(origin, TVL);
    const accepted = accepts.find(({ network }) => network === sandbox.solana.network);
    if (accepted === undefined) throw new Error("Solana is not on offer");
    return { x402Version: 2, resource, accepted };
  };

  it("that bought by MPP buys nothing by x402", async () => {
    const challenge = await mppChallengeOf(origin, TVL);
    const { transaction } = await payer.sign(challenge, { before: [computeLimit, computePrice] });
    const { cost } = await costOf(async () => {
      expect((await send(pull(challenge, transaction))).status).toBe(200);
      const payment = asHeader({ ...(await solanaOffer()), payload: { transaction } });
      await conflicting(await post({ origin, path: TVL, payment }));
    });
    expect(cost).toBe(PRICE);
  });

  it("that bought by x402 buys nothing by MPP, even with a challenge's memo in it", async () => {
    const challenge = await mppChallengeOf(origin, TVL);
    const offer = await solanaOffer();
    const feePayer = offer.accepted.extra.feePayer as string; // x402's `exact` on Solana
    const { transaction } = await payer.sign(challenge, {
      before: [computeLimit, computePrice],
      feePayer: address(feePayer),
    });
    const { cost } = await costOf(async () => {
      const bought = await post({
        origin,
        path: TVL,
        payment: asHeader({ ...offer, payload: { transaction } }),
      });
      expect(bought.status).toBe(200);
      expect(bought.headers.has("payment-receipt")).toBe(false);
      const { transaction: id } = decodePaymentResponseHeader(bought.headers.get("payment-response") ?? "");
      await conflicting(await send(push(challenge, id)));
      await conflicting(await send(pull(challenge, transaction)));
    });
    expect(cost).toBe(PRICE);
  });

  it("buys nothing for a header that was rebuilt from what the chain shows", async () => {
    const challenge = await mppChallengeOf(origin, TVL);
    const { transaction, id } = await payer.sign(challenge);
    expect((await send(pull(challenge, transaction))).status).toBe(200);
    const thief = await mppChallengeOf(origin, TVL);
    await conflicting(await send(pull(thief, transaction)));
    await conflicting(await send(push(thief, id)));
    // The challenge's own text may be guessed in all but its id.
    await refused(await send(push({ ...challenge, id: thief.id }, id)), "payment_rejected");
  });
});

describe("two payments in one request", () => {
  it.each(["payment-signature", "x-payment"])(
    "are refused: Authorization: Payment beside %s",
    async (header) => {
      const challenge = await mppChallengeOf(origin, TVL);
      const { headers } = pull(challenge, (await payer.sign(challenge)).transaction);
      const x402 = asHeader(await payFor(origin, TVL, await newPayer(sandbox, "base")));
      const { result: response, cost } = await costOf(() =>
        send({ headers: { ...headers, [header]: x402 } }),
      );
      expect(response.status).toBe(400);
      expect(await refusal(response)).toMatchObject({ code: "invalid_request" });
      expect(cost).toBe(0n);
    },
  );
});

describe("an Authorization: Payment header that is no payment", () => {
  it.each<[string, string]>([
    ["Payment", "malformed_payment"],
    [`Payment ${textToBase64("{}").replace(/=/g, "")}`, "malformed_payment"],
    ["payment nonsense!", "malformed_payment"],
  ])("%s is a 402 that says so", async (authorization, reason) => {
    await refused(await send({ headers: { authorization } }), reason);
  });

  it("of another scheme is none at all", async () => {
    await refused(await send({ headers: { authorization: "Bearer x" } }), "no_payment");
  });
});
