import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BALANCE_OF } from "@/lib/chains/evm-diagnosis";
import { callRpc } from "@/sandbox/host/json-rpc";
import { answers, hangs } from "../support/facilitator-double";
import { PRICE, startTillWorld, type TillInstance, type TillWorld } from "../support/till-world";

const FAILED = answers(200, { success: false, errorReason: "unexpected_settle_error", transaction: "" });

/** So that a call of a few seconds has the time to settle. */
const HURRIED = { FACILITATOR_SETTLE_TIMEOUT_MS: "1000" };

let world: TillWorld;
beforeAll(async () => {
  world = await startTillWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

/** What the facilitators were asked of payments, in order. */
const asked = () =>
  [world.primary, world.fallback].map(({ calls }) => calls.filter(isAboutPayment).join(" "));
/** The wallet of whoever pays now looks empty to our node. */
const emptyWallets = (): void =>
  void world.base.faults.set("eth_call", ({ params }, forward) =>
    JSON.stringify(params).includes(BALANCE_OF) ? Promise.resolve(`0x${"0".repeat(64)}`) : forward(),
  );

const isAboutPayment = (call: string): boolean => call !== "supported";

/** Whether a payer waits after a payment that moved nothing. */
const coolsDown = async (payer: string): Promise<boolean> =>
  (await world.store.redis.zscore(`svc:ledger:slots:${payer}`, "cooldown")) !== null;

async function buy(till: TillInstance, chain: "base" | "solana") {
  const buyer = await world.buyer(chain);
  const payment = await buyer.sign(await till.challenge());
  return { buyer, payment, ...(await till.pay(payment)) };
}

describe("a primary that verifies and can't settle", () => {
  it.each([
    ["fails at once", FAILED],
    ["is out of order", answers(503, {})],
  ] as const)("and %s costs a buyer on Base nothing, and the next one not even a try", async (_, act) => {
    const till = await world.start();
    world.primary.act("settle", act);
    const first = await buy(till, "base");
    expect(first.status).toBe(200);
    expect(await first.buyer.spent()).toBe(PRICE);
    expect(first.ms).toBeLessThan(9_000);
    expect(await coolsDown(first.buyer.payer)).toBe(false);
    expect(asked()).toEqual(["verify settle", "settle"]);

    const second = await buy(till, "base");
    expect(second.status).toBe(200);
    expect(await second.buyer.spent()).toBe(PRICE);
    expect(asked()).toEqual(["verify settle verify", "settle settle"]);
  });

  it("and falls silent costs its time limit, and still serves within the call", async () => {
    const till = await world.start({ FACILITATOR_SETTLE_TIMEOUT_MS: "1500" });
    world.primary.act("settle", hangs);
    const { status, buyer } = await buy(till, "base");
    expect(status).toBe(200);
    expect(await buyer.spent()).toBe(PRICE);
    expect(asked()).toEqual(["verify settle", "settle"]);
  });

  it("is asked alone when less than ten seconds are left", async () => {
    const till = await world.start({ ...HURRIED, CALL_BUDGET_SCALE: "0.45" }); // nine seconds
    world.primary.act("settle", FAILED);
    const { status, buyer } = await buy(till, "base");
    expect(status).toBe(409);
    expect(await buyer.spent()).toBe(0n);
    expect(asked()).toEqual(["verify settle", ""]);
  });

  it("hands a payment on Solana to nobody else, and shares that it failed, so that challenges name another's fee payer", async () => {
    const till = await world.start({ ...HURRIED, CALL_BUDGET_SCALE: "0.3" });
    world.primary.act("settle", FAILED);
    const { status, buyer } = await buy(till, "solana");
    expect(status).toBe(409);
    expect(await buyer.spent()).toBe(0n);
    expect(asked()).toEqual(["verify settle", ""]);
    expect(await world.store.redis.exists(`svc:facilitators:out:${world.primary.url}`)).toBe(1);
  });

  it("that settled before it failed is looked up, and nobody else is asked", async () => {
    const till = await world.start();
    world.primary.act("settle", async (call) => {
      await call.real();
      await FAILED(call);
    });
    const { status, buyer } = await buy(till, "base");
    expect(status).toBe(200);
    expect(await buyer.spent()).toBe(PRICE);
    expect(asked()).toEqual(["verify settle", ""]);
  });

  it("is handed a stale 'unused' without harm: the second's 'used' is looked up, and the money moves once", async () => {
    const till = await world.start();
    world.primary.act("settle", async (call) => {
      await call.real();
      await FAILED(call);
    });
    // The node is behind at the one question that decides whether another facilitator is asked.
    let behind = true;
    world.base.faults.set("eth_call", async (_, forward) => {
      const result = await forward();
      if (!behind || !world.primary.calls.includes("settle")) return result;
      behind = false;
      return `0x${"0".repeat(64)}`;
    });
    world.base.faults.set("eth_getBlockByNumber", (_, forward) => forward());
    const { status, buyer } = await buy(till, "base");
    expect(status).toBe(200);
    expect(await buyer.spent()).toBe(PRICE);
  });
});

describe("a settlement that failed, once its payment has run out", () => {
  it("cools down the payer who explains it and trips no breaker; one that nobody's wallet explains cools down nobody", async () => {
    const till = await world.start({
      ...HURRIED,
      ...{ CALL_BUDGET_SCALE: "0.3", LEDGER_ABANDONED_AFTER_MS: "0" },
    });
    world.primary.act("settle", FAILED);
    emptyWallets();
    const poor = await buy(till, "base");
    expect(poor.status).toBe(409);
    world.base.faults.clear();
    const blameless = await buy(till, "base");
    expect(blameless.status).toBe(409);
    // The first failure was the payer's own: the primary was asked again.
    expect(asked()).toEqual(["verify settle verify settle", ""]);

    await callRpc(world.chains.evm.rpcUrl, "evm_increaseTime", [600]);
    await callRpc(world.chains.evm.rpcUrl, "evm_mine", []);
    expect(await till.recover()).toMatchObject({ looked: 2, released: 2 });
    expect(await coolsDown(poor.buyer.payer)).toBe(true);
    expect(await coolsDown(blameless.buyer.payer)).toBe(false);
  });
});
