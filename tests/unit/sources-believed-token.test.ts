import { describe, expect, it } from "vitest";
import { reducePairsOf } from "@/lib/sources/dexscreener";
import { reduceToken, reduceTokens } from "@/lib/sources/jupiter";

const NOW = new Date("2026-10-07T14:00:00Z");
const MINT = "8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump";
const OTHER = "DoVAVzViX8Bjy3r15nwikSaSbzE6dV4ovd28aWpJpump";

describe("Jupiter's price and valuations", () => {
  const sound = {
    ...{ id: MINT, symbol: "GARY", usdPrice: 0.002, circSupply: 9e8, totalSupply: 1e9 },
    ...{ mcap: 1.8e6, fdv: 2e6, liquidity: 50_000 },
  };
  const read = (over: object) => reduceToken([{ ...sound, ...over }], MINT, NOW);
  const figures = (over: object) => {
    const { token } = read(over).value;
    return [token?.priceUsd, token?.mcapUsd, token?.fdvUsd, token?.liquidityUsd];
  };
  const paths = (over: object) => (read(over).doubts ?? []).map(({ path }) => path);

  it("are believed where price times supply gives them, or no supply is said", () => {
    expect(figures({})).toEqual([0.002, 1.8e6, 2e6, 50_000]);
    expect(figures({ mcap: 1.81e6 })).toEqual([0.002, 1.81e6, 2e6, 50_000]);
    const unsaid = { circSupply: undefined, totalSupply: undefined, mcap: 7e9 };
    expect(figures(unsaid)).toEqual([0.002, 7e9, 2e6, 50_000]);
    expect([...paths({}), ...paths(unsaid)]).toEqual([]);
  });

  it.each([
    ["the price × 1000", { usdPrice: 2 }, [null, null, null, 50_000], ["price of 8ZCmwpW3"]],
    ["the price × 1.4", { usdPrice: 0.0028 }, [null, null, null, 50_000], ["price of 8ZCmwpW3"]],
    [
      "the market capitalisation ÷ 1000",
      { mcap: 1_800 },
      [0.002, null, 2e6, 50_000],
      ["market capitalisation of 8ZCmwpW3"],
    ],
    ["the full valuation × 100", { fdv: 2e8 }, [0.002, 1.8e6, null, 50_000], ["full valuation of 8ZCmwpW3"]],
    [
      "a circulating supply × 1000",
      { circSupply: 9e11 },
      [0.002, null, 2e6, 50_000],
      ["market capitalisation of 8ZCmwpW3"],
    ],
    [
      "a valuation of 1e30",
      { mcap: 1e30, fdv: 1e30 },
      [0.002, null, null, 50_000],
      ["market capitalisation of 8ZCmwpW3", "full valuation of 8ZCmwpW3"],
    ],
    ["a liquidity of 5e13", { liquidity: 5e13 }, [0.002, 1.8e6, 2e6, null], ["liquidity of 8ZCmwpW3"]],
  ])("are doubted for %s", (_, over, values, doubted) => {
    expect(figures(over)).toEqual(values);
    expect(paths(over)).toEqual(doubted);
  });

  it("of another token than the one that was searched for cost it nothing", () => {
    const odd = { ...sound, id: OTHER, usdPrice: 2 };
    expect(reduceToken([sound, odd], MINT, NOW).doubts).toEqual([]);
    expect(reduceTokens([sound, odd], NOW).doubts).toHaveLength(1);
  });
});

describe("DexScreener's liquidity", () => {
  const pair = {
    ...{ chainId: "solana", pairAddress: OTHER, baseToken: { address: MINT } },
    ...{ priceUsd: "0.002", priceNative: "0.00001", liquidity: { usd: 40_000, base: 1e7, quote: 100 } },
  };
  const read = (...pairs: object[]) => reducePairsOf(pairs, "solana", MINT, NOW);

  it("is believed where the pool's two tokens are worth it, or are not said", () => {
    const bare = { ...pair, liquidity: { usd: 40_000 } };
    for (const one of [pair, bare]) {
      expect(read(one).value.token?.liquidityUsd).toBe(40_000);
      expect(read(one).doubts).toEqual([]);
    }
  });

  it.each([1_000, 0.001, 2, 0.5])("× %f is doubted, and the others' counts", (times) => {
    const lied = { ...pair, liquidity: { ...pair.liquidity, usd: 40_000 * times } };
    expect(read(lied).value.token?.liquidityUsd).toBeNull();
    const { value, doubts } = read(lied, { ...pair, pairAddress: "second" });
    expect(value.token?.liquidityUsd).toBe(40_000);
    expect(doubts).toMatchObject([{ path: "liquidity of DoVAVzVi", rule: "identity", got: 40_000 * times }]);
  });
});
