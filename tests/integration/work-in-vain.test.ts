import { randomBytes } from "node:crypto";
import type { PaymentPayload } from "@x402/core/types";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_LIMITS } from "@/lib/catalog/define";
import { type Act, answers, send } from "../support/facilitator-double";
import { earlyInWindow } from "../support/service";
import {
  PRICE,
  startTillWorld,
  type TillBuyer,
  type TillInstance,
  type TillWorld,
} from "../support/till-world";

/** More than lib/payments/ledger/newcomers.ts allows of one network. */
const WALLETS = 120;
const SLOTS = DEFAULT_LIMITS.slots.most;

let world: TillWorld;
beforeAll(async () => {
  world = await startTillWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const statusOf = async (till: TillInstance, buyer: TillBuyer): Promise<number> =>
  (await till.pay(await buyer.sign(await till.challenge()))).status;

describe("wallets that were made for this and hold nothing", () => {
  it("are no facilitator's work, and cost nobody a sale, newcomers of their network included", async () => {
    const till = await world.start();
    const customer = await world.buyer("base");
    expect(await statusOf(till, customer)).toBe(200);
    const strangers = await Promise.all(Array.from({ length: WALLETS }, () => world.buyer("base", 0n)));
    const newcomer = await world.buyer("base");
    world.primary.calls.length = 0;
    const statuses = await Promise.all(strangers.map((stranger) => statusOf(till, stranger)));
    expect(statuses).toEqual(strangers.map(() => 402));
    expect(world.primary.calls.filter((call) => call === "verify")).toHaveLength(0);
    expect(await statusOf(till, newcomer)).toBe(200);
    expect(await statusOf(till, customer)).toBe(200);
  });
});

describe("a wallet that has paid", () => {
  const INSUFFICIENT = answers(200, { isValid: false, invalidReason: "insufficient_funds" });
  const verifies = (): number => world.primary.calls.filter((call) => call === "verify").length;
  async function customerOf(till: TillInstance): Promise<TillBuyer> {
    const customer = await world.buyer("base");
    expect(await statusOf(till, customer)).toBe(200);
    world.primary.calls.length = 0;
    return customer;
  }

  it("has a facilitator asked about five payments that it can't make, and about the next a minute later", async () => {
    const till = await world.start();
    const customer = await customerOf(till);
    world.primary.act("verify", INSUFFICIENT);
    // By our own node, too, the wallet holds nothing.
    world.base.faults.set("eth_call", () => Promise.resolve(`0x${"0".repeat(64)}`));
    const statuses: number[] = [];
    for (let at = 0; at < 12; at += 1) statuses.push(await statusOf(till, customer));
    expect([verifies(), statuses]).toEqual([5, [...Array(5).fill(402), ...Array(7).fill(429)]]);
  });

  it("is locked out by no facilitator that errs: our own node finds nothing wrong with what it refuses", async () => {
    const till = await world.start();
    const customer = await customerOf(till);
    await world.fund(customer);
    world.primary.act("verify", INSUFFICIENT);
    // A wrong no is not final: the next facilitator sells.
    for (let at = 0; at < 12; at += 1) expect(await statusOf(till, customer)).toBe(200);
    world.primary.reset();
    expect(await statusOf(till, customer)).toBe(200);
  });

  it("nor by one that errs while our own node is out of order", async () => {
    const till = await world.start();
    const customer = await customerOf(till);
    world.primary.act("verify", INSUFFICIENT);
    world.base.faults.set("eth_call", () => Promise.reject(new Error("down")));
    for (let at = 0; at < 8; at += 1) expect(await statusOf(till, customer)).not.toBe(429);
    world.base.faults.clear();
    world.primary.reset();
    expect(await statusOf(till, customer)).toBe(200);
  });
});

/** What a test holds back until it lets it go. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/** Somebody's calls at once, and how many of them are answered. */
function crowd<T>(calls: readonly Promise<T>[]) {
  let count = 0;
  for (const call of calls) void call.then(() => (count += 1));
  const whenAnswered = (many: number) => vi.waitFor(() => expect(count).toBe(many), { timeout: 20_000 });
  return { whenAnswered, all: Promise.all(calls) };
}

describe("signatures that somebody invents in a payer's name", () => {
  /** What lib/payments/contract-budget.ts allows of one network a minute. */
  const [FORGED, ASKED] = [230, 30];
  /** At once: beyond what is allowed, and few enough for a store and a service in one busy process. */
  const WAVE = 46;

  /** Of the form that a key's signature has, for another authorization each time. */
  const forged = ({ payload, ...rest }: PaymentPayload): PaymentPayload => {
    const authorization = {
      ...(payload["authorization"] as object),
      nonce: `0x${randomBytes(32).toString("hex")}`,
    };
    return { ...rest, payload: { authorization, signature: `0x${randomBytes(64).toString("hex")}1b` } };
  };

  const verifies = (): number =>
    [world.primary, world.fallback].flatMap(({ calls }) => calls).filter((call) => call === "verify").length;

  it("are no facilitator's work, and cost the payer no sale", async () => {
    const till = await world.start();
    const honest = await world.buyer("base");
    const payment = await honest.sign(await till.challenge());
    await earlyInWindow();
    const statuses: Record<number, number> = {};
    for (let sent = 0; sent < FORGED; sent += WAVE) {
      const invented = await Promise.all(Array.from({ length: WAVE }, () => till.pay(forged(payment))));
      for (const { status } of invented) statuses[status] = (statuses[status] ?? 0) + 1;
    }
    expect(statuses).toEqual({ 402: ASKED, 429: FORGED - ASKED });
    expect([verifies(), till.handled()]).toEqual([0, 0]);
    expect((await till.pay(payment)).status).toBe(200);
    expect([verifies(), till.handled()]).toEqual([1, 1]);
  });

  it("leave the payer every slot while they are looked at", async () => {
    const till = await world.start();
    const honest = await world.buyer("base");
    const challenge = await till.challenge();
    const sales = await Promise.all(Array.from({ length: SLOTS }, () => honest.sign(challenge)));
    const { open, opened } = gate();
    let looks = 0;
    world.base.faults.set("eth_getCode", async (_, ask) => {
      looks += 1;
      await opened;
      return ask();
    });
    const invented = Promise.all(sales.map((payment) => till.pay(forged(payment))));
    await vi.waitFor(() => expect(looks).toBe(SLOTS));
    const sold = await Promise.all(sales.map((payment) => till.pay(payment)));
    expect(sold.map(({ status }) => status)).toEqual(sales.map(() => 200));
    open();
    expect((await invented).map(({ status }) => status)).toEqual(sales.map(() => 402));
  });
});

describe("a wallet that holds the price of one sale", () => {
  const CALLS = 40;

  it("has no more work done for forty payments at once than its balance pays for", async () => {
    const till = await world.start();
    const poor = await world.buyer("base", PRICE);
    const challenge = await till.challenge();
    const payments = await Promise.all(Array.from({ length: CALLS }, () => poor.sign(challenge)));
    const { open, opened } = gate();
    world.primary.act("settle", async ({ response, real }) => {
      await opened;
      const { status, body } = await real();
      send(response, status, body);
    });
    const calls = crowd(payments.map((payment) => till.pay(payment)));
    await calls.whenAnswered(CALLS - 1);
    expect(till.handled()).toBe(1);
    open();
    const statuses = (await calls.all).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // Those that waited for a slot until the sale was made find the wallet empty. Of those beyond the network's share of
    // looks at the chain it is not known whether they have moved.
    expect(statuses.filter((status) => [402, 409, 429].includes(status))).toHaveLength(CALLS - 1);
    expect(till.handled()).toBe(1);
  });

  it("has the work of one sale done for forty copies of a payment, each of which gets its answer", async () => {
    const till = await world.start();
    const poor = await world.buyer("base", PRICE);
    const payment = await poor.sign(await till.challenge());
    const answered = await Promise.all(Array.from({ length: CALLS }, () => till.pay(payment)));
    expect(till.handled()).toBe(1);
    expect(answered.map(({ status }) => status)).toEqual(answered.map(() => 200));
    expect(new Set(answered.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await poor.spent()).toBe(PRICE);
  });
});

describe("a payment that comes with two requests", () => {
  it.each(["base", "solana"] as const)(
    "buys the second on %s where the first comes to nothing, and that one was told to wait for it",
    async (chain) => {
      const till = await world.start();
      const buyer = await world.buyer(chain);
      const payment = await buyer.sign(await till.challenge());
      const verified: (() => void)[] = [];
      const fails: Act = ({ response }) =>
        new Promise((resolve) => {
          verified.push(() => {
            send(response, 503, {});
            resolve();
          });
        });
      world.primary.act("verify", fails);
      world.fallback.act("verify", answers(503, {}));
      const first = till.pay(payment, "first");
      await vi.waitFor(() => expect(verified).toHaveLength(1), { timeout: 10_000 });
      const early = await till.pay(payment, "second");
      expect([early.status, early.headers.get("retry-after")]).toEqual([409, "2"]);
      expect(early.body).toMatchObject({
        code: "payment_conflict",
        error: expect.stringContaining("in flight for another request") as string,
      });
      verified[0]?.();
      expect((await first).status).toBe(503);
      world.primary.reset();
      world.fallback.reset();
      expect((await till.pay(payment, "second")).status).toBe(200);
      const late = await till.pay(payment, "first");
      expect([late.status, late.headers.get("retry-after")]).toEqual([409, null]);
      expect(late.body).toMatchObject({ error: expect.stringContaining("bought another request") as string });
      expect(await buyer.spent()).toBe(PRICE);
    },
  );
});
