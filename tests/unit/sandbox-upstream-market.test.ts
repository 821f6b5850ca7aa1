import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  civil,
  DAY,
  easternDay,
  easternTime,
  HOUR,
  isBondDay,
  isExchangeDay,
  isoDate,
} from "@/sandbox/upstream/market/calendar";
import { protocolName } from "@/sandbox/upstream/market/chain-table";
import { chainsAt } from "@/sandbox/upstream/market/chains";
import { yieldPct } from "@/sandbox/upstream/market/curve";
import { fomcMeetings } from "@/sandbox/upstream/market/fomc";
import { barOf, INSTRUMENTS, priceAt, sessionsUntil, type Ticker } from "@/sandbox/upstream/market/prices";
import { counted, protocolsAt } from "@/sandbox/upstream/market/protocols";
import { randomness } from "@/sandbox/upstream/market/random";
import { fearGreed } from "@/sandbox/upstream/market/sentiment";
import { world } from "@/sandbox/upstream/world";
import { runs } from "../support/properties";

const NOW = Date.UTC(2026, 9, 8, 15, 30);
const TICKERS: Ticker[] = ["BTC-USD", "ETH-USD", "^GSPC", "^VIX", "GC=F", "DX-Y.NYB", "DTWEXBGS"];
const moments = fc.integer({ min: Date.UTC(2016, 0, 1), max: Date.UTC(2036, 0, 1) });

describe("the market", () => {
  it("has one past a seed: any moment asked in any order gives the same price", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        moments,
        fc.constantFrom(...TICKERS),
        (seed, at, ticker) => {
          const before = priceAt(randomness(seed), ticker, at);
          const other = randomness(seed);
          priceAt(other, ticker, at + DAY);
          expect(priceAt(other, ticker, at)).toBe(before);
        },
      ),
    );
  });

  it("is another market under another seed", () => {
    const prices = Array.from({ length: 50 }, (_, seed) => priceAt(randomness(seed), "BTC-USD", NOW));
    expect(new Set(prices).size).toBe(50);
  });

  it("stays near its level and moves by about its daily measure", () => {
    const random = randomness(1);
    for (const ticker of TICKERS) {
      const { level, daily, memoryDays } = INSTRUMENTS[ticker];
      const days = Array.from({ length: 1_000 }, (_, i) => priceAt(random, ticker, NOW - i * DAY));
      const bound = Math.exp(daily * 2 * Math.sqrt(memoryDays * 4));
      for (const price of days) expect(price).toBeGreaterThan(level / bound);
      for (const price of days) expect(price).toBeLessThan(level * bound);
      const moves = days.slice(1).map((price, i) => Math.log((days[i] ?? price) / price));
      const deviation = Math.sqrt(moves.reduce((sum, move) => sum + move ** 2, 0) / moves.length);
      expect(deviation / daily).toBeGreaterThan(0.5);
      expect(deviation / daily).toBeLessThan(2);
    }
  });

  it("moves smoothly: a second changes no price by a tenth of a percent", () => {
    fc.assert(
      fc.property(moments, fc.constantFrom(...TICKERS), (at, ticker) => {
        const random = randomness(7);
        const change = priceAt(random, ticker, at + 1000) / priceAt(random, ticker, at) - 1;
        expect(Math.abs(change)).toBeLessThan(0.001);
      }),
    );
  });

  it("trades stocks on exchange days only, crypto every day, and gives yesterday's bar its final close", () => {
    const random = randomness(1);
    const saturday = Date.UTC(2026, 10, 21, 12);
    const [stocks] = sessionsUntil("^GSPC", saturday, 1);
    expect(isoDate(stocks?.day ?? 0)).toBe("2026-11-20");
    expect(new Date(stocks?.close ?? 0).toISOString()).toBe("2026-11-20T21:00:00.000Z");
    expect(isoDate(sessionsUntil("BTC-USD", saturday, 1)[0]?.day ?? 0)).toBe("2026-11-21");
    if (!stocks) throw new Error("no session");
    const friday = barOf(random, "^GSPC", stocks, saturday);
    expect(friday).toEqual(barOf(random, "^GSPC", stocks, saturday + 9 * HOUR));
    expect(friday.low).toBeLessThanOrEqual(Math.min(friday.openPrice, friday.closePrice));
    expect(friday.high).toBeGreaterThanOrEqual(Math.max(friday.openPrice, friday.closePrice));
  });

  it("adds up: the protocols that chain TVL counts sum to it on every chain", () => {
    const of = world({ seed: 3, now: () => NOW, protocolRows: 400 });
    const sums = new Map<string, number>();
    for (const { category, onChains } of protocolsAt(of, NOW))
      if (counted(category))
        for (const [chain, dollars] of Object.entries(onChains))
          sums.set(chain, (sums.get(chain) ?? 0) + dollars);
    const chains = chainsAt(of.random, NOW);
    expect(chains.length).toBeGreaterThan(10);
    for (const { name, tvl } of chains) {
      expect(sums.get(name) ?? 0).toBeGreaterThanOrEqual(tvl * (1 - 1e-9));
      expect(sums.get(name) ?? 0).toBeLessThanOrEqual(tvl * (1 + 1e-9));
    }
    expect(protocolName("BSC")).toBe("Binance");
  });

  it("has no protocol of negative worth, whatever the seed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
        const protocols = protocolsAt(world({ seed, now: () => NOW, protocolRows: 100 }), NOW);
        const worths = protocols.flatMap(({ onChains }) => Object.values(onChains));
        expect(worths.length).toBeGreaterThanOrEqual(100);
        expect(worths.filter((dollars) => !(dollars >= 0))).toEqual([]);
      }),
      runs(0.2),
    );
  });

  it("keeps yields positive and mood between 5 and 95", () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 1e6 }), (at, seed) => {
        const random = randomness(seed);
        const day = easternDay(at);
        for (const years of [1 / 12, 2, 10, 30]) expect(yieldPct(random, years, day)).toBeGreaterThan(0);
        const mood = fearGreed(random, day);
        expect(mood).toBeGreaterThanOrEqual(5);
        expect(mood).toBeLessThanOrEqual(95);
      }),
    );
  });
});

describe("the calendar", () => {
  it("knows New York's clock on both sides of both changes", () => {
    const cases = [
      ["2026-03-08", 1.5, "2026-03-08T06:30:00.000Z"],
      ["2026-03-08", 3.5, "2026-03-08T07:30:00.000Z"],
      ["2026-07-01", 14, "2026-07-01T18:00:00.000Z"],
      ["2026-10-31", 14, "2026-10-31T18:00:00.000Z"],
      ["2026-11-01", 14, "2026-11-01T19:00:00.000Z"],
      ["2026-12-09", 14.5, "2026-12-09T19:30:00.000Z"],
    ] as const;
    for (const [date, hours, utc] of cases)
      expect(new Date(easternTime(Date.parse(date), hours)).toISOString()).toBe(utc);
    expect(isoDate(easternDay(Date.UTC(2026, 9, 8, 3, 59)))).toBe("2026-10-07");
    expect(isoDate(easternDay(Date.UTC(2026, 9, 8, 4)))).toBe("2026-10-08");
  });

  it("agrees with the time zone database at any moment", () => {
    const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/New_York" });
    fc.assert(
      fc.property(moments, (at) => {
        expect(isoDate(easternDay(at))).toBe(clock.format(at));
      }),
    );
  });

  it("closes the exchanges and the bond market on their own holidays of 2026", () => {
    const closed = [
      "2026-01-01",
      "2026-01-19",
      "2026-02-16",
      "2026-04-03",
      "2026-05-25",
      "2026-06-19",
      "2026-07-03",
      "2026-09-07",
      "2026-11-26",
      "2026-12-25",
    ];
    for (const date of closed) {
      expect(isExchangeDay(Date.parse(date)), date).toBe(false);
      expect(isBondDay(Date.parse(date)), date).toBe(false);
    }
    for (const date of ["2026-10-12", "2026-11-11"]) {
      expect(isExchangeDay(Date.parse(date)), date).toBe(true);
      expect(isBondDay(Date.parse(date)), date).toBe(false);
    }
    const days = Array.from({ length: 365 }, (_, i) => civil(2026, 1, 1) + i * DAY);
    expect(days.filter(isExchangeDay)).toHaveLength(251);
  });

  it("puts 2026's Federal Open Market Committee where it met", () => {
    expect(fomcMeetings(2026).map(({ last }) => isoDate(last))).toEqual([
      "2026-01-28",
      "2026-03-18",
      "2026-04-29",
      "2026-06-17",
      "2026-07-29",
      "2026-09-16",
      "2026-10-28",
      "2026-12-09",
    ]);
  });
});
