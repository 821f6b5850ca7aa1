import { beforeAll, describe, expect, it } from "vitest";
import { chatDocumentation } from "@/lib/chat/documentation";
import { asHeader, challengeOf, newPayer, payFor, post, refusal, type Payer } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const { origin } = sandbox;
const CHAT = "/api/svc";
const PRICE = 100_000n;
const IDENTITY = { "x-agent-id": "agt_00000000000000000000000000000000" };

/** What one turn costs a payer whose wallet nobody else uses, and what came of it. */
async function turn(payer: Payer, body: unknown, headers?: Record<string, string>) {
  const call = {
    origin,
    path: CHAT,
    payment: asHeader(await payFor(origin, CHAT, payer)),
    body: JSON.stringify(body),
    ...(headers && { headers }),
  };
  const before = await payer.balance();
  const response = await post(call);
  return { call, response, cost: before - (await payer.balance()) };
}

describe.each(["base", "solana"] as const)("a chat turn, paid on %s", (chain) => {
  let payer: Payer;
  beforeAll(async () => {
    payer = await newPayer(sandbox, chain);
  });

  it("costs 0.10, answers from the desks, and is the same again for the same payment", async () => {
    const { response, call, cost } = await turn(payer, { message: "Where is BTC and why?" });
    const text = await response.text();
    expect(response.status, text.slice(0, 500)).toBe(200);
    expect(cost).toBe(PRICE);
    const answer = chatDocumentation.output.parse(JSON.parse(text));
    expect(answer.reply).toMatch(/BTC is at \$[\d,.]+/);
    expect(answer.desks.map(({ desk }) => desk)).toContain("intel-whales");
    expect(answer.modelUsed).toBe("composer");
    const again = await post(call);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await again.text()).toBe(text);
  });

  it.each([
    ["a message over 4,000 characters", { message: "x".repeat(4_001) }, 400, /4,000 characters/],
    [
      "more than 12 turns",
      { message: "x", history: Array(13).fill({ role: "user", text: "x" }) },
      400,
      /12 turns/,
    ],
    ["enhance without a signal", { message: "x", mode: "enhance" }, 400, /signal/],
    [
      "more than 48 KB",
      { message: "x", history: [{ role: "user", text: "x".repeat(48 * 1024) }] },
      413,
      /49152 bytes/,
    ],
  ])("refuses %s, says so, and costs nothing then", async (_name, body, status, said) => {
    const { response, cost } = await turn(payer, body);
    expect(response.status).toBe(status);
    expect((await refusal(response)).error).toMatch(said);
    expect(cost).toBe(0n);
  });
});

describe("the chat route", () => {
  it("asks for its price under the label svc", async () => {
    const response = await post({ origin, path: CHAT, body: JSON.stringify({ message: "BTC price" }) });
    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({
      resource: "svc",
      priceUsdc: 0.1,
      code: "payment_required",
    });
    const { accepts } = await challengeOf(origin, CHAT);
    expect(accepts.map(({ amount }) => amount)).toEqual(accepts.map(() => String(PRICE)));
  });

  it("ignores an identity that nobody registered, and draws a card in mode image", async () => {
    const payer = await newPayer(sandbox, "base");
    const { response } = await turn(payer, { message: "BTC vs ETH today", mode: "image" }, IDENTITY);
    const answer = chatDocumentation.output.parse(await response.json());
    expect(answer).not.toHaveProperty("agent");
    expect(answer.images).toHaveLength(1);
  });

  it("has one turn of a payer under way at a time", async () => {
    const payer = await newPayer(sandbox, "base");
    const paid = async () => ({
      origin,
      path: CHAT,
      payment: asHeader(await payFor(origin, CHAT, payer)),
      body: JSON.stringify({ message: "How's the market?" }),
    });
    const calls = [await paid(), await paid(), await paid()];
    const before = await payer.balance();
    const responses = await Promise.all(calls.map((call) => post(call)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 429, 429]);
    expect(before - (await payer.balance())).toBe(PRICE);
  });
});
