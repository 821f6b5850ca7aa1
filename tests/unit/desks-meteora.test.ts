import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composePools } from "@/lib/desks/meteora/compose";
import { meteoraFields } from "@/lib/desks/meteora/answer";
import { meteoraDocumentation } from "@/lib/desks/meteora/documentation";
import { meteoraEntry } from "@/lib/desks/meteora/entry";
import type { PoolsInputs } from "@/lib/desks/meteora/gather";
import { exitProbability, positionHalfWidth, riskOf } from "@/lib/desks/meteora/risk";
import { toRow } from "@/lib/desks/meteora/row";
import { dailyVolatility } from "@/lib/desks/meteora/volatility";
import type { Close } from "@/lib/sources/meteora/closes";
import type { Pool } from "@/lib/sources/meteora/pool";
import { meteoraPool, meteoraPools, meteoraSearch } from "@/lib/sources/meteora/pools";
import type { Reading } from "@/lib/sources/source";
import { dlmmPool } from "../fixtures/dlmm-pool";
import { failed, readingOf } from "../fixtures/readings";
import { runs } from "../support/properties";

const NOW = new Date("2026-10-07T14:30:00Z");
const HOUR = Math.floor(NOW.getTime() / 3_600_000) * 3_600;
/** The last `count` closed hours. */
const closesOf = (count: number, price: (i: number) => number = (i) => 100 + (i % 2)): Close[] =>
  Array.from({ length: count }, (_, i) => [HOUR - (count - i) * 3_600, price(i)]);
const row = (over: Partial<Pool> = {}, closes: Close[] | null = closesOf(168)) =>
  toRow(dlmmPool(over), closes, NOW);
const input = (given: object = {}) => meteoraEntry.input.parse(given);
const closesSource = { id: "meteora.closes:x", provider: "Meteora" };

function inputsOf(pools: readonly Pool[], over: Partial<PoolsInputs> = {}): PoolsInputs {
  const closes = Object.fromEntries(
    pools.map(({ address }) => [address, [readingOf(closesSource, closesOf(168), NOW, NOW)]]),
  );
  return { list: readingOf(meteoraPools, [...pools], NOW, NOW), hint: null, closes, ...over };
}
const named = (name: string, over: Partial<Pool> = {}): Pool =>
  dlmmPool({ name, address: name.padEnd(40, "1"), ...over });

describe("a pool's row", () => {
  it("headlines 365 times a day's rate, not compounded", () => {
    expect(row()).toMatchObject({ feeTvl24hPct: 0.4, apy: 146, providerApyPct: 329 });
  });

  it("counts the protocol's share from what it took", () => {
    expect(row({ feesDay: 11_688.61, protocolFeesDay: 1_295.4 }).protocolFeeSharePct).toBe(9.98);
  });

  it.each([
    ["no fees", { feesDay: 0 }],
    ["unknown fees", { feesDay: null }],
    ["no TVL", { tvl: null }],
    ["next to no TVL", { tvl: 5e-324 }],
  ])("with %s tells no rate, no risk and no score", (_name, over) => {
    expect(row(over)).toMatchObject({ apy: null, feeTvl24hPct: null, ilRisk: null, score: null, why: [] });
  });

  it.each([
    ["under $250,000", { tvl: 81_116, feesDay: 1_454 }, "low-tvl"],
    ["that turns over more than twenty times a day", { volumeDay: 20_500_000 }, "high-turnover"],
  ])("%s tells its rate but neither risk nor score", (_name, over, flag) => {
    const reported = row(over);
    expect(reported).toMatchObject({ ilRisk: null, breakevenHalfwidthPct: null, score: null });
    expect(reported.apy).toBeGreaterThan(0);
    expect(reported.flags).toContain(flag);
  });

  it.each([
    ["blacklisted", { blacklisted: true }, "blacklisted"],
    ["not three days old", { createdAt: "2026-10-05T14:31:00.000Z" }, "young"],
  ])("%s has a risk but no score", (_name, over, flag) => {
    expect(row(over)).toMatchObject({ ilRisk: "high", score: null, flags: [flag] });
  });

  it("whose age is unknown has a risk but no score: it may be of today", () => {
    expect(row({ createdAt: null })).toMatchObject({ ilRisk: "high", ageDays: null, score: null, why: [] });
  });

  it("without 72 closes, or with unread ones, has no risk; only the former is a short history", () => {
    expect(row({}, closesOf(71))).toMatchObject({
      volDailyPct: null,
      ilRisk: null,
      flags: ["short-history"],
    });
    expect(row({}, null)).toMatchObject({ volDailyPct: null, ilRisk: null, flags: [] });
    expect(row({}, closesOf(72)).volDailyPct).not.toBeNull();
  });

  it("whose price stood still needs no width at all", () => {
    const reported = row(
      {},
      closesOf(168, () => 1),
    );
    expect(reported).toMatchObject({
      volDailyPct: 0,
      breakevenHalfwidthPct: 0,
      breakevenConcentration: null,
    });
    expect(reported).toMatchObject({ ilRisk: "low", exitProb24h: 0 });
  });

  it("whose fees make up for no width scores 0 by its parts", () => {
    const reported = row({ feesDay: 100, feesHour: 100 });
    expect(reported).toMatchObject({ breakevenHalfwidthPct: null, ilRisk: "high", score: 0 });
    expect(reported.breakevenConcentration).toBeLessThan(1);
  });

  it("names tokens that nobody named or verified", () => {
    const [first, second] = dlmmPool().tokens;
    const reported = row({ name: "", tokens: [{ ...first, symbol: "", verified: false }, second] });
    expect(reported).toMatchObject({ name: null, flags: ["unverified-token", "unnamed-token"] });
    expect(reported.tokens[0]?.symbol).toBeNull();
  });

  it("is of its schema, and its score's parts add up, whatever the pool", () => {
    const amount = fc.option(fc.double({ min: 1e-9, max: 1e15, noNaN: true }));
    const anything = fc.record({
      tvl: amount,
      volumeDay: amount,
      feesDay: amount,
      feesHour: amount,
      protocolFeesDay: amount,
      binStep: fc.option(fc.double({ min: 1e-3, max: 1e4, noNaN: true })),
    });
    const prices = fc.array(fc.double({ min: 1e-12, max: 1e12, noNaN: true }), {
      minLength: 60,
      maxLength: 168,
    });
    const schema = meteoraFields.shape.pools.element;
    fc.assert(
      fc.property(anything, prices, (over, series) => {
        const reported = row(
          over,
          closesOf(series.length, (i) => series[i] ?? 1),
        );
        expect(schema.safeParse(reported).error).toBeUndefined();
        if (reported.score === null) return;
        expect(reported.score).toBeGreaterThanOrEqual(0);
        expect(reported.score).toBeLessThanOrEqual(100);
        expect(reported.why.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(
          reported.score,
          6,
        );
      }),
      runs(3),
    );
  });
});

describe("loss against fees", () => {
  it("is what fees over σ²/8 say, and the width is where both are even", () => {
    const { concentration, halfWidth, ilRisk } = riskOf(0.004, 0.05, 10);
    expect(concentration).toBeCloseTo(12.8, 10);
    expect((0.05 ** 2 / 8) * (1 / (1 - Math.exp(-(halfWidth ?? 0) / 2)))).toBeCloseTo(0.004, 12);
    expect(ilRisk).toBe("high");
  });

  it("is low up to the usual position's width and medium up to three of it", () => {
    const width = (binStep: number) => riskOf(0.004, 0.05, binStep).ilRisk;
    const halfWidth = riskOf(0.004, 0.05, 10).halfWidth ?? 0;
    const even = (halfWidth * 1e4) / 34.5;
    expect([even * 1.001, even * 0.999, even / 2.999, even / 3.001].map(width)).toEqual([
      "low",
      "medium",
      "medium",
      "high",
    ]);
    expect(positionHalfWidth(4)).toBeCloseTo(0.0138, 12);
  });

  it("leaves a position by reflection: never over 1, and 4·(1 − Φ(1)) of one σ away at 2 σ", () => {
    expect(exitProbability(0.1, 0.05)).toBeCloseTo(4 * 0.0227501319, 6);
    expect(exitProbability(0.01, 0.05)).toBe(1);
    expect(exitProbability(0.1, 0)).toBe(0);
  });
});

describe("volatility", () => {
  it("counts closed hours of the last week only", () => {
    const steady = closesOf(168);
    const wild: Close[] = [[HOUR - 200 * 3_600, 1], ...steady, [HOUR, 1e6]];
    expect(dailyVolatility(wild, NOW)).toBe(dailyVolatility(steady, NOW));
  });

  it("of an hourly walk does not change when hours without trade are left out", () => {
    const step = 0.01;
    const every = closesOf(160, (i) => Math.exp(step * (i % 4 < 2 ? i % 2 : 2 - (i % 2))));
    const full = dailyVolatility(every, NOW) ?? 0;
    const gaps: Close[] = closesOf(160, () => 1).filter((_, i) => i % 2 === 0);
    expect(dailyVolatility(gaps, NOW)).toBe(0);
    expect(full).toBeGreaterThan(0);
    // A jump of √2·r over two hours is the same σ as r over one.
    const hourly = dailyVolatility(
      closesOf(100, (i) => Math.exp(i % 2 ? step : 0)),
      NOW,
    );
    const twoHourly = Array.from({ length: 80 }, (_, i): Close => [
      HOUR - (80 - i) * 7_200,
      Math.exp(i % 2 ? step * Math.SQRT2 : 0),
    ]);
    expect(dailyVolatility(twoHourly, NOW)).toBeCloseTo(hourly ?? 0, 3);
  });

  it("is unknown for prices further apart than a double can tell", () => {
    const torn = closesOf(168, (i) => (i % 2 ? 1e308 : 5e-324));
    expect(dailyVolatility(torn, NOW)).toBeNull();
  });
});

describe("the pool desk", () => {
  const pools = [
    named("Large", { tvl: 9e6, feesDay: 900 }),
    named("Paid", { tvl: 3e5, feesDay: 6_000 }),
    named("Circles", { tvl: 4e5, feesDay: 90_000, volumeDay: 2e7 }),
    named("Small", { tvl: 2.6e5, feesDay: 300, volumeDay: 1e5 }),
  ];
  const names = (given: object, over: Partial<PoolsInputs> = {}) =>
    composePools(inputsOf(pools, over), input(given), NOW).answer.pools.map(({ name }) => name);

  it("puts the largest first, or those that pay most, and a turnover of no market last", () => {
    expect(names({})).toEqual(["Large", "Paid", "Small", "Circles"]);
    expect(names({ sortByApy: true })).toEqual(["Paid", "Small", "Large", "Circles"]);
    expect(names({ limit: 1 })).toEqual(["Large"]);
  });

  it("shows what a hint finds, and nothing else", () => {
    const found = named("Hinted", { tvl: 1_000 });
    const hint = readingOf(meteoraPool(found.address), [found], NOW, NOW);
    const closes = { [found.address]: [readingOf(closesSource, closesOf(168), NOW, NOW)] };
    const { answer } = composePools(inputsOf(pools, { hint, closes }), input({ poolHint: "x" }), NOW);
    expect(answer.pools.map(({ name }) => name)).toEqual(["Hinted"]);
    expect(answer).toMatchObject({ hintMatched: true, coverage: 1 });
  });

  it("is refused, free, when a hint finds nothing: the list is not passed off as it, and names what would match", () => {
    const hint = readingOf(meteoraSearch("bonk"), [], NOW, NOW);
    const { answer, nothing } = composePools(inputsOf(pools, { hint }), input({ poolHint: "bonk" }), NOW);
    expect(answer.pools).toEqual([]);
    expect(nothing).toMatchObject({ status: 404, options: { details: { field: "poolHint" } } });
    expect(nothing?.message).toContain(`such as ${pools[0]?.name ?? ""}`);
    expect(composePools(inputsOf(pools), input({}), NOW).nothing).toBeUndefined();
  });

  it("does not sell the list when a hint could not be looked up", () => {
    const hint = failed<Pool[]>(meteoraSearch("bonk"));
    const { answer, missing } = composePools(
      inputsOf(pools, { hint, closes: {} }),
      input({ poolHint: "bonk" }),
      NOW,
    );
    expect(answer).toMatchObject({ coverage: 0, pools: [], hintMatched: null });
    expect(missing).toEqual(["pools"]);
  });

  it("counts unread closes, and needs some of them to be sold", () => {
    const withFailed = (count: number) => {
      const inputs = inputsOf(pools);
      const closes = Object.fromEntries(
        Object.entries(inputs.closes).map(([address, readings], i) => [
          address,
          i < count ? [failed<Close[]>(closesSource, "rate_limited")] : readings,
        ]),
      );
      return composePools({ ...inputs, closes }, input(), NOW).answer.coverage;
    };
    expect([0, 1, 2, 3, 4].map(withFailed)).toEqual([1, 0.875, 0.75, 0.625, 0.5]);
  });

  it("counts nothing for a pool that lacks one of its stretches: without it there is no volatility", () => {
    const inputs = inputsOf(pools);
    const [address = ""] = Object.keys(inputs.closes);
    const before = closesOf(72).map(([at, close]): Close => [at - 48 * 3_600, close]);
    const withSecond = (second: Reading<Close[]>) => {
      const closes = {
        ...inputs.closes,
        [address]: [readingOf(closesSource, before, NOW, NOW), second],
      };
      const { coverage, pools: rows } = composePools({ ...inputs, closes }, input(), NOW).answer;
      return [coverage, rows.find((one) => one.address === address)?.volDailyPct];
    };
    expect(withSecond(failed(closesSource))).toEqual([0.875, null]);
    const stale = readingOf(closesSource, closesOf(48), NOW, NOW, "stale");
    expect(withSecond(stale)).toEqual([0.9375, expect.any(Number)]);
  });

  it("counts nothing for a pool of today's trades of which no close came; one that nobody trades may have none", () => {
    const covered = (volumeDay: number) => {
      const one = named("Quiet", { volumeDay });
      const closes = { [one.address]: [readingOf<Close[]>(closesSource, [], NOW, NOW)] };
      return composePools(inputsOf([one], { closes }), input(), NOW).answer.coverage;
    };
    expect([covered(4_000_000), covered(0)]).toEqual([0.5, 1]);
  });

  it("makes the same answer of the same inputs, of its schema", () => {
    const once = () => composePools(inputsOf(pools), input({ sortByApy: true }), NOW).answer;
    expect(once()).toEqual(once());
    expect(meteoraDocumentation.output.safeParse(once()).error).toBeUndefined();
  });
});

describe("requests", () => {
  it.each([
    [{ limit: 0 }],
    [{ limit: 51 }],
    [{ limit: "5" }],
    [{ poolHint: "" }],
    [{ poolHint: "../pools" }],
    [{ poolHint: "a".repeat(65) }],
    [{ poolHint: "x&filter_by=tvl>0" }],
    [{ sortByApy: "yes" }],
    [{ other: 1 }],
  ])("%j is refused", (given) => {
    expect(meteoraEntry.input.safeParse(given).success).toBe(false);
  });
});
