import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactUsd } from "@/lib/desks/compact-usd";
import { coverageOf, creditByAge, creditByStatus } from "@/lib/desks/coverage";
import { round } from "@/lib/desks/round";
import { failed, readingOf } from "../fixtures/readings";
import { runs } from "../support/properties";

const NOW = new Date("2026-10-07T14:00:00Z");
const ago = (ms: number): string => new Date(NOW.getTime() - ms).toISOString();
const source = { id: "s", provider: "S" };

describe("compact dollars", () => {
  it.each([
    [1_230_000_000, "$1.23B"],
    [999_499_999, "$999M"],
    [999_500_000, "$1.00B"],
    [999_500, "$1.00M"],
    [999.5, "$1.00K"],
    [999.4, "$999"],
    [12.345, "$12.3"],
    [1, "$1.00"],
    [0.0323849, "$0.0324"],
    [0.001, "<$0.01"],
    [0, "$0.00"],
    [1e12, "$1.00T"],
    [999.4e12, "$999T"],
    [1_234e12, "$1234T"],
  ])("%d is %s", (value, text) => {
    expect(compactUsd(value)).toBe(text);
  });

  it("shows three significant digits, within half a unit of the third, for any amount up to 999T", () => {
    const amount = fc.double({ min: -2, max: 14.9, noNaN: true }).map((exponent) => 10 ** exponent);
    fc.assert(
      fc.property(amount, (value) => {
        const text = compactUsd(value);
        const [, digits = "", unit = ""] = /^\$([\d.]+)([KMBT]?)$/.exec(text) ?? [];
        expect(digits.replace(/^0\.0*/, "").replace(".", ""), text).toHaveLength(3);
        const shown = Number(digits) * 1_000 ** ["", "K", "M", "B", "T"].indexOf(unit);
        expect(Math.abs(shown / value - 1)).toBeLessThanOrEqual(0.005 + 1e-9);
        if (value >= 1_000) expect(Number(digits)).toBeLessThan(1_000);
      }),
      runs(10),
    );
  });
});

describe("rounding", () => {
  it("keeps an unknown unknown, and has no negative zero", () => {
    expect(round(null, 2)).toBeNull();
    expect(Object.is(round(-0.001, 2), 0)).toBe(true);
    expect(round(-0.952, 2)).toBe(-0.95);
  });

  it("leaves a number alone that is too large to be scaled, rather than making it infinite", () => {
    expect(round(1e308, 2)).toBe(1e308);
    expect(round(-1e308, 6)).toBe(-1e308);
  });
});

describe("credit", () => {
  const maxAge = { freshMs: 1_000, staleMs: 5_000 };

  it("by age is whole within freshness, half within the allowed age, none beyond, none ahead of the clock", () => {
    const credit = (ms: number) => creditByAge(ago(ms), maxAge, NOW);
    expect([0, 1_000, 1_001, 5_000, 5_001].map(credit)).toEqual([1, 1, 0.5, 0.5, 0]);
    expect(credit(-4 * 60_000)).toBe(1);
    expect(credit(-6 * 60_000)).toBe(0);
    expect(creditByAge(null, maxAge, NOW)).toBe(0);
    expect(creditByAge("yesterday", maxAge, NOW)).toBe(0);
  });

  it("by status is whole for ok, half for stale, none for a failure", () => {
    expect(creditByStatus(readingOf(source, 1, NOW, NOW))).toBe(1);
    expect(creditByStatus(readingOf(source, 1, NOW, NOW, "stale"))).toBe(0.5);
    expect(creditByStatus(failed(source))).toBe(0);
  });
});

describe("coverage", () => {
  const weights = { a: 0.4, b: 0.35, c: 0.1, d: 0.15 };
  const credit = fc.constantFrom(0 as const, 0.5 as const, 1 as const);
  const credits = fc.dictionary(fc.constantFrom("a", "b", "c", "d", "e"), fc.array(credit, { maxLength: 6 }));

  it("is the weighted mean of the parts' credits", () => {
    expect(coverageOf(weights, { a: [1], b: [1, 0.5], c: [0], d: [1] })).toBe(0.8125);
    expect(coverageOf(weights, { a: [1], b: [1], c: [1], d: [1] })).toBe(1);
    expect(coverageOf(weights, { a: [1], c: [1], d: [0.5, 0.5] })).toBe(0.575);
    expect(
      coverageOf({ a: 0.15, b: 0.15, c: 0.15, d: 0.15, e: 0.4 }, { a: [1], b: [1], c: [1], d: [1] }),
    ).toBe(0.6);
  });

  it("lies between 0 and 1, and never falls when a credit rises", () => {
    fc.assert(
      fc.property(credits, (given) => {
        const coverage = coverageOf(weights, given);
        expect(coverage).toBeGreaterThanOrEqual(0);
        expect(coverage).toBeLessThanOrEqual(1);
        const raised = Object.fromEntries(
          Object.entries(given).map(([part, all]) => [part, all.map(() => 1 as const)]),
        );
        expect(coverageOf(weights, raised)).toBeGreaterThanOrEqual(coverage);
      }),
    );
  });
});
