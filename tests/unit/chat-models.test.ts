import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { knownIn, markUnverified, UNVERIFIED } from "@/lib/chat/model/numbers";
import { sift } from "@/lib/chat/model/sift";
import { noteSettled, reserveWith } from "@/lib/chat/model/spend";
import { type ModelServer, startModels } from "@/sandbox/models/server";
import type { Upstream } from "@/sandbox/upstream/server";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";
import { chatOver, type ChatInput, type ChatReply, textOf } from "../support/chat";
import { NOW, openMarket } from "../support/desk-matrix";

let market: Upstream;
let server: ModelServer;
beforeAll(async () => {
  [market, server] = await Promise.all([openMarket(), startModels()]);
});
afterAll(async () => {
  await Promise.all([market.close(), server.close()]);
});

const plenty = () => Promise.resolve(true);
const asking = (ids: readonly string[], reserve = plenty): ((input: ChatInput) => Promise<ChatReply>) =>
  chatOver(market, { models: () => ({ endpoint: { baseURL: server.url, apiKey: "local" }, ids, reserve }) });
const BTC = { message: "BTC price and funding" };

describe("a turn with language models, over real sockets", () => {
  it("is phrased by the one that was asked for, with the composer's caveats and desks under it", async () => {
    const { reply, modelUsed, modelFallback } = await asking(["parrot", "parrot"])({
      ...BTC,
      agentModel: "alternate-1",
    });
    expect({ modelUsed, modelFallback }).toEqual({ modelUsed: "alternate-1", modelFallback: false });
    expect(textOf(reply)).toMatch(/BTC is at \$[\d,.]+, .*Desks read/s);
  });

  it.each(["hang", "slow", "status-500", "status-429", "garbage", "empty", "huge"])(
    "falls back to the default within its time where the model does: %s",
    async (id) => {
      const started = performance.now();
      const { modelUsed, modelFallback, reply } = await asking(["parrot", id])({
        ...BTC,
        agentModel: "alternate-1",
      });
      expect({ modelUsed, modelFallback }).toEqual({ modelUsed: "default", modelFallback: true });
      expect(reply).toMatch(/BTC is at/);
      expect(performance.now() - started).toBeLessThan(11_500);
    },
    30_000,
  );

  it.each(["hang", "slow", "status-500", "huge"])(
    "is the composer's, and says so, where every model does: %s",
    async (id) => {
      const before = server.aborted();
      const started = performance.now();
      const { modelUsed, modelFallback, notes, reply } = await asking([id])(BTC);
      expect({ modelUsed, modelFallback }).toEqual({ modelUsed: "composer", modelFallback: true });
      expect(notes.join(" ")).toMatch(/default did not answer.*No language model took part/);
      expect(textOf(reply)).toMatch(/BTC is at \$/);
      expect(performance.now() - started).toBeLessThan(11_500);
      if (id === "hang") await expect.poll(server.aborted).toBeGreaterThan(before);
    },
    30_000,
  );

  it("says that an unknown selector was the default, and that a plan takes no other", async () => {
    const ask = asking(["parrot", "parrot"]);
    const unknown = await ask({ ...BTC, agentModel: "somebody's" });
    expect(unknown).toMatchObject({ modelUsed: "default", modelFallback: false });
    expect(unknown.notes.join(" ")).toMatch(/There is no model `somebody's`/);
    const plan = await ask({ message: "Should I buy BTC now?", agentModel: "alternate-1" });
    expect(plan).toMatchObject({ modelUsed: "default", modelFallback: false });
    expect(textOf(plan.reply)).toMatch(/A2A\|asset=BTC\|/);
  });

  it("cuts figures that no fact has", async () => {
    const { reply, modelUsed } = await asking(["invents"])(BTC);
    expect(modelUsed).toBe("default");
    expect(reply).toMatch(/BTC is at/);
    expect(reply).not.toMatch(/987654/);
  });

  it("gives models the desks' facts and the caller's words as data, one JSON text apart from the rules", async () => {
    await asking(["parrot"])({ ...BTC, market: [{ symbol: "BTC", price: 7.77 }] });
    const { system, data } = server.requests.at(-1) ?? { system: "", data: "{}" };
    expect(system).not.toMatch(/BTC is at|7\.77/);
    expect(JSON.parse(data)).toMatchObject({
      question: BTC.message,
      page: [{ symbol: "BTC", claim: expect.stringMatching(/not data/) }],
    });
  });

  it("asks no model once the budget is used up, and says so", async () => {
    const before = server.requests.length;
    const { modelUsed, notes } = await asking(["parrot"], () => Promise.resolve(false))(BTC);
    expect(modelUsed).toBe("composer");
    expect(notes.join(" ")).toMatch(/budget for today is used up/);
    expect(server.requests.length).toBe(before);
  });
});

describe("figures", () => {
  const known = knownIn([
    "BTC is at $68,442.98, +1.35% over 24 hours",
    "open interest is $1.93B, −4.53%",
    "14:06 UTC",
    "the curve is −25.0 bps, RSI 61.2, between 5-10 bins",
  ]);
  it.each([
    ["BTC trades at $68,442.98", 0],
    ["BTC trades at 68443", 0],
    ["up 1.4%", 0],
    ["open interest of $1.9B fell 4.5%", 0],
    ["BTC trades at 68,000", 1],
    ["up 13.5%", 1],
    ["open interest of $1.93M", 1],
    ["funding 0.01% a year", 1],
    ["BTC is +1.35%", 0],
    ["BTC is −1.35%", 1],
    ["BTC is -1.4 %", 1],
    ["open interest: +4.53%", 1],
    ["the curve is inverted by 25 bps", 0],
    ["the curve is −25 bps", 0],
    ["the curve is at 25%", 1],
    ["RSI is 61.2%", 0],
    ["open interest fell $4.53", 1],
    ["10-5 bins", 0],
  ])("in “%s”: %i that no fact holds", (text, unverified) => {
    const marked = markUnverified(text, known);
    expect(marked.unverified).toBe(unverified);
    expect(marked.text.split(UNVERIFIED).length - 1).toBe(unverified);
  });

  it("are marked beside ones that stand, and cut with their sentence where none does", () => {
    const { blocks, cut } = sift("BTC is at $68,442.98 and was 12345 before. It was 777 once.", [
      "BTC is at $68,442.98",
    ]);
    expect(blocks).toEqual([
      { kind: "paragraph", text: "BTC is at $68,442.98 and was 12345 (unverified) before." },
    ]);
    expect(cut).toBe(1);
  });
});

describe("what models may cost in a day", () => {
  let store: RedisStore;
  beforeAll(async () => {
    store = await startRedisStore();
  });
  afterAll(() => store.close());
  let day = 0;
  const fresh = () => new Date(NOW.getTime() + (day += 1) * 86_400_000);
  const reserve = (caps: { all: number; payer: number; newcomers: number }) =>
    reserveWith(
      () => store.redis,
      () => caps,
    );

  it("is capped for each payer, for all newcomers together, and for all", async () => {
    const now = fresh();
    const take = reserve({ all: 1_000, payer: 200, newcomers: 300 });
    expect(await take("a", 150, now)).toBe(true);
    expect(await take("a", 150, now)).toBe(false); // 300 of 200
    expect(await take("b", 150, now)).toBe(true);
    expect(await take("c", 150, now)).toBe(false); // newcomers: 450 of 300
  });

  it("is not the newcomers' for whoever has settled a turn, and begins anew each day", async () => {
    const now = fresh();
    const take = reserve({ all: 1_000, payer: 500, newcomers: 100 });
    expect(await take("paid", 200, now)).toBe(false);
    const [command, ...args] = noteSettled("paid").command;
    expect(command).toBe("SET");
    await store.redis.set(args[0] ?? "", args[1] ?? "");
    expect(await take("paid", 200, now)).toBe(true);
    expect(await take("paid", 400, now)).toBe(false);
    expect(await take("paid", 400, fresh())).toBe(true);
  });

  it("of a hundred at once lets through no more than fit", async () => {
    const now = fresh();
    const take = reserve({ all: 1_000, payer: 10_000, newcomers: 10_000 });
    const taken = await Promise.all(Array.from({ length: 100 }, (_, index) => take(`p${index}`, 30, now)));
    expect(taken.filter(Boolean)).toHaveLength(33);
  });

  it("is nothing while nobody can count", async () => {
    const broken = () => {
      throw new Error("no store");
    };
    expect(await reserveWith(broken, () => ({ all: 9, payer: 9, newcomers: 9 }))("a", 1, NOW)).toBe(false);
  });
});
