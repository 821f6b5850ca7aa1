import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startFaultyWorld, type FaultyWorld } from "../support/faulty-world";
import { mppChallengeOf, newMppPayer, pull, push, type MppPayer } from "../support/mpp-payer";
import { LOST, startRpcProxy, type RpcProxy } from "../support/rpc-proxy";
import { challengeOf, post, refusal, startInstance, type Call } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const PRICE = 20_000n;

let node: RpcProxy;
let service: FaultyWorld;
let payer: MppPayer;
beforeAll(async () => {
  node = await startRpcProxy(sandbox.solana.rpcUrl);
  service = await startFaultyWorld(sandbox, "mpp", { env: { SOLANA_RPC_URL: node.url } });
  payer = await newMppPayer(sandbox);
  await challengeOf(service.origin, TVL); // the ledger's epoch is noted at the first challenge
  await new Promise((resolve) => setTimeout(resolve, 1_500));
});
afterAll(async () => {
  await service.stop();
  await node.close();
});
afterEach(() => {
  node.faults.clear();
  node.asked.length = 0;
  service.upstream.clearFaults();
});

const send = (call: Pick<Call, "headers">): Promise<Response> =>
  post({ origin: service.origin, path: TVL, ...call });

/** A signed transaction, and what it has cost so far. */
async function signed(who = payer) {
  const challenge = await mppChallengeOf(service.origin, TVL);
  const { transaction, id } = await who.sign(challenge);
  const before = await who.balance();
  return { challenge, transaction, id, cost: async () => before - (await who.balance()) };
}

const down = (): void => {
  for (const method of ["simulateTransaction", "getTransaction", "getSignaturesForAddress"])
    node.faults.set(method, () => Promise.resolve(LOST));
};

describe("while our Solana node is down", () => {
  it("a transaction that is handed over is neither sent nor charged, and buys once the node is back", async () => {
    const { challenge, transaction, cost } = await signed();
    down();
    const response = await send(pull(challenge, transaction));
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refusal(response)).toMatchObject({ code: "payments_unavailable" });
    expect(node.asked).not.toContain("sendTransaction");
    expect(await cost()).toBe(0n);
    node.faults.clear();
    expect((await send(pull(challenge, transaction))).status).toBe(200);
    expect(await cost()).toBe(PRICE);
  });

  it("a payer who pushed a transaction has to wait, and is not asked to pay again", async () => {
    const { challenge, transaction, id, cost } = await signed();
    await payer.broadcast(transaction);
    down();
    const response = await send(push(challenge, id));
    expect(response.status).toBe(503);
    const body = await refusal(response);
    expect(body).toMatchObject({ code: "payments_unavailable" });
    expect(body.error).toContain("don't pay again");
    expect(response.headers.has("www-authenticate")).toBe(false);
    node.faults.clear();
    expect((await send(push(challenge, id))).status).toBe(200);
    expect(await cost()).toBe(PRICE);
  });
});

describe("a transaction that we send", () => {
  it("is moved once and answered although the node's reply to it gets lost", async () => {
    const { challenge, transaction, cost } = await signed();
    node.faults.set("sendTransaction", async (_, forward) => {
      await forward();
      return LOST;
    });
    expect((await send(pull(challenge, transaction))).status).toBe(200);
    expect(await cost()).toBe(PRICE);
  });

  it("is sent again when it gets lost on its way, and moved once", async () => {
    const { challenge, transaction, cost } = await signed();
    let sent = 0;
    node.faults.set("sendTransaction", (_, forward) =>
      (sent += 1) === 1 ? Promise.resolve(LOST) : forward(),
    );
    expect((await send(pull(challenge, transaction))).status).toBe(200);
    expect(sent).toBe(2);
    expect(await cost()).toBe(PRICE);
  });

  it("is found in the chain's history when the node has no status in time", async () => {
    const { challenge, transaction, id, cost } = await signed();
    node.faults.set("getSignatureStatuses", () => Promise.resolve(LOST));
    const response = await send(pull(challenge, transaction));
    expect(response.status).toBe(200);
    const receipt = atob(response.headers.get("payment-response") ?? "");
    expect(receipt).toContain(id);
    expect(await cost()).toBe(PRICE);
  });

  it("is refused as unmoved when its wallet was emptied before it landed", async () => {
    const poor = await newMppPayer(sandbox, { usdc: PRICE });
    const { challenge, transaction, cost } = await signed(poor);
    const elsewhere = await poor.sign(challenge, { after: [] });
    node.faults.set("sendTransaction", async (_, forward) => {
      await poor.broadcast(elsewhere.transaction);
      return forward();
    });
    const response = await send(pull(challenge, transaction));
    expect(response.status).toBe(402);
    expect(await refusal(response)).toMatchObject({ reason: "settlement_failed" });
    expect(await cost()).toBe(PRICE); // by the other transfer alone
  });

  it("is neither sent nor charged when no answer can be made", async () => {
    const { challenge, transaction, cost } = await signed();
    service.upstream.setFault("*", { kind: "down" });
    const response = await send(pull(challenge, transaction));
    expect(response.status).toBe(503);
    expect(node.asked).not.toContain("sendTransaction");
    expect(await cost()).toBe(0n);
  });
});

describe("a transaction that its payer has sent himself", () => {
  it("is waited for while our node is a moment behind the payer's", async () => {
    const { challenge, transaction, id } = await signed();
    await payer.broadcast(transaction);
    let asked = 0;
    node.faults.set("getTransaction", (_, forward) => ((asked += 1) < 3 ? Promise.resolve(null) : forward()));
    expect((await send(push(challenge, id))).status).toBe(200);
  });

  it("stays credited while no answer can be made, and is served once one can", async () => {
    const { challenge, transaction, id, cost } = await signed();
    await payer.broadcast(transaction);
    service.upstream.setFault("*", { kind: "down" });
    const failed = await send(push(challenge, id));
    expect(failed.status).toBe(503);
    expect((await refusal(failed)).error).toContain("don't sign another");
    service.upstream.clearFaults();
    const response = await send(push(challenge, id));
    expect(response.status).toBe(200);
    expect(response.headers.has("payment-receipt")).toBe(true);
    expect(await cost()).toBe(PRICE);
  });
});

describe("a service without a key or a node for MPP", () => {
  it.each<[string, Record<string, string>, number]>([
    ["MPP_SECRET_KEY", { MPP_SECRET_KEY: "" }, 402],
    ["SOLANA_RPC_URL", { SOLANA_RPC_URL: "" }, 503],
  ])("%s offers none, and takes none", async (name, env, status) => {
    const { challenge, transaction, cost } = await signed();
    const bare = await startInstance(sandbox, `mpp-without-${name.toLowerCase()}`, {
      ...service.env,
      PUBLIC_ORIGIN: service.origin,
      ...env,
    });
    try {
      const unpaid = await post({ origin: bare.origin, path: TVL });
      expect(unpaid.headers.has("www-authenticate")).toBe(false);
      const body = (await unpaid.json()) as { mpp: unknown[]; howToPay: string[] }; // the 402's body
      expect(body.mpp).toEqual([]);
      expect(body.howToPay.join()).not.toContain("MPP");
      const response = await post({ origin: bare.origin, path: TVL, ...pull(challenge, transaction) });
      expect(response.status).toBe(status);
      if (status === 402) expect(await refusal(response)).toMatchObject({ reason: "unsupported_payment" });
      expect(await cost()).toBe(0n);
    } finally {
      await bare.stop();
    }
  });
});
