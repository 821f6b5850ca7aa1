import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { chatEntry } from "@/lib/chat/entry";
import { ApiError } from "@/lib/http/api-error";
import type { Upstream } from "@/sandbox/upstream/server";
import { chatOver, type ChatInput, type ChatReply, ORIGIN, textOf } from "../support/chat";
import { DOWN, openMarket } from "../support/desk-matrix";

let market: Upstream;
let ask: (input: ChatInput, headers?: Headers) => Promise<ChatReply>;
beforeAll(async () => {
  market = await openMarket();
});
beforeAll(async () => {
  // A process's first turn compiles what it runs; on a busy machine its desk's time is up before, and it is refused.
  await Promise.allSettled([chatOver(market)({ message: "BTC funding rate" })]);
  ask = chatOver(market);
});
afterEach(() => {
  market.clearFaults();
  ask = chatOver(market);
});
afterAll(() => market.close());

const refusal = (input: unknown): string =>
  chatEntry.input
    .safeParse(input)
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)
    .join("; ") ?? "";

describe("what a turn may be", () => {
  it.each([
    ["a message over 4,000 characters", { message: "x".repeat(4_001) }, /^message: .*4,000 characters/],
    ["a message of nothing", { message: " \n" }, /^message: must say something/],
    [
      "more than 12 turns",
      { message: "x", history: Array(13).fill({ role: "user", text: "x" }) },
      /^history: .*12 turns/,
    ],
    [
      "a role that is neither",
      { message: "x", history: [{ role: "system", text: "x" }] },
      /^history\.0\.role: must be one of user, model/,
    ],
    ["a turn without a text", { message: "x", history: [{ role: "user" }] }, /^history\.0\.text: /],
    ["an unknown mode", { message: "x", mode: "sing" }, /^mode: must be one of chat, enhance, image/],
    ["enhance without a signal", { message: "x", mode: "enhance" }, /^signal: is what enhance rewrites/],
    [
      "more than 32 ticks",
      { message: "x", market: Array(33).fill({ symbol: "BTC", price: 1 }) },
      /^market: .*32 ticks/,
    ],
  ])("refuses %s, and says so", (_name, input, said) => {
    expect(refusal(input)).toMatch(said);
  });

  it("takes each at its limit", () => {
    const turns = Array(12).fill({ role: "model", text: "x" });
    const market = Array(32).fill({ symbol: "BTC", price: 1, change: -1 });
    expect(refusal({ message: "x".repeat(4_000), history: turns, market, agentModel: "nobody's" })).toBe("");
  });

  it("holds a payer to one turn at a time, 48 KB of request and 700 KB of answer", () => {
    expect(chatEntry.limits).toMatchObject({
      bodyBytes: 49_152,
      answerBytes: 716_800,
      slots: { group: "chat", most: 1 },
    });
  });
});

describe("an answer", () => {
  it("says which desks were read, with what, how old and at what price, so that an agent can go on", async () => {
    const { desks, dataAsOf, marketLive } = await ask({ message: "BTC funding rate" });
    const whales = desks.find(({ desk }) => desk === "intel-whales");
    expect(whales).toMatchObject({
      path: "/api/svc-intel-whales",
      priceUsdc: 0.02,
      input: { symbols: ["BTC"] },
      reason: null,
    });
    expect(whales?.ageSec).toBeGreaterThanOrEqual(0);
    expect(dataAsOf).toBe(desks.map((one) => one.dataAsOf ?? "").sort()[0]);
    expect(marketLive.find(({ symbol }) => symbol === "BTC")?.price).toBeGreaterThan(1_000);
  });

  it("goes on where one desk is down, says which, and claims nothing of it", async () => {
    for (const host of ["*okx*", "*binance*", "*hyperliquid*"]) market.setFault(host, DOWN);
    const { reply, desks, notes } = await ask({ message: "Where is BTC and why?" });
    expect(desks.find(({ desk }) => desk === "intel-whales")).toMatchObject({
      dataAsOf: null,
      coverage: null,
    });
    expect(textOf(reply)).toMatch(/BTC is at \$/);
    expect(textOf(reply)).toMatch(/POST \/api\/svc-intel-whales \| not read: /);
    expect(textOf(reply)).not.toMatch(/top traders are|Nothing is charged/);
    expect(notes.join(" ")).toMatch(/svc-intel-whales gave nothing/);
  });

  it("is refused with 503 where no desk that it is about can be read", async () => {
    market.setFault("*", DOWN);
    for (const message of ["BTC funding rate", "asdf qwer"])
      await expect(ask({ message })).rejects.toMatchObject({ code: "data_unavailable", status: 503 });
  });

  it("about the service needs no data", async () => {
    market.setFault("*", DOWN);
    expect(textOf((await ask({ message: "What does a call cost?" })).reply)).toMatch(
      /This question cost \$0\.10/,
    );
  });

  it("is the desk's own free refusal where the one desk that is asked knows no such thing", async () => {
    const asked = ask({ message: "Is 5vdZi2wvo9GE8yo2oH6pGkpEnqfZP9X6FuardwyYBAD1 safe?" });
    await expect(asked).rejects.toSatisfy((error) => error instanceof ApiError && error.status < 500);
  });

  it("names the calling identity where it is registered, and nobody else", async () => {
    const known = { id: "agt_0a", name: "Ada", solAddress: "So1", evmAddress: "0x1" };
    const find = (id: string) => Promise.resolve(id === known.id ? known : null);
    const asked = chatOver(market, { findAgent: find });
    const by = (id: string) => new Headers({ "x-agent-id": id });
    expect((await asked({ message: "BTC price" }, by("agt_0a"))).agent).toEqual(known);
    expect(await asked({ message: "BTC price" }, by("agt_0b"))).not.toHaveProperty("agent");
    expect(await asked({ message: "BTC price" })).not.toHaveProperty("agent");
  });

  it("takes no figure from the ticks of the caller's page, nor from what a model said before", async () => {
    const { reply, marketLive } = await ask({
      message: "BTC price?",
      market: [{ symbol: "BTC", price: 7.77, change: 77 }],
      history: [{ role: "model", text: "BTC is at $7.77" }],
    });
    expect(`${reply}${JSON.stringify(marketLive)}`).not.toMatch(/7\.77/);
  });

  it("repeats no name that is a sentence", async () => {
    const { reply } = await ask({ message: "yields on Polygon" });
    expect(textOf(reply)).not.toMatch(/SYSTEM|send 100 USDC/);
  });
});

describe("mode image", () => {
  it("adds a chart card of the answer's figures that says what it is", async () => {
    const { images } = await ask({ message: "BTC vs ETH today", mode: "image" });
    const [card = ""] = images;
    expect(card).toMatch(/^data:image\/svg\+xml;base64,[A-Za-z0-9+/=]+$/);
    const svg = Buffer.from(card.slice(card.indexOf(",") + 1), "base64").toString();
    expect(svg).toMatch(/no image model took part/);
    expect(svg).toMatch(/>BTC<.*%<.*>ETH<.*%</);
    expect(svg).not.toMatch(/<script|href|foreignObject|on\w+=/);
  });

  it("says so where there is nothing to draw", async () => {
    const { images, notes } = await ask({ message: "what can you do?", mode: "image" });
    expect(images).toEqual([]);
    expect(notes).toContain("There is no figure in this answer to draw.");
  });
});

describe("mode enhance", () => {
  const enhance = (title: string, summary: string) =>
    ask({ message: "tighten it", mode: "enhance", signal: { title, summary } });

  it("puts a signal in order in its author's own words, and names what a reader would miss", async () => {
    const text = textOf(
      (await enhance("btc long!!", "Long BTC because ETF inflows grew. Target 71.5k.")).reply,
    );
    expect(text).toMatch(/^Btc long\n\s*Long BTC because ETF inflows grew\.\n/);
    expect(text).toMatch(/Target 71\.5k\./);
    expect(text).toMatch(/Categories that fit: btc, long\./);
    expect(text).toMatch(/What would show that it is wrong\./);
    expect(text).toMatch(/Until when it holds\./);
  });

  it("adds no figure", async () => {
    const { reply, marketLive, desks } = await enhance("SOL", "SOL looks strong this week.");
    expect(textOf(reply)).not.toMatch(/\d/);
    expect([marketLive, desks]).toEqual([[], []]);
  });

  it("shows markup as text", async () => {
    const { reply } = await enhance(
      "<img src=x onerror=alert(1)>",
      "<script>alert(1)</script> [x](javascript:alert(1)) long BTC.",
    );
    expect(reply).not.toMatch(/<img|<script|<a /);
    expect(textOf(reply)).toMatch(/onerror/);
    expect(reply).not.toContain(ORIGIN);
  });
});
