import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { baseUnits, type BaseUnits } from "@/lib/catalog/money";
import { TIER_PRICES } from "@/lib/catalog/define";
import { amountsOf, priceText, tokenPrice } from "@/lib/payments/token/amounts";
import { runs } from "../support/properties";

/** A price per token of any size that a token can have: 10^-18 to 10^12 dollars, its leading digits anything. */
const anyPrice = fc
  .tuple(fc.bigInt(1n, 999_999_999n), fc.integer({ min: 0, max: 21 }))
  .map(([digits, zeros]) => digits * 10n ** BigInt(zeros));
const anyListPrice = fc.oneof(
  fc.constantFrom(...Object.values(TIER_PRICES).filter((price) => price > 0)),
  fc.integer({ min: 1, max: 10_000_000 }).map(baseUnits),
);
const anyDecimals = fc.integer({ min: 0, max: 12 });

const DOLLAR = 10n ** 18n;

/** What is owed, as a fraction: seven tenths of the price, in base units of the token. Computed apart from the product. */
const owed = (price: BaseUnits, perToken: bigint, decimals: number): [over: bigint, under: bigint] => [
  7n * BigInt(price) * DOLLAR * 10n ** BigInt(decimals),
  10n * 1_000_000n * perToken,
];

describe("what a price comes to in the token", () => {
  it("is right to the base unit over ten thousand prices and decimals", () => {
    let offered = 0;
    fc.assert(
      fc.property(anyListPrice, anyPrice, anyDecimals, (price, perToken, decimals) => {
        const amounts = amountsOf(price, perToken, decimals);
        const [over, under] = owed(price, perToken, decimals);
        if (amounts === null) {
          // Only where it could not be told to a hundredth, or no account could hold it.
          expect(over <= under * 99n || over > under * (2n ** 64n - 1n)).toBe(true);
          return;
        }
        offered += 1;
        const { gross, burn, kept } = amounts;
        expect(burn + kept).toBe(gross);
        // Not less than what is owed, and less than one unit more.
        expect(gross * under >= over).toBe(true);
        expect((gross - 1n) * under < over).toBe(true);
        // Four fifths are burned, and less than one unit more.
        expect(burn * 5n >= gross * 4n).toBe(true);
        expect((burn - 1n) * 5n < gross * 4n).toBe(true);
        expect(kept >= 0n && gross <= 2n ** 64n - 1n).toBe(true);
      }),
      runs(100),
    );
    expect(offered).toBeGreaterThan(2_000);
  });

  it("is about 30 % less than in USDC", () => {
    // Of a token that is worth a dollar and has USDC's decimals, 0.10 comes to 0.07.
    expect(amountsOf(baseUnits(100_000), DOLLAR, 6)).toEqual({
      gross: 70_000n,
      burn: 56_000n,
      kept: 14_000n,
    });
    // 0.02 at 0.003 dollars: 4.666… tokens.
    expect(amountsOf(baseUnits(20_000), 3n * 10n ** 15n, 6)).toEqual({
      ...{ gross: 4_666_667n, burn: 3_733_334n, kept: 933_333n },
    });
  });

  it("is nothing for a price of nothing", () => {
    for (const perToken of [0n, -1n]) expect(amountsOf(baseUnits(20_000), perToken, 6)).toBeNull();
  });
});

describe("a provider's price", () => {
  it.each([
    [1, DOLLAR],
    [0.000_001_234, 1_234_000_000_000n],
    [12_345.5, 123_455n * 10n ** 17n],
  ])("%d is taken exactly", (dollars, price) => {
    expect(tokenPrice(dollars)).toBe(price);
    expect(Number(priceText(price))).toBe(dollars);
  });

  it.each([null, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e12, 1e-19])("%s is none", (dollars) => {
    expect(tokenPrice(dollars)).toBeNull();
  });
});
