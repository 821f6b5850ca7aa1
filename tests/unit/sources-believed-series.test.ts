import { describe, expect, it } from "vitest";
import { believedBars, type ToldBar } from "@/lib/sources/believed-bars";
import { believedInterest, believedRatios } from "@/lib/sources/believed-rows";
import type { Ratios } from "@/lib/sources/derivatives";

const STEP = 300_000;
const T0 = Date.parse("2026-10-07T12:00:00Z");
const HOUR = 3_600_000;
const implausible = expect.objectContaining({ failure: "implausible" });

/** Thirty bars, each of which opens where the one before closed, and the one that runs. */
function bars(change: (bar: ToldBar, i: number) => Partial<ToldBar> = () => ({})) {
  const closes = Array.from({ length: 32 }, (_, i) => 60_000 + 20 * Math.sin(i));
  const all = closes.slice(1).map((close, i): ToldBar => {
    const open = closes[i] ?? close;
    const bar = {
      at: T0 + i * STEP,
      open,
      close,
      high: Math.max(open, close) + 5,
      low: Math.min(open, close) - 5,
    };
    const whole = { ...bar, coins: 10, dollars: (10 * (open + close)) / 2 };
    return { ...whole, ...change(whole, i) };
  });
  return [all.slice(0, 30), all[30]] as const;
}
const read = (change?: (bar: ToldBar, i: number) => Partial<ToldBar>) => believedBars(...bars(change), "5m");
const only = (at: number, over: (bar: ToldBar) => Partial<ToldBar>) => (bar: ToldBar, i: number) =>
  i === at ? over(bar) : {};

describe("bars", () => {
  it("that continue each other are all believed", () => {
    expect(read()).toMatchObject({ doubts: [] });
    expect(read().bars).toHaveLength(30);
  });

  it.each<[string, (bar: ToldBar) => Partial<ToldBar>]>([
    ["a close and high far up", ({ close, high }) => ({ close: close * 1.8, high: high * 1.8 })],
    ["a close out of high and low", ({ close }) => ({ close: close * 10 })],
    ["a low above the close", ({ low }) => ({ low: low * 1_000 })],
    ["a high of a thousandth", ({ high }) => ({ high: high / 1_000 })],
    ["fifty times the coins for the same dollars", ({ coins }) => ({ coins: coins * 50 })],
    ["a thousandth of the coins for the same dollars", ({ coins }) => ({ coins: coins / 1_000 })],
  ])("whose newest has %s are a failed source", (_name, over) => {
    expect(() => read(only(29, over))).toThrow(implausible);
  });

  it("begin after one that can't be believed, with a doubt", () => {
    const { bars: run, doubts } = read(
      only(9, ({ close, high }) => ({ close: close * 1.8, high: high * 1.8 })),
    );
    expect(run[0]?.[0]).toBe(T0 + 10 * STEP);
    expect(doubts).toMatchObject([{ rule: "identity", scope: "row" }]);
  });

  it("that are wider than bars are stay, with a doubt that another venue may settle", () => {
    const { bars: run, doubts } = read(only(29, ({ low }) => ({ low: low * 0.3 })));
    expect(run).toHaveLength(30);
    expect(doubts).toMatchObject([{ rule: "continuity", got: 70 }]);
  });

  it("without a volume in one of ten are frozen", () => {
    expect(() => read((_, i) => (i % 5 === 0 ? { coins: 0, dollars: 0 } : {}))).toThrow(implausible);
  });
});

const ratios = (change: (ratio: number, i: number) => number = (ratio) => ratio): Ratios =>
  Array.from({ length: 40 }, (_, i) => [T0 + i * HOUR, change(1.5 + 0.01 * Math.sin(i), i)]);

describe("hourly rows", () => {
  it.each([10, 1_000, 0.1, 0.001, 2])("whose newest is × %d are a failed source", (times) => {
    expect(() => believedRatios(ratios((ratio, i) => (i === 39 ? ratio * times : ratio)))).toThrow(
      implausible,
    );
  });

  it("lose one that stands out among them, with a doubt", () => {
    const { value, doubts } = believedRatios(ratios((ratio, i) => (i === 20 ? ratio * 3 : ratio)));
    expect(value).toHaveLength(39);
    expect(doubts).toHaveLength(1);
  });

  it("that moved and stayed are believed", () => {
    const { value, doubts } = believedRatios(ratios((ratio, i) => (i > 20 ? ratio * 2 : ratio)));
    expect([value.length, doubts]).toEqual([40, []]);
  });

  it("that stand still for a day are frozen", () => {
    expect(() => believedRatios(ratios(() => 1.5))).toThrow(implausible);
  });

  it("of open interest may fall by 40 % in an hour, and no thousandfold; nor may the price within them", () => {
    const rows = (newest: number, usd = 60_000) =>
      Array.from({ length: 30 }, (_, i): [number, number, number] => {
        const coins = (30_000 + i) * (i === 29 ? newest : 1);
        return [T0 + i * HOUR, coins, coins * (i === 29 ? usd : 60_000)];
      });
    expect(believedInterest(rows(0.6)).value).toHaveLength(30);
    for (const newest of [1_000, 100, 0.01, 0.001])
      expect(() => believedInterest(rows(newest))).toThrow(implausible);
    for (const usd of [60, 6e7]) expect(() => believedInterest(rows(1, usd))).toThrow(implausible);
  });
});
