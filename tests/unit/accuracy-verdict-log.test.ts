import type { Redis } from "@upstash/redis";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readVerdictLog, soldOn, writeOutcome } from "@/lib/accuracy/verdict-log";
import { freezing, SOLD_PER_DAY } from "@/lib/accuracy/freeze";
import { outcomeOf } from "@/lib/accuracy/outcome";
import { accuracyWith } from "@/lib/accuracy/page/handler";
import { provenWith } from "@/lib/accuracy/proven";
import type { FrozenVerdict } from "@/lib/accuracy/record";
import { scoreVerdictsWith } from "@/lib/accuracy/score-verdicts/handler";
import { ApiError } from "@/lib/http/api-error";
import { keys } from "@/lib/store/keys";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";
import { noStore, reader } from "../fixtures/test-source";

const T0 = Date.parse("2026-10-07T14:00:00Z");
const DAY_MS = 86_400_000;
const at = (ms: number): string => new Date(ms).toISOString();

const frozen = (over: Partial<FrozenVerdict> = {}): FrozenVerdict => ({
  ...{ v: 1, at: at(T0), route: "intel-verdict", method: "verdict/1", signal: "watch", confidence: "low" },
  ...{ standard: true, sigma: 0.02, base: 0.45, yesterday: 1, inputs: "a".repeat(64) },
  price: { venue: "coinbase", usd: 70_000, at: at(T0 - 1_000) },
  ...over,
});

let store: RedisStore;
let upstream: Upstream;
let now = T0;
beforeEach(async () => {
  now = T0;
  store = await startRedisStore();
  upstream = await startUpstream({ port: 0, seed: 3, now: () => now, protocolRows: 10 });
});
afterEach(async () => {
  await upstream.close();
  await store.close();
});

const APPLY = "for _, effect in ipairs(cjson.decode(ARGV[1])) do redis.call(unpack(effect)) end return 'ok'";
const sell = (verdict: FrozenVerdict): Promise<unknown> =>
  store.redis.eval(APPLY, [], [JSON.stringify(freezing(verdict).map(({ command }) => command))]);
const context = () => ({ now: new Date(now), signal: new AbortController().signal, headers: new Headers() });
const tools = (redis: () => Redis = () => store.redis) => ({
  redis,
  read: reader({ origin: upstream.url, store: noStore, timeoutMs: 5_000, breakerMs: 0 }),
});

describe("what selling a verdict records", () => {
  it("is the day's first standard verdict once, and every sold one", async () => {
    await sell(frozen({ standard: false, signal: "avoid" }));
    await sell(frozen({ at: at(T0 + 1), signal: "follow" }));
    await sell(frozen({ at: at(T0 + 2), signal: "snipe" }));
    await sell(frozen({ at: at(T0 + DAY_MS) }));
    const { daily } = await readVerdictLog(store.redis, new Date(T0));
    expect(daily.map(({ frozen: one }) => [one.at.slice(0, 10), one.signal])).toEqual([
      ["2026-10-07", "follow"],
      ["2026-10-08", "watch"],
    ]);
    expect((await soldOn(store.redis, "2026-10-07")).map(({ signal }) => signal)).toEqual([
      "avoid",
      "follow",
      "snipe",
    ]);
  });

  it("keeps the first of a day's sold verdicts when there are too many, and lets them expire", async () => {
    const key = keys.verdictsSold("2026-10-07");
    await store.redis.rpush(key, ...Array.from({ length: SOLD_PER_DAY - 1 }, () => JSON.stringify(frozen())));
    await sell(frozen({ signal: "avoid" }));
    await sell(frozen({ signal: "snipe" }));
    const sold = await soldOn(store.redis, "2026-10-07");
    expect(sold).toHaveLength(SOLD_PER_DAY);
    expect(sold.at(-1)?.signal).toBe("avoid");
    expect(await store.redis.ttl(key)).toBeGreaterThan(39 * 86_400);
  });

  it("is never written again: an outcome stands", async () => {
    await sell(frozen());
    await writeOutcome(store.redis, frozen(), { void: "no_price" });
    await writeOutcome(store.redis, frozen(), { price: 1, priceAt: at(T0), z: 9 });
    const { daily } = await readVerdictLog(store.redis, new Date(T0));
    expect(daily[0]?.outcome).toEqual({ void: "no_price" });
  });

  it("is skipped where it can't be read, and the rest is shown", async () => {
    await sell(frozen());
    await store.redis.hset(keys.verdictsDaily("2026"), { "2026-10-05": "{", "2026-10-06": '{"v":9}' });
    const { daily } = await readVerdictLog(store.redis, new Date(T0));
    expect(daily).toHaveLength(1);
  });
});

describe("a frozen verdict", () => {
  const due = T0 + DAY_MS;
  const path = (...prices: [number, number][]) => ({ prices, until: due + 600_000 });
  const scored = (over: Partial<FrozenVerdict>, of: ReturnType<typeof path> | null, later = 600_000) =>
    outcomeOf(frozen(over), of, new Date(due + later));

  it("is measured by the price nearest to 24 hours later", () => {
    const outcome = scored({}, path([due - 300_000, 1], [due - 100_000, 71_400], [due + 200_000, 2]));
    expect(outcome).toEqual({ price: 71_400, priceAt: at(due - 100_000), z: Math.log(1.02) / 0.02 });
  });

  it("waits for its day, for candles to be published, and for an exchange that is silent", () => {
    expect(scored({}, path([due, 70_000]), 599_999)).toBeNull();
    expect(scored({}, null)).toBeNull();
    expect(scored({}, { prices: [], until: due + 599_999 })).toBeNull();
  });

  it.each([
    ["no price within five minutes", {}, path([due - 300_001, 1], [due + 300_001, 1]), 600_000, "no_price"],
    ["no answer of its exchange for a week", {}, null, 8 * DAY_MS, "no_price"],
    ["no price when it was made", { price: null }, null, 600_000, "no_price"],
    [
      "a price from more than five minutes before",
      { price: { venue: "coinbase" as const, usd: 1, at: at(T0 - 300_001) } },
      path([due, 1]),
      600_000,
      "no_price",
    ],
    ["no sigma", { sigma: null }, path([due, 1]), 600_000, "no_history"],
    ["no base rate", { base: null }, path([due, 1]), 600_000, "no_history"],
  ])("is void with %s", (_, over, of, later, why) => {
    expect(scored(over, of, later)).toEqual({ void: why });
  });
});

describe("the scheduled route and the page", () => {
  it("score what is due by the exchange that gave the price, count it once, and say what is open", async () => {
    await sell(frozen());
    await sell(frozen({ standard: false, signal: "avoid" }));
    await sell(frozen({ at: at(T0 + DAY_MS), price: { venue: "kraken", usd: 70_000, at: at(T0 + DAY_MS) } }));
    now = T0 + DAY_MS + 60_000;
    const schedule = scoreVerdictsWith(tools());
    expect((await schedule({}, context())).answer).toMatchObject({ scored: 0, voids: 0, open: 0 });
    now = T0 + 2 * DAY_MS + 600_000;
    upstream.setFault("api.kraken.com/0/public/OHLC", { kind: "down" });
    expect((await schedule({}, context())).answer).toMatchObject({ scored: 1, open: 1 });
    upstream.clearFaults();
    expect((await schedule({}, context())).answer).toMatchObject({ scored: 1, open: 0 });
    expect((await schedule({}, context())).answer).toMatchObject({ scored: 0, open: 0, daysCounted: 0 });
    const asked = upstream.requests().map(({ host, path }) => `${host}${path}`);
    expect(asked).toContain("api.kraken.com/0/public/OHLC");
    const { answer } = await accuracyWith(tools())({}, context());
    expect(answer).toMatchObject({ evaluated: 2, open: 0, voids: 0, statement: "No demonstrated skill." });
    expect(answer.recent.map(({ priceSource, result }) => [priceSource, result === "open"])).toEqual([
      ["Kraken", false],
      ["Coinbase", false],
    ]);
    const sold = answer.sold.bySignal.map(({ signal, n }) => [signal, n]);
    expect(Object.fromEntries(sold)).toMatchObject({ watch: 1, avoid: 1 });
  });

  it.each([
    ["Coinbase", "coinbase", "api.exchange.coinbase.com/products/BTC-USD/candles"],
    ["Kraken", "kraken", "api.kraken.com/0/public/OHLC"],
  ] as const)(
    "let wait what %s answers without a candle: that is no price missing",
    async (_, venue, place) => {
      await sell(frozen({ price: { venue, usd: 70_000, at: at(T0) } }));
      now = T0 + DAY_MS + 600_000;
      const schedule = scoreVerdictsWith(tools());
      upstream.setFault(place, { kind: "empty" });
      expect((await schedule({}, context())).answer).toMatchObject({ scored: 0, voids: 0, open: 1 });
      upstream.clearFaults();
      expect((await schedule({}, context())).answer).toMatchObject({ scored: 1, voids: 0, open: 0 });
    },
  );

  it("score on a look what can be scored, however many wait for an exchange that is silent", async () => {
    for (const days of [6, 5, 4])
      await sell(
        frozen({
          at: at(T0 - days * DAY_MS),
          price: { venue: "kraken", usd: 70_000, at: at(T0 - days * DAY_MS) },
        }),
      );
    await sell(
      frozen({
        at: at(T0 - 2 * DAY_MS),
        price: { venue: "coinbase", usd: 70_000, at: at(T0 - 2 * DAY_MS) },
      }),
    );
    upstream.setFault("api.kraken.com/0/public/OHLC", { kind: "down" });
    const { answer } = await accuracyWith(tools())({}, context());
    expect(answer).toMatchObject({ evaluated: 1, open: 3, voids: 0 });
  });

  it("read the ledger at most once a minute, however often they are called", async () => {
    let looked = 0;
    const page = accuracyWith(tools(() => (looked++, store.redis)));
    await page({}, context());
    const first = looked;
    for (let i = 0; i < 5; i++, now += 10_000) await page({}, context());
    expect(looked).toBe(first);
    now = T0 + 60_000;
    await page({}, context());
    expect(looked).toBeGreaterThan(first);
  });

  it("refuse with 503 while the store is away, and then no signal is proven", async () => {
    const away = (): never => {
      throw new Error("away");
    };
    const refused = await accuracyWith(tools(away))({}, context()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ code: "store_unavailable" });
    expect(await provenWith(away)(new Date(T0))).toEqual(new Set());
  });

  it("find a signal proven once a hundred of its verdicts carry it", async () => {
    const days = Array.from({ length: 120 }, (_, i) => frozen({ at: at(T0 - (i + 3) * DAY_MS) }));
    for (const verdict of days) {
      await sell(verdict);
      await writeOutcome(store.redis, verdict, { price: 70_000, priceAt: verdict.at, z: 0.1 });
    }
    expect(await provenWith(() => store.redis)(new Date(T0))).toEqual(new Set(["watch"]));
    const { answer } = await accuracyWith(tools())({}, context());
    const watch = answer.bySignal.find(({ signal }) => signal === "watch");
    expect(watch).toMatchObject({ n: 120, hits: 120, demonstrated: true, skill: 1 });
    expect(answer.statement).toMatch(/watch; for no other/);
  });
});
