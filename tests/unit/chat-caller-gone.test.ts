import { afterAll, beforeAll, expect, it } from "vitest";
import { type ModelServer, startModels } from "@/sandbox/models/server";
import { base64ToText } from "@/lib/http/base64";
import type { PaymentRequired } from "@x402/core/types";
import { openShop, type Shop } from "../support/buy-in-process";

const CHAT = "/api/svc";
const ASKED = { message: "BTC price and funding" };

type Door = { POST: (request: Request) => Promise<Response> };

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
    expect.stringMatching(/The connection ended before there was an answer/),
  ]);
  await expect.poll(models.aborted).toBe(1);
  expect(models.requests).toHaveLength(1); // nor is the next one asked for nobody
  expect(shop.asked).not.toContain("settle");
  expect(await books()).toBe(0);
  const again = await shop.post(payment, JSON.stringify({ ...ASKED, agentModel: "alternate-1" }));
  expect([again.status, shop.asked.filter((one) => one === "settle")]).toEqual([200, ["settle"]]);
}, 60_000);

/** The same call through the doors that ask the route in the caller's place. */
const DOORS: readonly { door: string; load: () => Promise<Door>; call: (paid: string) => object }[] = [
  {
    door: "/api/mcp",
    load: () => import("@/app/api/mcp/route"),
    call: (paymentSignature) => ({
      method: "tools/call",
      params: { name: "chat", arguments: { ...ASKED, paymentSignature } },
    }),
  },
  {
    door: "/api/a2a",
    load: () => import("@/app/api/a2a/route"),
    call: (paid) => ({
      method: "SendMessage",
      params: {
        message: {
          messageId: "one",
          role: "ROLE_USER",
          parts: [{ data: { skill: "chat", arguments: ASKED } }],
          metadata: { "x402.payment.payload": JSON.parse(base64ToText(paid)) },
        },
      },
    }),
  },
];

it.each(DOORS)(
  "a caller who goes from $door ends the call of the route behind it",
  async ({ door, load, call }) => {
    const { POST } = await load();
    const { "payment-signature": paid = "" } = await signed();
    const [asked, aborted, kept] = [models.requests.length, models.aborted(), await books()];
    const gone = new AbortController();
    const request = new Request(`https://svc.example.com${door}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        host: "svc.example.com",
        "a2a-version": "1.0",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...call(paid) }),
      signal: gone.signal,
    });
    const answered = POST(request);
    await expect.poll(() => models.requests.length, { timeout: 20_000 }).toBe(asked + 1);
    expect(await books()).toBe(kept + 1);
    gone.abort();
    await expect.poll(models.aborted).toBe(aborted + 1);
    await expect.poll(books).toBe(kept);
    expect(shop.asked.filter((one) => one === "settle")).toHaveLength(1); // of the first test
    await answered.catch(() => undefined); // nobody hears it
  },
  60_000,
);

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
