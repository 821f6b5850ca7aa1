import type { PaymentPayload } from "@x402/core/types";
import { decodePaymentResponseHeader } from "@x402/core/http";
import { createPublicClient, decodeFunctionData, encodePacked, http, parseAbi, type Hex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFaultyWorld, type FaultyWorld } from "../support/faulty-world";
import { redis } from "../support/ledger-command";
import {
  asHeader,
  CHAINS,
  challengeOf,
  newPayer,
  payFor,
  post,
  refusal,
  startInstance,
  untilAnswered,
} from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const PRICE = 20_000n;

const TRANSFER = parseAbi([
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
]);

describe("the work for one payment", () => {
  let service: FaultyWorld;
  beforeAll(async () => {
    service = await startFaultyWorld(sandbox, "once", {
      env: { UPSTREAM_TIMEOUT_MS: "8000" }, // a provider that is only slow is not asked again
    });
  });
  afterAll(() => service.stop());

  /** What the ledger says of how far the one sale to this wallet is trusted. */
  async function trustOf(payer: string): Promise<unknown> {
    const records = await redis(sandbox, "KEYS", `${service.env.STORE_PREFIX}:ledger:*:record`);
    for (const record of records as string[]) {
      const of = await redis(sandbox, "HGET", record, "payer"); // in small letters on Base
      if (String(of).toLowerCase() === payer.toLowerCase()) return redis(sandbox, "HGET", record, "trust");
    }
    return null;
  }

  it.each(CHAINS)(
    "is done once for ten copies on %s: one settlement asked for, each source read once",
    async (chain) => {
      const payer = await newPayer(sandbox, chain);
      const payment = asHeader(await payFor(service.origin, TVL, payer));
      service.calls.length = 0;
      const reads = () => service.upstream.requests().filter(({ path }) => path === "/protocols").length;
      const before = reads();
      const call = { origin: service.origin, path: TVL, payment };
      const answers = await Promise.all(
        Array.from({ length: 10 }, async () => (await untilAnswered(call)).text()),
      );
      expect(new Set(answers).size).toBe(1);
      expect(service.calls.filter(({ operation }) => operation === "settle")).toHaveLength(1);
      expect(service.calls.filter(({ operation }) => operation === "verify")).toHaveLength(1);
      expect(reads() - before).toBe(1);
    },
  );

  it.each(CHAINS)(
    "is done to its end on %s for a caller who hung up: settled, and then looked at on the chain",
    async (chain) => {
      const payer = await newPayer(sandbox, chain);
      const payment = asHeader(await payFor(service.origin, TVL, payer));
      const before = await payer.balance();
      service.primary.setFault({ kind: "slow", ms: 1_000, on: ["settle"] });
      try {
        const caller = new AbortController();
        const call = post({ origin: service.origin, path: TVL, payment, signal: caller.signal });
        const open = `${service.env.STORE_PREFIX}:ledger:open`;
        await expect.poll(() => redis(sandbox, "ZCARD", open), { timeout: 10_000 }).toBe(1);
        caller.abort();
        await expect(call).rejects.toThrow();
        await expect.poll(() => trustOf(payer.address), { timeout: 15_000 }).toBe("confirmed");
        expect(before - (await payer.balance())).toBe(PRICE);
      } finally {
        service.primary.setFault(null);
      }
    },
  );
});

/** The payment header that anyone can rebuild from what the chain shows of it. */
async function rebuiltFromBase(transaction: string): Promise<PaymentPayload["payload"]> {
  const { input } = await createPublicClient({ transport: http(sandbox.evm.rpcUrl) }).getTransaction({
    hash: transaction as Hex,
  }); // a receipt's transaction hash
  const { args } = decodeFunctionData({ abi: TRANSFER, data: input });
  const [from, to, value, validAfter, validBefore, nonce, v, r, s] = args;
  const signature =
    typeof v === "number" ? encodePacked(["bytes32", "bytes32", "uint8"], [r ?? "0x", s ?? "0x", v]) : v;
  const authorization = {
    from,
    to,
    value: String(value),
    validAfter: String(validAfter),
    validBefore: String(validBefore),
    nonce,
  };
  return { signature, authorization };
}

async function rebuiltFromSolana(transaction: string): Promise<PaymentPayload["payload"]> {
  const params = [
    transaction,
    { encoding: "base64", commitment: "confirmed", maxSupportedTransactionVersion: 0 },
  ];
  const response = await fetch(sandbox.solana.rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getTransaction", params }),
  });
  const { result } = (await response.json()) as { result: { transaction: [string, string] } }; // Solana's own format for base64
  return { transaction: result.transaction[0] };
}

describe("a payment that the chain shows to everybody", () => {
  it.each(CHAINS)("gets nothing when it is rebuilt from %s and sent again", async (chain) => {
    const { origin } = sandbox;
    const payer = await newPayer(sandbox, chain);
    const payment = await payFor(origin, TVL, payer);
    const bought = await post({ origin, path: TVL, payment: asHeader(payment) });
    expect(bought.status).toBe(200);
    const { transaction } = decodePaymentResponseHeader(bought.headers.get("payment-response") ?? "");
    const payload = await (chain === "base" ? rebuiltFromBase : rebuiltFromSolana)(transaction);
    const { accepts, resource } = await challengeOf(origin, TVL);
    const accepted = accepts.find(({ network }) => network === payment.accepted.network);
    if (accepted === undefined) throw new Error("the chain is not on offer");
    const thief = { origin, path: TVL, payment: asHeader({ x402Version: 2, resource, accepted, payload }) };
    const response = await post(thief);
    expect(response.status).toBe(409);
    const body = await refusal(response);
    expect(body.code).toBe("payment_conflict");
    expect(body.x402).toBeUndefined();
    // An idempotency key of the thief's own opens nothing either.
    expect((await post({ ...thief, headers: { "idempotency-key": crypto.randomUUID() } })).status).toBe(409);
  });
});

describe("an answer that is no longer stored", () => {
  it("is 410, so that nobody pays again by mistake", async () => {
    const instance = await startInstance(sandbox, "short-memory", {
      LEDGER_ANSWER_TTL_SEC: "1",
      STORE_PREFIX: "test-short-memory",
    });
    try {
      const payer = await newPayer(sandbox, "base");
      const payment = asHeader(await payFor(instance.origin, TVL, payer));
      expect((await post({ origin: instance.origin, path: TVL, payment })).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      const before = await payer.balance();
      const response = await post({ origin: instance.origin, path: TVL, payment });
      expect(response.status).toBe(410);
      const body = await refusal(response);
      expect(body.code).toBe("answer_expired");
      expect(body.x402).toBeUndefined();
      expect(await payer.balance()).toBe(before);
    } finally {
      await instance.stop();
    }
  });
});

describe("one wallet", () => {
  it("that can pay for one answer and sends six payments at once is charged for the one that it gets", async () => {
    const payer = await newPayer(sandbox, "base", PRICE);
    const instance = await startFaultyWorld(sandbox, "overdraft");
    try {
      const payments = await Promise.all(
        Array.from({ length: 6 }, async () => asHeader(await payFor(instance.origin, TVL, payer))),
      );
      const responses = await Promise.all(
        payments.map((payment) => post({ origin: instance.origin, path: TVL, payment })),
      );
      const statuses = responses.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      // Refused at verify, over the limit of payments in flight, or still to be judged by the chain.
      for (const status of statuses) expect([200, 402, 409, 429]).toContain(status);
      expect(await payer.balance()).toBe(0n);
    } finally {
      await instance.stop();
    }
  });
});

describe("one Idempotency-Key", () => {
  it.each([crypto.randomUUID(), "order-42"])(
    "%s on two payments at once buys one answer for both",
    async (key) => {
      const { origin } = sandbox;
      const payer = await newPayer(sandbox, "base");
      const headers = { "idempotency-key": key };
      const payments = await Promise.all([1, 2].map(async () => asHeader(await payFor(origin, TVL, payer))));
      const before = await payer.balance();
      const answers = await Promise.all(
        payments.map(async (payment) =>
          (await untilAnswered({ origin, path: TVL, payment, headers })).text(),
        ),
      );
      expect(new Set(answers).size).toBe(1);
      expect(answers[0]).toContain('"ok":true');
      expect(before - (await payer.balance())).toBe(PRICE);
    },
  );
});
