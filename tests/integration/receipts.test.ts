import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from "@x402/core/http";
import type { PaymentPayload } from "@x402/core/types";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { messageHashOf } from "@/lib/chains/solana-transaction";
import { receiptDocumentation } from "@/lib/payments/receipts/documentation";
import { newEvmWallet } from "@/sandbox/accounts";
import { CHAIN_ID, USDC_ADDRESS } from "@/sandbox/chains/evm/network";
import { evmClient } from "@/sandbox/clients";
import { fundEvm } from "@/sandbox/faucets";
import { freePort } from "@/sandbox/ports";
import { startFaultyWorld } from "../support/faulty-world";
import { Jwks, openJws } from "../support/jws";
import {
  asHeader,
  CHAINS,
  challengeOf,
  newAddress,
  newPayer,
  payFor,
  post,
  refusal,
  startInstance,
  type Payer,
} from "../support/service";
import { evmProof, newNonce, proofHeader } from "../support/wallet-proofs";
import { world } from "../support/world";
import { cancelAuthorization } from "./chains-support";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const RECEIPT = "/api/receipt";
const PRICE = "20000";

const jwksOf = async (origin: string) =>
  Jwks.parse(await (await fetch(`${origin}/.well-known/jwks.json`)).json());

/** One GET of /api/receipt as a client of its own address makes it. */
const ask = (payment: string | undefined, headers: Record<string, string>, origin = sandbox.origin) => {
  const query = payment === undefined ? "" : `?${new URLSearchParams({ payment }).toString()}`;
  return fetch(`${origin}${RECEIPT}${query}`, { headers: { "x-forwarded-for": newAddress(), ...headers } });
};
const reported = async (response: Response) => {
  expect(response.status).toBe(200);
  return receiptDocumentation.output.parse(await response.json());
};
const signIn = async (payer: Payer, origin = sandbox.origin) => ({
  "sign-in-with-x": await payer.signIn(origin + RECEIPT),
});

/** A payment's key, as the API guide tells to make it. */
async function keyOf({ accepted, payload }: PaymentPayload): Promise<string> {
  if (accepted.network.startsWith("solana:")) {
    const { transaction } = z.object({ transaction: z.string() }).parse(payload);
    return `${accepted.network}:${await messageHashOf(transaction)}`;
  }
  const { authorization } = z
    .object({ authorization: z.object({ from: z.string(), nonce: z.string() }) })
    .parse(payload);
  return [accepted.network, accepted.asset, authorization.from, authorization.nonce].join(":");
}

interface Bought {
  payer: Payer;
  payment: PaymentPayload;
  key: string;
  /** The first call's Idempotency-Key. */
  idempotencyKey: string;
  response: Response;
}

async function buy(
  chain: (typeof CHAINS)[number],
  idempotencyKey: string = crypto.randomUUID(),
): Promise<Bought> {
  const payer = await newPayer(sandbox, chain);
  const payment = await payFor(sandbox.origin, TVL, payer);
  const headers = { "idempotency-key": idempotencyKey };
  const response = await post({ origin: sandbox.origin, path: TVL, payment: asHeader(payment), headers });
  expect(response.status).toBe(200);
  return { payer, payment, key: await keyOf(payment), idempotencyKey, response };
}

const Signed = z.object({ format: z.literal("jws"), signature: z.string() });
const Offers = z.object({ info: z.object({ offers: z.array(Signed) }) });
const WithReceipt = z.object({ info: z.object({ receipt: Signed }) });

const receiptIn = (response: Response) => {
  const header = response.headers.get("payment-response") ?? "";
  const settlement = decodePaymentResponseHeader(header);
  const { receipt } = WithReceipt.parse(settlement.extensions?.["offer-receipt"]).info;
  return { header, settlement, receipt };
};

describe("a challenge", () => {
  it("carries its offers signed by the published key, term by term, within 4,000 bytes of headers in all", async () => {
    const response = await post({ origin: sandbox.origin, path: TVL });
    const required = decodePaymentRequiredHeader(response.headers.get("payment-required") ?? "");
    const { x402 } = await refusal(response);
    const { offers } = Offers.parse(x402?.extensions?.["offer-receipt"]).info;
    expect(x402?.accepts).toEqual(required.accepts);
    expect(offers).toHaveLength(required.accepts.length);
    const keys = await jwksOf(sandbox.origin);
    for (const [index, { scheme, network, asset, payTo, amount }] of required.accepts.entries()) {
      const { payload } = await openJws(offers[index]?.signature ?? "", keys);
      expect(payload).toMatchObject({
        version: 1,
        resourceUrl: sandbox.origin + TVL,
        scheme,
        network,
        asset,
        payTo,
        amount,
      });
      expect(Number(payload.validUntil) * 1000).toBeGreaterThan(Date.now());
    }
    const size = [...response.headers].reduce(
      (sum, [name, value]) => sum + name.length + value.length + 4,
      0,
    );
    expect(size).toBeLessThanOrEqual(7 * 1024);
  });
});

describe.each(CHAINS)("a payment on %s", (chain) => {
  it("is receipted under the published key, by the same bytes at each replay", async () => {
    const { payer, payment, response } = await buy(chain);
    const { header, settlement, receipt } = receiptIn(response);
    const { payload } = await openJws(receipt.signature, await jwksOf(sandbox.origin));
    expect(payload).toMatchObject({
      version: 1,
      network: payment.accepted.network,
      resourceUrl: sandbox.origin + TVL,
      payer: chain === "base" ? payer.address.toLowerCase() : payer.address,
      amount: payment.accepted.amount,
      asset: payment.accepted.asset,
    });
    expect(payload).not.toHaveProperty("transaction"); // a facilitator's word is not signed
    const replayed = async (): Promise<Response> =>
      post({ origin: sandbox.origin, path: TVL, payment: asHeader(payment) });
    await expect
      .poll(
        async () => {
          const { receipt: later } = receiptIn(await replayed());
          return (await openJws(later.signature, await jwksOf(sandbox.origin))).payload.transaction;
        },
        { timeout: 20_000 },
      )
      .toBe(settlement.transaction);
    const confirmed = receiptIn(await replayed()).header;
    expect(confirmed).not.toBe(header);
    expect(Math.abs(Number(payload.issuedAt) - Date.now() / 1000)).toBeLessThan(60);
    for (let replay = 0; replay < 2; replay += 1) {
      const again = await post({ origin: sandbox.origin, path: TVL, payment: asHeader(payment) });
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      expect(again.headers.get("payment-response")).toBe(confirmed);
    }
  });

  it("is shown to its payer by each proof, with the receipt that came with the answer", async () => {
    const { payer, payment, key, idempotencyKey, response } = await buy(chain);
    const { settlement, receipt } = receiptIn(response);
    const { payload } = await openJws(receipt.signature, await jwksOf(sandbox.origin));
    const proofs: [string | undefined, Record<string, string>][] = [
      [key, await signIn(payer)],
      [key.toUpperCase(), await signIn(payer)],
      [key, { "payment-signature": asHeader(payment) }],
      [undefined, { "payment-signature": asHeader(payment) }],
      [key, { "idempotency-key": idempotencyKey }],
    ];
    for (const [named, headers] of proofs) {
      const response = await ask(named, headers);
      expect(response.headers.get("cache-control")).toContain("no-store");
      const answer = await reported(response);
      expect(answer).toEqual({
        ok: true,
        payment: key.toLowerCase(),
        state: "settled",
        transaction: settlement.transaction,
        network: payment.accepted.network,
        asset: payment.accepted.asset,
        payer: settlement.payer,
        amount: PRICE,
        resource: TVL,
        at: answer.at,
        receipt: expect.objectContaining({ format: receipt.format }),
        refund: null,
        agent: null,
      });
      const shown = await openJws(answer.receipt?.signature ?? "", await jwksOf(sandbox.origin));
      expect(shown.payload).toMatchObject(payload);
      expect(Math.floor(Date.parse(answer.at ?? "") / 1000)).toBe(payload.issuedAt);
    }
  });

  it("is refused to everybody else with the same message as an unknown payment", async () => {
    const { key, payment } = await buy(chain);
    const stranger = await newPayer(sandbox, chain, 0n);
    const { accepts } = await challengeOf(sandbox.origin, TVL);
    const accepted = accepts.find(({ network }) => network === payment.accepted.network) ?? payment.accepted;
    const rebuilt = asHeader({ ...payment, accepted });
    const { extra: _, ...bare } = payment.accepted;
    const unsold = `${key.slice(0, -8)}00000000`;
    const strangers: (() => Promise<Record<string, string>>)[] = [
      () => Promise.resolve({}),
      () => signIn(stranger),
      () => Promise.resolve({ "payment-signature": rebuilt }),
      () =>
        Promise.resolve({ "payment-signature": asHeader({ ...payment, accepted: { ...bare, extra: {} } }) }),
      () => Promise.resolve({ "idempotency-key": crypto.randomUUID() }),
      () => Promise.resolve({ "idempotency-key": "short" }),
    ];
    const answers = new Set<string>();
    for (const headers of strangers) {
      for (const named of [key, unsold]) {
        const response = await ask(named, await headers());
        expect(response.status).toBe(409);
        answers.add(await response.text());
      }
    }
    expect(answers.size).toBe(1);
    expect(JSON.parse([...answers][0] ?? "")).toEqual({
      error: expect.any(String) as string,
      code: "payment_conflict",
    });
  });

  it("is not shown for a key that could be guessed, even if it was the first call's", async () => {
    const { key, idempotencyKey } = await buy(chain, "order-42");
    expect((await ask(key, { "idempotency-key": idempotencyKey })).status).toBe(409);
  });

  it("that was never sent here is 404 to the wallet that it names, and to no other", async () => {
    const payer = await newPayer(sandbox, chain);
    const payment = await payFor(sandbox.origin, TVL, payer);
    const headers = { "payment-signature": asHeader(payment) };
    const own = await ask(await keyOf(payment), { ...headers, ...(await signIn(payer)) });
    expect([own.status, (await refusal(own)).code]).toEqual([404, "not_found"]);
    const stranger = await newPayer(sandbox, chain, 0n);
    for (const proof of [headers, { ...headers, ...(await signIn(stranger)) }])
      expect((await ask(await keyOf(payment), proof)).status).toBe(409);
  });
});

describe("a sign-in", () => {
  it("is good once, for any payment, whether or not that is the signer's", async () => {
    const { payer, key } = await buy("base");
    const first = await signIn(payer);
    await reported(await ask(key, first));
    const spent = await signIn(payer);
    expect((await ask(`${key.slice(0, -8)}00000000`, spent)).status).toBe(404);
    for (const headers of [first, spent]) {
      const response = await ask(key, headers);
      const body = await refusal(response);
      expect([response.status, body.code]).toEqual([400, "invalid_request"]);
      expect(body.error).toMatch(/used before/);
    }
  });

  it("is refused when it is old, for another route, or signed by nobody", async () => {
    const { payer, key } = await buy("base");
    const url = sandbox.origin + RECEIPT;
    const wrong = [
      await payer.signIn(url, { issuedAt: new Date(Date.now() - 6 * 60_000).toISOString() }),
      await payer.signIn(sandbox.origin + TVL),
      await payer.signIn(url, { domain: "evil.example.com" }),
      proofHeader({ ...(await evmProof(newEvmWallet().privateKey, url)), address: payer.address }),
      "no base64",
    ];
    for (const header of wrong) {
      const response = await ask(key, { "sign-in-with-x": header });
      expect([response.status, (await refusal(response)).code]).toEqual([400, "invalid_request"]);
    }
  });
});

describe("a question for a receipt", () => {
  it("that names no payment, or something else, is refused by naming what is wrong", async () => {
    const nothing = await ask(undefined, { "idempotency-key": newNonce() });
    expect([nothing.status, (await refusal(nothing)).error]).toEqual([
      400,
      expect.stringContaining("`payment`"),
    ]);
    for (const payment of ["", "0x1", "eip155:84532:0x1:0x2:0x3", "solana:x:y"])
      expect((await ask(payment, {})).status).toBe(400);
    const extra = await fetch(`${sandbox.origin}${RECEIPT}?paymnet=1`, {
      headers: { "x-forwarded-for": newAddress() },
    });
    expect(extra.status).toBe(400);
  });

  it("with an unreadable payment is refused without a challenge", async () => {
    const response = await ask(undefined, { "payment-signature": "no base64" });
    const body = await refusal(response);
    expect([response.status, body.code, body.x402]).toEqual([400, "invalid_request", undefined]);
  });
});

describe("payments with an unknown outcome", () => {
  it("are looked up on chain when their payer asks, and receipted", async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const blind = await startFaultyWorld(sandbox, "receipts", {
      env: { EVM_RPC_URL: nowhere, SOLANA_RPC_URL: nowhere },
    });
    const { EVM_RPC_URL: _, SOLANA_RPC_URL: __, ...env } = blind.env;
    const seeing = await startInstance(sandbox, "receipts-seeing", env);
    try {
      const payers = await Promise.all(CHAINS.map((chain) => newPayer(sandbox, chain)));
      blind.primary.setFault({ kind: "silent-after-settle", cutAfterMs: 10 });
      const keys = await Promise.all(
        payers.map(async (payer) => {
          const payment = await payFor(blind.origin, TVL, payer);
          const send = async () =>
            (await post({ origin: blind.origin, path: TVL, payment: asHeader(payment) })).status;
          // A facilitator that a busy machine kept from verifying in time has taken nothing: 503, and the same again.
          await expect.poll(send, { timeout: 20_000 }).toBe(409);
          return keyOf(payment);
        }),
      );
      for (const [index, payer] of payers.entries()) {
        const key = keys[index];
        const open = await reported(await ask(key, await signIn(payer, blind.origin), blind.origin));
        expect(open).toMatchObject({
          state: "unknown",
          transaction: null,
          at: null,
          receipt: null,
          amount: PRICE,
        });
        const settled = await reported(await ask(key, await signIn(payer, seeing.origin), seeing.origin));
        expect(settled).toMatchObject({ state: "settled", amount: PRICE, resource: TVL });
        const { payload } = await openJws(settled.receipt?.signature ?? "", await jwksOf(seeing.origin));
        expect(payload.transaction).toBe(settled.transaction);
        expect(settled.transaction).not.toBeNull();
      }
    } finally {
      await Promise.all([blind.stop(), seeing.stop()]);
    }
  });

  it("that moved nothing and never can are shown as released", async () => {
    const faulty = await startFaultyWorld(sandbox, "receipts-released");
    try {
      const wallet = newEvmWallet();
      await fundEvm(sandbox.evm.rpcUrl, wallet.address, 1_000_000n);
      const client = evmClient({ evm: { ...sandbox.evm, payerPrivateKey: wallet.privateKey } });
      const payment = await client.createPaymentPayload(await challengeOf(faulty.origin, TVL));
      faulty.primary.setFault({ kind: "down", on: ["settle"] });
      faulty.fallback.setFault({ kind: "down", on: ["settle"] });
      const lost = await post({ origin: faulty.origin, path: TVL, payment: asHeader(payment) });
      expect(lost.status).toBe(409);
      const { authorization } = z
        .object({ authorization: z.object({ nonce: z.templateLiteral(["0x", z.string()]) }) })
        .parse(payment.payload);
      const evm = { rpcUrl: sandbox.evm.rpcUrl, chainId: CHAIN_ID, usdc: USDC_ADDRESS } as const;
      await cancelAuthorization(
        evm,
        { account: privateKeyToAccount(wallet.privateKey) },
        authorization.nonce,
      );
      const proof = async () => ({
        "sign-in-with-x": proofHeader(await evmProof(wallet.privateKey, faulty.origin + RECEIPT)),
      });
      const key = await keyOf(payment);
      const answer = await reported(await ask(key, await proof(), faulty.origin));
      expect(answer).toMatchObject({ state: "released", transaction: null, receipt: null, amount: PRICE });
      expect((await ask(key, await proof(), faulty.origin)).status).toBe(404); // nothing is kept of it
    } finally {
      await faulty.stop();
    }
  });
});

describe("the published keys", () => {
  it("are served to any origin, to be cached, and stand in the DID document that signatures name", async () => {
    const response = await fetch(`${sandbox.origin}/.well-known/jwks.json`, {
      headers: { origin: "https://a.example" },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("cache-control")).toMatch(/^public, max-age=\d+$/);
    const { keys } = Jwks.parse(await response.json());
    expect(keys).toHaveLength(1);
    const did: unknown = await (await fetch(`${sandbox.origin}/.well-known/did.json`)).json();
    const { host } = new URL(sandbox.origin);
    expect(did).toMatchObject({
      id: `did:web:${host.replace(":", "%3A")}`,
      verificationMethod: [
        { id: `did:web:${host.replace(":", "%3A")}#${keys[0]?.kid}`, publicKeyJwk: keys[0] },
      ],
    });
  });
});

describe("a service without a signing key", () => {
  it("sells and shows payments, and signs and publishes nothing", async () => {
    const instance = await startInstance(sandbox, "unsigned", {
      RECEIPT_SIGNING_KEY: "",
      STORE_PREFIX: "test-unsigned",
    });
    try {
      const { origin } = instance;
      expect(await jwksOf(origin)).toEqual({ keys: [] });
      const challenge = await challengeOf(origin, TVL);
      expect(Object.keys(challenge.extensions ?? {})).toEqual(["bazaar", "payment-identifier"]);
      const payer = await newPayer(sandbox, "base");
      const payment = await payFor(origin, TVL, payer);
      const bought = await post({ origin, path: TVL, payment: asHeader(payment) });
      expect(bought.status).toBe(200);
      expect(
        decodePaymentResponseHeader(bought.headers.get("payment-response") ?? "").extensions,
      ).toBeUndefined();
      const answer = await reported(await ask(await keyOf(payment), await signIn(payer, origin), origin));
      expect(answer).toMatchObject({ state: "settled", receipt: null });
    } finally {
      await instance.stop();
    }
  });
});
