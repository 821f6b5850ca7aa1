import { generateKeyPairSync } from "node:crypto";
import type { PaymentPayload } from "@x402/core/types";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isRecord } from "@/lib/is-record";
import { callRpc } from "@/sandbox/host/json-rpc";
import { answers, type Act } from "../support/facilitator-double";
import {
  PRICE,
  startTillWorld,
  type TillBuyer,
  type TillInstance,
  type TillWorld,
} from "../support/till-world";

const FAILED = answers(200, { success: false, errorReason: "unexpected_settle_error", transaction: "" });
const claims = (transaction: string, network = "eip155:84532"): Act =>
  answers(200, { success: true, transaction, network });
const randomHash = (): string =>
  `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex")}`;

/** A sale comes under suspicion at once, and its block may be final at once. */
const HASTY = {
  TRUST_SEARCH_AFTER_MS: "300",
  TRUST_FINAL_AFTER_MS: "0",
  RECEIPT_SIGNING_KEY: generateKeyPairSync("ed25519")
    .privateKey.export({ format: "der", type: "pkcs8" })
    .toString("base64"),
};

let world: TillWorld;
beforeAll(async () => {
  world = await startTillWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

/** Somebody else has the payment settled, before the service has seen it. */
async function settleElsewhere(paymentPayload: PaymentPayload): Promise<void> {
  const settling = { x402Version: 2, paymentPayload, paymentRequirements: paymentPayload.accepted };
  const response = await fetch(`${world.chains.primary.url}/settle`, {
    ...{ method: "POST", headers: { "content-type": "application/json" } },
    body: JSON.stringify(settling),
  });
  expect(await response.json()).toMatchObject({ success: true });
}

interface Bought {
  buyer: TillBuyer;
  status: number;
  headers: Headers;
  /** Sends the same payment again. */
  again(): ReturnType<TillInstance["pay"]>;
}

async function buy(till: TillInstance, chain: "base" | "solana" = "base"): Promise<Bought> {
  const buyer = await world.buyer(chain);
  const payment = await buyer.sign(await till.challenge());
  const { status, headers } = await till.pay(payment);
  return { buyer, status, headers, again: () => till.pay(payment) };
}

/** Recovers until the sale is so trusted, as the schedule and other sales would. */
async function untilTrusted(till: TillInstance, { buyer }: Bought, trust: string): Promise<void> {
  const look = async (): Promise<string | undefined> => {
    await makeDue();
    await till.recover();
    return (await world.recordOf(buyer.payer))["trust"];
  };
  await expect.poll(look, { timeout: 20_000, interval: 100 }).toBe(trust);
}

/** The time of everything that is listed has come. */
async function makeDue(): Promise<void> {
  const listed = await world.store.redis.zrange<string[]>("svc:ledger:to-confirm", 0, -1);
  for (const member of listed) await world.store.redis.zadd("svc:ledger:to-confirm", { score: 1, member });
}

/** Every authorization has run out, in a block that is safe. */
async function runOut(): Promise<void> {
  await callRpc(world.chains.evm.rpcUrl, "evm_increaseTime", [900]);
  await callRpc(world.chains.evm.rpcUrl, "anvil_mine", ["0x80"]);
}

const proofsAgainst = (facilitator: { url: string }): Promise<number> =>
  world.store.redis.zcard(`svc:ledger:lies:${facilitator.url}`);

async function switchedOff(): Promise<string[]> {
  const flat: unknown = await world.store.redis.hgetall("svc:ledger:switches");
  const fields = Array.isArray(flat) ? flat.map(String) : [];
  return fields.filter((field, index) => index % 2 === 0 && !field.startsWith("suspect"));
}

/** What the signed receipt of an answer says. */
function signedIn(headers: Headers): Record<string, unknown> {
  const settlement: unknown = JSON.parse(
    Buffer.from(headers.get("payment-response") ?? "", "base64").toString(),
  );
  const text = JSON.stringify(settlement);
  const [, body = ""] = /"signature":"[\w-]+\.([\w-]+)\.[\w-]+"/.exec(text) ?? [];
  const payload: unknown = JSON.parse(Buffer.from(body, "base64url").toString());
  if (!isRecord(payload)) throw new Error("no signed receipt");
  return payload;
}

describe("an honest facilitator's sale", () => {
  it.each(["base", "solana"] as const)(
    "on %s is confirmed in the background of its call; only then its signed receipt names the transaction",
    async (chain) => {
      const till = await world.start(HASTY);
      const bought = await buy(till, chain);
      expect(bought.status).toBe(200);
      expect(signedIn(bought.headers)).not.toHaveProperty("transaction");
      await expect
        .poll(async () => (await world.recordOf(bought.buyer.payer))["trust"], { timeout: 10_000 })
        .toBe("confirmed");
      const again = await bought.again();
      expect(again.status).toBe(200);
      expect(signedIn(again.headers)["transaction"]).toEqual(expect.any(String));
      expect(await bought.buyer.spent()).toBe(PRICE);
    },
  );

  it("is off the list once its block is final", async () => {
    const till = await world.start(HASTY);
    const bought = await buy(till);
    await untilTrusted(till, bought, "confirmed");
    await callRpc(world.chains.evm.rpcUrl, "anvil_mine", ["0x80"]);
    await expect
      .poll(async () => {
        await makeDue();
        await till.recover();
        return world.store.redis.zcard("svc:ledger:to-confirm");
      })
      .toBe(0);
    const record = await world.recordOf(bought.buyer.payer);
    expect(record).toMatchObject({ state: "settled", trust: "confirmed" });
    expect(record["resend"]).toBeUndefined();
  });
});

describe("one lying and one honest facilitator", () => {
  it("success without a transfer: suspected, and the same authorization is settled by the honest one", async () => {
    const till = await world.start(HASTY);
    world.primary.act("settle", claims(randomHash()));
    const bought = await buy(till);
    expect(bought.status).toBe(200);
    expect(await bought.buyer.spent()).toBe(0n);
    await untilTrusted(till, bought, "unconfirmed");
    expect(await bought.buyer.spent()).toBe(PRICE);
    await untilTrusted(till, bought, "confirmed");
    expect(signedIn((await bought.again()).headers)["transaction"]).toEqual(expect.any(String));
    expect(await proofsAgainst(world.primary)).toBe(0);
  });

  it("is settled by the honest one at a later look, where that one was out of order at the first", async () => {
    const till = await world.start(HASTY);
    world.primary.act("settle", claims(randomHash()));
    world.fallback.act("settle", answers(503, {}));
    const bought = await buy(till);
    await untilTrusted(till, bought, "unconfirmed");
    expect(await bought.buyer.spent()).toBe(0n);
    world.fallback.reset();
    await untilTrusted(till, bought, "confirmed");
    expect(await bought.buyer.spent()).toBe(PRICE);
  });

  it("is asked last, by every instance, once a settlement that it named is found nowhere", async () => {
    const till = await world.start(HASTY);
    world.primary.act("settle", claims(randomHash()));
    world.fallback.act("settle", FAILED); // so that the suspicion lasts
    await untilTrusted(till, await buy(till), "unconfirmed");
    world.fallback.reset();
    world.primary.calls.length = 0;
    const other = await world.start(HASTY);
    expect((await buy(other)).status).toBe(200);
    expect((await buy(other)).status).toBe(200);
    expect(world.primary.calls).not.toContain("settle");
    expect(world.fallback.calls).toContain("settle");
  });

  it("success with another payment's hash is judged by the evidence, not by the hash", async () => {
    const till = await world.start(HASTY);
    const honest = await buy(till);
    await untilTrusted(till, honest, "confirmed");
    const { transaction } = JSON.parse((await world.recordOf(honest.buyer.payer))["receipt"] ?? "{}") as {
      transaction: string;
    }; // as the ledger writes it
    world.primary.act("settle", claims(transaction));
    const bought = await buy(till);
    expect(bought.status).toBe(200);
    await untilTrusted(till, bought, "confirmed");
    const receipt = (await world.recordOf(bought.buyer.payer))["receipt"] ?? "";
    expect(receipt).not.toContain(transaction);
    expect(await bought.buyer.spent()).toBe(PRICE);
  });

  it("is taken out by two proofs, each by two nodes; the honest one, and the last one, never", async () => {
    const till = await world.start({ ...HASTY, ...world.second.settings });
    world.primary.act("settle", claims(randomHash()));
    world.fallback.act("settle", FAILED);
    const first = await buy(till);
    await world.store.redis.del("svc:ledger:switches"); // the first suspicion does not spare the second sale its lie
    const second = await buy(await world.start({ ...HASTY, ...world.second.settings }));
    await untilTrusted(till, first, "unconfirmed");
    await untilTrusted(till, second, "unconfirmed");
    expect(await switchedOff()).toEqual([]);
    await runOut();
    await untilTrusted(till, first, "unbacked");
    await untilTrusted(till, second, "unbacked");
    expect(await proofsAgainst(world.primary)).toBe(2);
    expect(await switchedOff()).toEqual([`facilitator ${world.primary.url}`]);
    expect(JSON.stringify(await till.switches())).toContain('"by":"proofs"');
    expect(await proofsAgainst(world.fallback)).toBe(0);
    // The buyers keep their answers.
    for (const { again } of [first, second]) expect((await again()).status).toBe(200);
  });

  it("where the other one is off already, the liar is the last: it stays", async () => {
    const till = await world.start({ ...HASTY, ...world.second.settings });
    world.primary.act("settle", claims(randomHash()));
    await till.turn("facilitator", "fallback", true);
    const bought = [await buy(till), await buy(till)];
    for (const one of bought) await untilTrusted(till, one, "unconfirmed");
    await runOut();
    for (const one of bought) await untilTrusted(till, one, "unbacked");
    expect(await proofsAgainst(world.primary)).toBe(2);
    expect(await switchedOff()).toEqual([`facilitator ${world.fallback.url}`]);
  });
});

describe("nodes", () => {
  it("one alone proves nothing: what it says never moved is disputed, and nobody is held to have lied", async () => {
    const till = await world.start(HASTY);
    world.primary.act("settle", claims(randomHash()));
    world.fallback.act("settle", FAILED);
    const bought = await buy(till);
    await untilTrusted(till, bought, "unconfirmed");
    await runOut();
    await untilTrusted(till, bought, "disputed");
    expect(await proofsAgainst(world.primary)).toBe(0);
    expect(await switchedOff()).toEqual([]);
    expect(await world.store.redis.zcard("svc:ledger:suspects")).toBe(1);
  });

  it("one lying of two, which hides transfers: disputed, and no honest facilitator is held to have lied", async () => {
    const till = await world.start({ ...HASTY, ...world.second.settings });
    world.base.faults.set("eth_getTransactionReceipt", () => Promise.resolve(null));
    world.base.faults.set("eth_getLogs", () => Promise.resolve([]));
    world.base.faults.set("eth_call", () => Promise.resolve(`0x${"0".repeat(64)}`));
    const bought = [await buy(till), await buy(till)];
    for (const one of bought) await untilTrusted(till, one, "unconfirmed");
    await runOut();
    for (const one of bought) await untilTrusted(till, one, "disputed");
    for (const facilitator of [world.primary, world.fallback])
      expect(await proofsAgainst(facilitator)).toBe(0);
    expect(await switchedOff()).toEqual([]);
    for (const { buyer } of bought) expect(await buyer.spent()).toBe(PRICE);
  });

  it("a first that is down is replaced by the second", async () => {
    const till = await world.start({ ...HASTY, ...world.second.settings });
    for (const method of ["eth_getTransactionReceipt", "eth_getBlockByNumber", "eth_call"])
      world.base.faults.set(method, () => Promise.reject(new Error("down")));
    await untilTrusted(till, await buy(till), "confirmed");
  });

  it("both down prove nothing, however late it is", async () => {
    const till = await world.start({ ...HASTY, ...world.second.settings });
    world.primary.act("settle", claims(randomHash()));
    world.fallback.act("settle", FAILED);
    const bought = await buy(till);
    await untilTrusted(till, bought, "unconfirmed");
    await runOut();
    for (const node of [world.base, world.second.base])
      for (const method of ["eth_getTransactionReceipt", "eth_getBlockByNumber", "eth_call"])
        node.faults.set(method, () => Promise.reject(new Error("down")));
    for (let run = 0; run < 3; run += 1) {
      await makeDue();
      await till.recover();
    }
    expect((await world.recordOf(bought.buyer.payer))["trust"]).toBe("unconfirmed");
    expect(await proofsAgainst(world.primary)).toBe(0);
  });
});

describe("a chain that changes its mind", () => {
  it("a reorganisation of 3 blocks on Base: told, no lie, and the same authorization is settled again", async () => {
    const till = await world.start({ ...HASTY, ...world.second.settings });
    const buyer = await world.buyer("base");
    const { rpcUrl } = world.chains.evm;
    await callRpc(rpcUrl, "anvil_mine", ["0xa"]); // the buyer's money stays
    const payment = await buyer.sign(await till.challenge());
    const { status, headers } = await till.pay(payment);
    const bought: Bought = { buyer, status, headers, again: () => till.pay(payment) };
    await untilTrusted(till, bought, "confirmed");
    const [number = ""] = (await world.recordOf(buyer.payer))["block"]?.split(" ") ?? [];
    await callRpc(rpcUrl, "anvil_mine", ["0x2"]);
    const depth = Number(await callRpc(rpcUrl, "eth_blockNumber", [])) - Number(number) + 1;
    expect(depth).toBeGreaterThanOrEqual(3);
    await callRpc(rpcUrl, "anvil_reorg", [depth, []]);
    expect(await bought.buyer.spent()).toBe(0n);
    await callRpc(world.chains.evm.rpcUrl, "anvil_mine", ["0x80"]);
    expect(signedIn((await bought.again()).headers)).toHaveProperty("transaction");
    await untilTrusted(till, bought, "reorganised");
    expect(signedIn((await bought.again()).headers)).not.toHaveProperty("transaction"); // the chain shows none
    await untilTrusted(till, bought, "confirmed");
    expect(signedIn((await bought.again()).headers)).toHaveProperty("transaction");
    expect(await bought.buyer.spent()).toBe(PRICE);
    for (const facilitator of [world.primary, world.fallback])
      expect(await proofsAgainst(facilitator)).toBe(0);
    expect((await bought.again()).status).toBe(200);
  });

  it("the same of a payment that others had sent: what is credited is looked at again, too", async () => {
    const till = await world.start({ ...HASTY, ...world.second.settings, LEDGER_CREDIT_WAIT_MS: "0" });
    const buyer = await world.buyer("base");
    const { rpcUrl } = world.chains.evm;
    await callRpc(rpcUrl, "anvil_mine", ["0xa"]); // the buyer's money stays
    const payment = await buyer.sign(await till.challenge());
    await world.store.redis.set("svc:ledger:epoch", "1"); // this store has been there for long
    await settleElsewhere(payment);
    const { status, headers } = await till.pay(payment);
    expect(status).toBe(200);
    const bought: Bought = { buyer, status, headers, again: () => till.pay(payment) };
    await untilTrusted(till, bought, "confirmed");
    const [number = ""] = (await world.recordOf(buyer.payer))["block"]?.split(" ") ?? [];
    await callRpc(rpcUrl, "anvil_mine", ["0x2"]);
    const depth = Number(await callRpc(rpcUrl, "eth_blockNumber", [])) - Number(number) + 1;
    await callRpc(rpcUrl, "anvil_reorg", [depth, []]);
    expect(await buyer.spent()).toBe(0n);
    await callRpc(rpcUrl, "anvil_mine", ["0x80"]);
    await untilTrusted(till, bought, "reorganised");
    await untilTrusted(till, bought, "confirmed");
    expect(await buyer.spent()).toBe(PRICE);
    expect((await bought.again()).status).toBe(200);
  });

  it("a settlement on Solana by an id that is none is suspected like any other", async () => {
    const till = await world.start(HASTY);
    world.primary.act("settle", claims(randomHash(), world.chains.solana.network));
    const bought = await buy(till, "solana");
    expect(bought.status).toBe(200);
    await untilTrusted(till, bought, "unconfirmed");
  });

  it("a dropped transaction on Solana: unconfirmed, then unbacked by two nodes; one proof takes nobody out", async () => {
    const till = await world.start({ ...HASTY, ...world.second.settings });
    const { base58 } = await import("../simulator/chains/solana-transfer");
    const signature = base58(crypto.getRandomValues(new Uint8Array(64)));
    world.primary.act("settle", claims(signature, world.chains.solana.network));
    const bought = await buy(till, "solana");
    expect(bought.status).toBe(200);
    expect(signedIn(bought.headers)).not.toHaveProperty("transaction");
    await untilTrusted(till, bought, "unconfirmed");
    world.chains.solana.advance(400_000);
    await untilTrusted(till, bought, "unbacked");
    expect(await bought.buyer.spent()).toBe(0n);
    expect(await proofsAgainst(world.primary)).toBe(1);
    expect(await switchedOff()).toEqual([]);
  });
});
