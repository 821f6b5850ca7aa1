import { beforeAll, describe, expect, it } from "vitest";
import { type DailyClose, dailyStatistics } from "@/lib/accuracy/daily";
import { HITS } from "@/lib/accuracy/hits";
import { isProven, ratesOf, type Tally } from "@/lib/accuracy/tally";
import { wilson } from "@/lib/accuracy/wilson";
import { SIGNALS } from "@/lib/catalog/intel/signals";

/** Seeded: the same years on every run. */
function randomness(seed: number) {
  let state = seed;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(unit())) * Math.cos(2 * Math.PI * unit());
  return { unit, normal };
}

const DAY_MS = 86_400_000;
const PAST = 396;
const YEAR = 365;

/** A year of days of one market: what was frozen on each, and the z that came of it. Volatility comes in clusters. */
function marketYear(seed: number) {
  const { normal } = randomness(seed);
  let price = 50_000;
  let daily = 0.02;
  const closes: DailyClose[] = Array.from({ length: PAST + YEAR }, (_, day) => {
    daily = Math.exp(0.95 * Math.log(daily) + 0.05 * Math.log(0.02) + 0.1 * normal());
    price *= Math.exp(daily * normal());
    return [day, price] as const;
  });
  return Array.from({ length: YEAR }, (_, i) => {
    const day = PAST + i;
    const past = dailyStatistics(closes.slice(i, day), new Date(day * DAY_MS + 1));
    if (!past?.base) throw new Error("the past is whole");
    return {
      z: Math.log((closes[day]?.[1] ?? 0) / (closes[day - 1]?.[1] ?? 0)) / past.sigma,
      base: past.base,
    };
  });
}

type Claim = (tally: Tally) => boolean;

/** Which of the claims a year of random verdicts, with random shares of the signals, makes on any of its days. */
function claimsOf(
  market: ReturnType<typeof marketYear>,
  unit: () => number,
  claims: readonly Claim[],
): Set<Claim> {
  const weights = SIGNALS.map(() => -Math.log(unit()));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const tallies = SIGNALS.map((): Tally => ({ n: 0, hits: 0, voids: 0, baseSum: 0 }));
  const made = new Set<Claim>();
  for (const { z, base } of market) {
    let rest = unit() * all;
    const drawn = weights.findIndex((weight) => (rest -= weight) <= 0);
    const signal = SIGNALS[drawn] ?? "watch";
    const tally = tallies[drawn] ?? tallies[1];
    if (tally === undefined) throw new Error("there are five");
    tally.n++;
    tally.baseSum += base[signal];
    if (HITS[signal].hit(z)) tally.hits++;
    for (const claim of claims) if (claim(tally)) made.add(claim);
  }
  return made;
}

/** What would be claimed if the interval that is shown were enough for it. */
const byShownInterval: Claim = ({ n, hits, baseSum }) =>
  n >= 100 && (wilson(hits, n, 1.96)?.low ?? 0) > baseSum / n;

describe("skill", () => {
  /** Of a thousand years of random verdicts, those that make the claim on some day. */
  const years = new Map<Claim, number>();
  beforeAll(() => {
    const { unit } = randomness(20_261_007);
    const markets = Array.from({ length: 50 }, (_, i) => marketYear(i + 1));
    for (let year = 0; year < 1_000; year++)
      for (const claim of claimsOf(markets[year % markets.length] ?? [], unit, [isProven, byShownInterval]))
        years.set(claim, (years.get(claim) ?? 0) + 1);
  });

  it("is claimed on some day by at most 2 % of a thousand years of random verdicts", () => {
    expect(years.get(isProven) ?? 0).toBeLessThanOrEqual(20);
  });

  it("would be claimed by more of the same years if the interval that is shown were enough", () => {
    expect(years.get(byShownInterval)).toBeGreaterThan(40);
  });

  it("is claimed for a forecaster with real skill", () => {
    const { unit } = randomness(3);
    const tally: Tally = { n: 0, hits: 0, voids: 0, baseSum: 0 };
    for (const { z, base } of [...marketYear(7), ...marketYear(8)]) {
      if (unit() > (z >= 0.25 ? 0.6 : 0.25)) continue;
      tally.n++;
      tally.baseSum += base.follow;
      if (HITS.follow.hit(z)) tally.hits++;
    }
    expect(isProven(tally)).toBe(true);
  });

  it("needs a hundred verdicts, and an interval wholly above the base rate", () => {
    expect(isProven({ n: 99, hits: 99, voids: 0, baseSum: 40 })).toBe(false);
    expect(isProven({ n: 100, hits: 100, voids: 0, baseSum: 40 })).toBe(true);
    // 54 of 100 clears 40 % by the interval that is shown, and not by the one that a claim needs
    expect(wilson(54, 100, 1.96)?.low).toBeGreaterThan(0.4);
    expect(isProven({ n: 100, hits: 54, voids: 0, baseSum: 40 })).toBe(false);
    expect(isProven({ n: 100, hits: 55, voids: 0, baseSum: 40 })).toBe(true);
  });
});

describe("rates", () => {
  it("are null for fewer than thirty", () => {
    const nothing = { hitRate: null, baseRate: null, interval95: null, skill: null };
    expect(ratesOf({ n: 29, hits: 20, voids: 3, baseSum: 10 })).toEqual(nothing);
    expect(ratesOf({ n: 30, hits: 15, voids: 3, baseSum: 12 })).toMatchObject({
      hitRate: 0.5,
      baseRate: 0.4,
      skill: 3 / 18,
    });
  });

  it("have Wilson's interval: 55 of 100 is 45.2 to 64.4 %", () => {
    const interval = wilson(55, 100, 1.96);
    expect(interval?.low).toBeCloseTo(0.452, 3);
    expect(interval?.high).toBeCloseTo(0.644, 3);
    expect(wilson(0, 0, 1.96)).toBeNull();
  });
});
