import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isRecord } from "@/lib/is-record";
import type { Fault } from "@/sandbox/facilitator/fault";
import {
  PRICE,
  startTillWorld,
  type TillBuyer,
  type TillInstance,
  type TillWorld,
} from "../support/till-world";

let world: TillWorld;
beforeAll(async () => {
  world = await startTillWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  breaks(null);
});

/** What is wrong with the primary, the real one behind its double, from now on. */
const breaks = (fault: Fault | null): void => world.chains.primary.setFault(fault);

interface Sale {
  buyer: TillBuyer;
  status: number;
  reason: unknown;
  /** Sends the same payment again. */
  again(): Promise<number>;
}

/** Signs under a challenge that was made while all was well. */
async function buy(
  till: TillInstance,
  fault: Fault | null,
  chain: "base" | "solana" = "base",
): Promise<Sale> {
  const buyer = await world.buyer(chain);
  const payment = await buyer.sign(await till.challenge());
  breaks(fault);
  const { status, body } = await till.pay(payment);
  const reason = isRecord(body) ? (body["reason"] ?? body["code"]) : undefined;
  return { buyer, status, reason, again: async () => (await till.pay(payment)).status };
}

async function buyMany(till: TillInstance, fault: Fault | null, many: number): Promise<Sale[]> {
  const sales: Sale[] = [];
  for (let one = 0; one < many; one += 1) sales.push(await buy(till, fault));
  return sales;
}

const servedOf = (sales: readonly Sale[]): Sale[] => sales.filter(({ status }) => status === 200);
const spentBy = (sales: readonly Sale[]): Promise<bigint[]> =>
  Promise.all(sales.map(({ buyer }) => buyer.spent()));
const soldForNothing = async (sales: readonly Sale[]): Promise<number> =>
  (await spentBy(servedOf(sales))).filter((spent) => spent === 0n).length;
const asked = (double: TillWorld["primary"]): string[] => double.calls.filter((call) => call !== "supported");

/** Our own node of Base answers nothing. */
const silence = (): void => {
  for (const method of ["eth_call", "eth_getBlockByNumber", "eth_getLogs", "eth_getTransactionReceipt"])
    world.base.faults.set(method, () => Promise.reject(new Error("silent")));
};

describe("a primary that says no to good payments", () => {
  it.each([
    "insufficient_funds",
    "invalid_exact_evm_signature",
    "invalid_exact_evm_transaction_simulation_failed",
  ])("by %s loses no sale: the fallback sells them all", async (code) => {
    const sales = await buyMany(await world.start(), { kind: "refuses", code }, 4);
    expect(sales.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await spentBy(sales)).toEqual([PRICE, PRICE, PRICE, PRICE]);
  });

  it("is no final word where our node is silent, and asks for no second payment", async () => {
    const till = await world.start();
    silence();
    const sale = await buy(till, { kind: "refuses", code: "invalid_exact_evm_signature" });
    expect(sale.status).toBe(409); // what has moved looks the same
    expect(await sale.buyer.spent()).toBe(0n);
    expect(asked(world.fallback)).toEqual([]);
    world.base.faults.clear();
    breaks(null);
    expect(await sale.again()).toBe(200);
    expect(await sale.buyer.spent()).toBe(PRICE);
  });

  it("on Solana, where nobody else can take the payment, is no refusal: it is taken as soon as all is well", async () => {
    const till = await world.start();
    const sale = await buy(till, { kind: "refuses", code: "transaction_simulation_failed" }, "solana");
    expect(sale).toMatchObject({ status: 503, reason: "payments_unavailable" });
    breaks(null);
    expect(await sale.again()).toBe(200);
    expect(await sale.buyer.spent()).toBe(PRICE);
  });

  it.each<[string, Fault]>([
    ["by its screening", { kind: "refuses", code: "kyt_risk_detected" }],
    ["by where it is", { kind: "refuses", code: "blocked_by_location", status: 403 }],
    ["with 403 and a technical code", { kind: "refuses", code: "insufficient_funds", status: 403 }],
    ["with 451", { kind: "refuses", code: "sanctioned_address", status: 451 }],
    ["by a code that nobody knows", { kind: "refuses", code: "computer_says_no" }],
  ])("%s has said it for all", async (_, fault) => {
    const { code } = fault.kind === "refuses" ? fault : { code: "" };
    const { status, reason, buyer } = await buy(await world.start(), fault);
    expect({ status, reason }).toEqual({
      status: 402,
      reason: code === "insufficient_funds" ? code : "payment_rejected",
    });
    expect(await buyer.spent()).toBe(0n);
    expect(asked(world.fallback)).toEqual([]);
  });
});

describe("a primary whose answer is none", () => {
  it.each<[string, Fault]>([
    ["redirects at verify", { kind: "redirects", on: ["verify"] }],
    ["redirects at settle", { kind: "redirects", on: ["settle"] }],
    ["settles on no network", { kind: "no-network" }],
  ])("as it %s, gives nothing away and blames no payer", async (_, fault) => {
    const till = await world.start();
    const sale = await buy(till, fault);
    const statuses = [sale.status];
    for (let tries = 0; statuses.at(-1) !== 200 && tries < 5; tries += 1) statuses.push(await sale.again());
    expect(statuses.at(-1)).toBe(200);
    expect(await sale.buyer.spent()).toBe(PRICE);
    const next = await till.pay(await sale.buyer.sign(await till.challenge()));
    expect(next.status).toBe(200); // no cooldown
  });
});

describe("a primary that lies", () => {
  it("sells for nothing what its bound is by number, and the fallback sells the rest", async () => {
    const till = await world.start({ TRUST_UNSEEN_SALES: "3", TRUST_SEARCH_AFTER_MS: "600000" });
    const sales = await buyMany(till, { kind: "lies" }, 8);
    expect(servedOf(sales)).toHaveLength(8);
    expect(await soldForNothing(sales)).toBe(3);
  });

  it("sells for nothing what its bound is by value", async () => {
    const usd = (2 * Number(PRICE)) / 1_000_000;
    const till = await world.start({ TRUST_UNSEEN_USD: String(usd), TRUST_SEARCH_AFTER_MS: "600000" });
    const sales = await buyMany(till, { kind: "lies" }, 6);
    expect(servedOf(sales)).toHaveLength(6);
    expect(await soldForNothing(sales)).toBe(2);
  });

  it("and has no room left serves nothing before our node has seen its money", async () => {
    const till = await world.start({
      ...{ TRUST_UNSEEN_SALES: "0", FACILITATOR_SETTLE_TIMEOUT_MS: "1000", CALL_BUDGET_SCALE: "0.3" },
    });
    const sale = await buy(till, { kind: "lies" });
    expect(sale.status).toBe(409);
    expect(await sale.buyer.spent()).toBe(0n);
    const honest = await buy(till, null);
    expect(honest.status).toBe(200);
    expect(await honest.buyer.spent()).toBe(PRICE);
  });

  it("while our node is silent sells by value alone, and 503 before any money moves where that is used up", async () => {
    const usd = (3 * Number(PRICE)) / 1_000_000;
    const till = await world.start({ TRUST_UNSEEN_SALES: "0", TRUST_SILENT_USD_PER_HOUR: String(usd) });
    silence();
    const sales = await buyMany(till, null, 5);
    expect(sales.map(({ status }) => status)).toEqual([200, 200, 200, 503, 503]);
    expect(await spentBy(sales)).toEqual([PRICE, PRICE, PRICE, 0n, 0n]);
    expect(sales[4]?.reason).toBe("payments_unavailable");
    expect(await world.store.redis.zcard(`svc:ledger:lies:${world.primary.url}`)).toBe(0);
    world.base.faults.clear();
    await till.recover();
    await world.store.redis.del("svc:ledger:silent:eip155:84532"); // its minute is over
    expect(await sales[4]?.again()).toBe(200);
  });
});
