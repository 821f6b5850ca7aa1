import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { baseUnits, formatUsd, toUsd } from "@/lib/catalog/money";

describe("money", () => {
  it("shows base units as dollars with at least two decimals", () => {
    expect([20_000, 100_000, 1_500, 1_234_567, 0].map((amount) => formatUsd(baseUnits(amount)))).toEqual([
      "$0.02",
      "$0.10",
      "$0.0015",
      "$1.234567",
      "$0.00",
    ]);
  });

  it("loses nothing between base units and the text shown", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (amount) => {
        const [whole = "", fraction = ""] = formatUsd(baseUnits(amount)).slice(1).split(".");
        expect(BigInt(whole + fraction.padEnd(6, "0"))).toBe(BigInt(amount));
      }),
    );
  });

  it("gives prices as the JSON numbers that the contract names", () => {
    expect(toUsd(baseUnits(20_000))).toBe(0.02);
    expect(toUsd(baseUnits(250_000))).toBe(0.25);
  });

  it("refuses what is not an amount", () => {
    for (const wrong of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(() => baseUnits(wrong)).toThrow(RangeError);
  });
});
