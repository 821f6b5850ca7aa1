import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TENORS } from "@/lib/catalog/intel/tenors";
import { stableYield } from "@/lib/desks/stable-yield";
import { composeYields } from "@/lib/desks/yields/compose";
import { wantsDlmm } from "@/lib/desks/yields/dlmm";
import { yieldsDocumentation } from "@/lib/desks/yields/documentation";
import { yieldsEntry } from "@/lib/desks/yields/entry";
import type { YieldsInputs } from "@/lib/desks/yields/gather";
import { scoreYield } from "@/lib/desks/yields/score";
import { llamaYields, type YieldPool, type YieldPools } from "@/lib/sources/llama-yields";
import type { Pool } from "@/lib/sources/meteora/pool";
import { meteoraPools } from "@/lib/sources/meteora/pools";
import type { Reading } from "@/lib/sources/source";
import { treasuryYear, type YieldCurve } from "@/lib/sources/treasury";
import { dlmmPool } from "../fixtures/dlmm-pool";
import { failed, readingOf } from "../fixtures/readings";
import { runs } from "../support/properties";

const NOW = new Date("2026-10-07T14:00:00Z");
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);
const pool = (over: Partial<YieldPool> = {}): YieldPool => ({
  id: "p",
  chain: "Ethereum",
  project: "lend",
  symbol: "USDC",
  tvl: 1e8,
  apy: 6,
  apyBase: 6,
  apyReward: null,
  apyMean30d: 6,
  stablecoin: true,
  ilRisk: "no",
  exposure: "single",
  days: 400,
  ...over,
});
const poolsOf = (...largest: YieldPool[]): Reading<YieldPools> =>
  readingOf(llamaYields, { largest, passed: largest.length, listed: 20_000 }, NOW, NOW);
function curveOf(m3: number | null, days = 1): Reading<YieldCurve>[] {
  const rates = { ...Object.fromEntries(TENORS.map((tenor) => [tenor, null])), m3 };
  return [
    readingOf(treasuryYear, treasuryYear.kept.parse({ date: "2026-10-06", rates }), daysAgo(days), NOW),
  ];
}
const compose = (given: object, inputs: Partial<YieldsInputs> & Pick<YieldsInputs, "from" | "pools">) =>
  composeYields({ curve: curveOf(4), ...inputs } as YieldsInputs, yieldsEntry.input.parse(given), NOW);
const llama = (given: object, ...pools: YieldPool[]) =>
  compose(given, { from: "llama", pools: poolsOf(...pools) }).answer;

describe("a yield's score", () => {
  it("is null without a 30-day mean, and without a bill", () => {
    expect(scoreYield(pool({ apyMean30d: null }), 4)).toEqual({ score: null, why: [] });
    expect(scoreYield(pool(), null)).toEqual({ score: null, why: [] });
  });

  it("is at most 20 for what pays no more than the bill, however large", () => {
    const { score, why } = scoreYield(pool({ tvl: 1e10 }), 6);
    expect(score).toBe(20);
    expect(why.at(-1)).toMatchObject({ factor: "limit", contribution: -40 });
    expect(scoreYield(pool({ tvl: 1e10 }), 5.99).score).toBeGreaterThan(60);
  });

  it("counts an unknown reward as none, and no more than the whole as reward", () => {
    const rows = llama(
      {},
      pool({ id: "a" }),
      pool({ id: "b", apyReward: 9 }),
      pool({ id: "c", apyReward: -2 }),
    );
    const shares = Object.fromEntries(rows.yields.map(({ poolId, rewardShare }) => [poolId, rewardShare]));
    expect(shares).toEqual({ a: 0, b: 1, c: 0 });
  });

  it("lies between 0 and 100 and is the sum of its parts, whatever the pool", () => {
    const rate = fc.double({ min: -1e4, max: 1e4, noNaN: true });
    const some = fc.record({
      apy: fc.double({ min: 1e-6, max: 200, noNaN: true }),
      apyReward: fc.option(rate),
      apyMean30d: fc.option(rate),
      tvl: fc.double({ min: 1e6, max: 1e12, noNaN: true }),
      ilRisk: fc.constantFrom("no" as const, "yes" as const, null),
    });
    fc.assert(
      fc.property(some, fc.option(fc.double({ min: 0, max: 20, noNaN: true })), (given, bill) => {
        const { score, why } = scoreYield(given, bill);
        expect(score === null).toBe(bill === null || given.apyMean30d === null);
        if (score === null) return;
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(why.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(score, 6);
      }),
      runs(3),
    );
  });
});

describe("the yields desk", () => {
  const pools = [
    pool({ id: "1", tvl: 9e9, project: "sky-lending", apy: 4.5, apyMean30d: 4.5 }),
    pool({ id: "2", tvl: 8e8, project: "aave-v3", chain: "Base", apy: 7, apyMean30d: 7 }),
    pool({ id: "3", tvl: 7e8, project: "aave-v3", chain: "Arbitrum", apyMean30d: null }),
    pool({ id: "4", tvl: 6e8, project: "morpho-blue", chain: "Solana", apy: 9, apyMean30d: 9 }),
    pool({ id: "5", tvl: 5e8, project: "aave-v2", chain: "Tron", apyMean30d: null }),
  ];
  const ids = (given: object) => llama(given, ...pools).yields.map(({ poolId }) => poolId);

  it("filters before it cuts to the largest: a small pool of the chain asked for is found", () => {
    const large = Array.from({ length: 1_200 }, (_, i) =>
      pool({ id: `large${i}`, tvl: 9e9 - i, apyMean30d: null }),
    );
    const small = pool({ id: "small", chain: "Base", project: "tiny", tvl: 2e6, apy: 20, apyMean30d: 20 });
    const found = (given: object) => llama(given, ...large, small);
    expect(found({ chain: "base" }).yields.map(({ poolId }) => poolId)).toEqual(["small"]);
    expect(found({ project: "tiny" }).matched).toBe(1);
    expect(found({})).toMatchObject({
      matched: 1_000,
      yields: expect.not.arrayContaining([expect.objectContaining({ poolId: "small" })]),
    });
  });

  it("shows the best score first, then those without one, the largest first", () => {
    expect(ids({})).toEqual(["4", "2", "1", "3", "5"]);
  });

  it("filters by chain and by part of the project's name, however it is written", () => {
    expect(ids({ chain: "base" })).toEqual(["2"]);
    expect(ids({ project: "aave" })).toEqual(["2", "3", "5"]);
    expect(ids({ project: "  Aave V3 " })).toEqual(["2", "3"]);
    expect(ids({ project: "aave", chain: "solana" })).toEqual([]);
    expect(llama({ limit: 1 }, ...pools)).toMatchObject({ matched: 5, yields: [{ poolId: "4" }] });
  });

  it("refuses filters that leave nothing, free, naming projects that would match", () => {
    const read = readingOf(llamaYields, { largest: pools, passed: 5, listed: 20_000 }, NOW, NOW);
    const nothing = (input: object) => compose(input, { from: "llama", pools: read }).nothing;
    expect(nothing({ project: "marinade" })).toMatchObject({
      status: 404,
      message: expect.stringMatching(/like “marinade”.*What would match: a `project` such as .*aave-v3/),
      options: { details: { field: "project" } },
    });
    const one = readingOf(llamaYields, { largest: [pool({})], passed: 1, listed: 1 }, NOW, NOW);
    const elsewhere = compose({ chain: "arbitrum" }, { from: "llama", pools: one }).nothing;
    expect(elsewhere).toMatchObject({ options: { details: { field: "chain" } } });
    expect(nothing({})).toBeUndefined();
    const dlmm = { from: "meteora", pools: readingOf(meteoraPools, [dlmmPool()], NOW, NOW) } as const;
    expect(compose({ project: "meteora", chain: "base" }, dlmm).nothing?.message).toContain("on Solana");
    expect(compose({ project: "meteora" }, dlmm).nothing).toBeUndefined();
  });

  it("says which pools it does not look at", () => {
    const reading = readingOf(llamaYields, { largest: pools, passed: 2_100, listed: 20_000 }, NOW, NOW);
    const { notes } = compose({}, { from: "llama", pools: reading }).answer;
    expect(notes.join(" ")).toContain("the 1000 largest, and the 10 largest of each project on each chain");
    expect(llama({}, ...pools).notes.join(" ")).not.toContain("Looked at are");
  });

  it("without a bill sells the pools, without scores; without pools it sells nothing", () => {
    const { answer, missing } = compose(
      {},
      { from: "llama", pools: poolsOf(...pools), curve: curveOf(null) },
    );
    expect(answer).toMatchObject({ coverage: 0.7, tbill3m: null, matched: 5 });
    expect(answer.yields).toHaveLength(5);
    expect(
      answer.yields.every(({ score, excessOverTbillPp }) => score === null && excessOverTbillPp === null),
    ).toBe(true);
    expect(missing).toEqual(["tbill3m"]);
    const none = compose({}, { from: "llama", pools: failed(llamaYields) });
    expect(none.answer).toMatchObject({ coverage: 0.3, matched: null, yields: [] });
    expect(none.missing).toEqual(["yields"]);
  });

  it("counts an old bill half, and a very old one not at all", () => {
    const with_ = (days: number) =>
      compose({}, { from: "llama", pools: poolsOf(...pools), curve: curveOf(4, days) }).answer;
    expect([3, 6, 9].map((days) => with_(days).coverage)).toEqual([1, 0.85, 0.7]);
    expect(with_(6).stale).toBe(true);
    expect(with_(9).tbill3m).toBeNull();
  });

  it("warns of risks", () => {
    const flagsOf = (over: Partial<YieldPool>) => llama({}, pool(over)).yields[0]?.flags;
    expect(flagsOf({})).toEqual([]);
    expect(flagsOf({ apyReward: 4 })).toContain("reward-heavy");
    expect(flagsOf({ apy: 13 })).toEqual(["apy-above-mean"]);
    expect(flagsOf({ apyMean30d: -1 })).toEqual(["apy-above-mean", "below-tbill"]);
    expect(flagsOf({ days: 89 })).toEqual(["short-history"]);
  });

  it("makes the same answer of the same inputs, in one order even for pools that are alike", () => {
    const alike = ["b", "a", "c"].map((id) => pool({ id }));
    expect(llama({}, ...alike)).toEqual(llama({}, ...alike.toReversed()));
    expect(yieldsDocumentation.output.safeParse(llama({}, ...pools)).error).toBeUndefined();
  });
});

describe("DLMM pools", () => {
  const meteora = (given: object, ...pools: Pool[]) =>
    compose(given, { from: "meteora", pools: readingOf(meteoraPools, pools, NOW, NOW) }).answer;

  it.each([
    [{ project: "meteora" }, true],
    [{ project: "Meteora DLMM" }, true],
    [{ message: "Which DLMM pools pay?" }, true],
    [{ message: "dlmm", chain: "solana" as const }, true],
    [{ message: "dlmm", chain: "base" as const }, false],
    [{ message: "dlmm", project: "aave" }, false],
    [{ message: "dlmmx" }, false],
    [{ message: "Which DLMMs pay?" }, true],
    [{ message: "project: meteora_dlmm" }, true],
    [{ project: "meteora_dlmm" }, true],
    [{ project: "DLMM" }, true],
    [{ project: "meteorite" }, false],
    [{}, false],
  ])("come for %j: %s", (given, wanted) => {
    expect(wantsDlmm(given)).toBe(wanted);
  });

  it("are labelled, annualised from one day, and have no score, because they have no mean", () => {
    const answer = meteora({ project: "meteora" }, dlmmPool());
    expect(yieldsDocumentation.output.safeParse(answer).error).toBeUndefined();
    expect(answer.sources).toEqual(["Meteora", "US Treasury"]);
    expect(answer.yields).toEqual([
      expect.objectContaining({ source: "Meteora", chain: "Solana", apy: 146, tvlUsd: 1e6, score: null }),
    ]);
  });

  it("leave out what has no fees and what is traded in circles, and are none on another chain", () => {
    const odd = [dlmmPool({ feesDay: 0 }), dlmmPool({ feesDay: null }), dlmmPool({ volumeDay: 3e7 })];
    expect(meteora({ project: "meteora" }, ...odd)).toMatchObject({ matched: 0, yields: [] });
    expect(meteora({ project: "meteora", chain: "base" }, dlmmPool()).yields).toEqual([]);
  });
});

describe("what stablecoins pay", () => {
  const stable = (count: number, over: (i: number) => Partial<YieldPool> = () => ({})) =>
    Array.from({ length: count }, (_, i) => pool({ id: `${i}`, apy: 1 + i, apyMean30d: 1 + i, ...over(i) }));

  it("is the median of the twenty largest, over the bill", () => {
    const { value, credits, used } = stableYield(
      poolsOf(pool({ apy: 90, stablecoin: false }), ...stable(40)),
      curveOf(4),
      NOW,
    );
    expect(value).toEqual({
      medianApyPct: 10.5,
      pools: 20,
      bill: { ratePct: 4, date: "2026-10-06" },
      excessPp: 6.5,
    });
    expect(credits).toEqual([1, 1]);
    expect(used.map(({ id }) => id)).toEqual(["llama.yields", "treasury.year"]);
  });

  it("passes over those without a mean, and is unknown with fewer than ten, or without a bill", () => {
    const without = (count: number) => stable(20, (i) => (i < count ? { apyMean30d: null } : {}));
    expect(stableYield(poolsOf(...without(9)), curveOf(4), NOW).value).toMatchObject({
      pools: 11,
      medianApyPct: 15,
    });
    expect(stableYield(poolsOf(...without(11)), curveOf(4), NOW).value).toBeNull();
    expect(stableYield(poolsOf(...stable(20)), curveOf(null), NOW).value).toBeNull();
    expect(stableYield(failed(llamaYields), curveOf(4), NOW)).toMatchObject({ value: null, credits: [0, 0] });
  });
});

describe("requests", () => {
  it("name the chains that can be asked for", () => {
    const refused = yieldsEntry.input.safeParse({ chain: "tron" });
    expect(refused.error?.issues[0]?.message).toContain("solana, ethereum, base, arbitrum");
  });

  it("take a chain in any case", () => {
    expect(yieldsEntry.input.parse({ chain: " Base" }).chain).toBe("base");
  });

  it.each([[{ project: " " }], [{ limit: 0 }], [{ message: "x".repeat(4_001) }], [{ chain: "tron" }]])(
    "%j is refused",
    (given) => {
      expect(yieldsEntry.input.safeParse(given).success).toBe(false);
    },
  );
});
