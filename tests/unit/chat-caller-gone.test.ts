import { afterAll, beforeAll, expect, it } from "vitest";
import { type ModelServer, startModels } from "@/sandbox/models/server";
import type { PaymentRequired } from "@x402/core/types";
import { openShop, type Shop } from "../support/buy-in-process";

const CHAT = "/api/svc";
const ASKED = { message: "BTC price and funding" };

let models: ModelServer;
let shop: Shop;
beforeAll(async () => {
  models = await startModels();
  shop = await openShop(CHAT, () => import("@/app/api/svc/route"), {
    CHAT_MODEL_BASE_URL: models.url,
    CHAT_MODELS: "hang,parrot",
    CHAT_NEWCOMERS_DAILY_TOKENS: "10000000",
  });
}, 60_000);
afterAll(async () => {
  await Promise.all([shop.close(), models.close()]);
});

const books = async (): Promise<number> => (await shop.store.redis.keys("*:ledger:*:record")).length;

async function signed(): Promise<Record<string, string>> {
  const unpaid = await shop.post({}, JSON.stringify(ASKED));
  const { x402 } = (await unpaid.json()) as { x402: PaymentRequired }; // the 402's body
  return shop.sign(x402);
}

it("a caller who goes while a model is asked ends its call, gets the claim back, and may come again with the payment", async () => {
  const payment = await signed();
  const gone = new AbortController();
  const call = shop.post(payment, JSON.stringify(ASKED), gone.signal);
  await expect.poll(() => models.requests.length, { timeout: 20_000 }).toBe(1);
  expect(await books()).toBe(1);
  const left = performance.now();
  gone.abort();
  const response = await call;
  expect(performance.now() - left).toBeLessThan(2_000); // the model would have been waited for much longer
  expect([response.status, await response.text()]).toEqual([
    503,
    expect.stringMatching(/You were not charged/),
  ]);
  await expect.poll(models.aborted).toBe(1);
  expect(models.requests).toHaveLength(1); // nor is the next one asked for nobody
  expect(shop.asked).not.toContain("settle");
  expect(await books()).toBe(0);
  const again = await shop.post(payment, JSON.stringify({ ...ASKED, agentModel: "alternate-1" }));
  expect([again.status, shop.asked.filter((one) => one === "settle")]).toEqual([200, ["settle"]]);
}, 60_000);

it("a caller who is gone before a model is asked has none asked", async () => {
  const payment = await signed();
  const before = models.requests.length;
  const response = await shop.post(payment, JSON.stringify(ASKED), AbortSignal.abort());
  expect([response.status, models.requests.length - before, await books()]).toEqual([503, 0, 1]);
}, 60_000);

it("who goes again and again has ten turns an hour begun for nothing, with or without a sale before", async () => {
  const before = models.requests.length;
  const statuses: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const payment = await signed();
    const gone = new AbortController();
    const asked = models.requests.length;
    const call = shop.post(payment, JSON.stringify(ASKED), gone.signal);
    const ended = call.then(() => true);
    await expect
      .poll(async () => models.requests.length > asked || (await Promise.race([ended, false])), {
        timeout: 20_000,
      })
      .toBe(true);
    gone.abort();
    statuses.push((await call).status);
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  expect(models.requests.length - before).toBeLessThanOrEqual(10);
}, 120_000);
