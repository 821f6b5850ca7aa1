import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KEPT_POOLS, llamaYields, MOST_POOLS, reduceYieldPools } from "@/lib/sources/llama-yields";
import { runs } from "../support/properties";

const failing = (failure: string) => expect.objectContaining({ failure });
async function* chunks(text: string, size = 1_000): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}
const good = {
  chain: "Ethereum",
  project: "lend",
  symbol: "USDC",
  tvlUsd: 2_000_000,
  apyBase: 4,
  apyReward: null,
  apy: 4,
  pool: "p",
  stablecoin: true,
  ilRisk: "no",
  exposure: "single",
  count: 30,
  outlier: false,
  apyMean30d: 3.9,
};
const reduce = async (rows: readonly unknown[]) =>
  (await reduceYieldPools(chunks(JSON.stringify({ status: "success", data: rows })))).value;

describe("yield pools", () => {
  it("are kept as they are, an APY without parts included", async () => {
    const { largest, passed, listed } = await reduce([{ ...good, apyBase: null }]);
    expect({ passed, listed }).toEqual({ passed: 1, listed: 1 });
    expect(largest).toEqual([
      {
        id: "p",
        chain: "Ethereum",
        project: "lend",
        symbol: "USDC",
        tvl: 2_000_000,
        apy: 4,
        apyBase: null,
        apyReward: null,
        apyMean30d: 3.9,
        stablecoin: true,
        ilRisk: "no",
        exposure: "single",
        days: 30,
      },
    ]);
  });

  it.each([
    ["under $1M", { tvlUsd: 999_999 }],
    ["without a TVL", { tvlUsd: null }],
    ["of nonsense: 21,096 % on $1.4B", { apy: 21_096, tvlUsd: 1.4e9 }],
    ["of more dollars than there are", { tvlUsd: 1e308 }],
    ["that pay nothing", { apy: 0 }],
    ["that pay less than nothing", { apy: -3 }],
    ["without an APY", { apy: null }],
    ["marked as outlier", { outlier: true }],
    ["of which that is not known", { outlier: undefined }],
    ["with 29 days of history", { count: 29 }],
    ["without a count of days", { count: null }],
  ])("%s don't pass", async (_name, over) => {
    const { largest, passed, listed } = await reduce([{ ...good, ...over }, good]);
    expect({ kept: largest.length, passed, listed }).toEqual({ kept: 1, passed: 1, listed: 2 });
  });

  it("are the largest thousand, wherever they stand, and those that passed are counted", async () => {
    const rows = Array.from({ length: 5_000 }, (_, i) => ({
      ...good,
      pool: `p${i}`,
      tvlUsd: 1e6 + ((i * 7_919) % 5_000),
    }));
    const { largest, passed } = await reduce(rows);
    expect(largest).toHaveLength(KEPT_POOLS);
    expect(largest.map(({ tvl }) => tvl)).toEqual(
      Array.from({ length: KEPT_POOLS }, (_, i) => 1e6 + 4_999 - i),
    );
    expect(passed).toBe(5_000);
    expect(llamaYields.kept.safeParse({ largest, passed, listed: 5_000 }).success).toBe(true);
  });

  it("keep the ten largest of each project on each chain, however small beside others, wherever they stand", async () => {
    const rows = Array.from({ length: 9_000 }, (_, i) => ({ ...good, pool: `p${i}`, tvlUsd: 5e8 + i }));
    const small = ["Base", "Solana"].flatMap((chain) =>
      Array.from({ length: 12 }, (_, i) => ({
        ...good,
        chain,
        project: "tiny",
        pool: `${chain}${i}`,
        tvlUsd: 1e6 + i,
      })),
    );
    for (const order of [[...small, ...rows], [...rows, ...small], [...rows, ...small].reverse()]) {
      const { largest } = await reduce(order);
      const kept = largest.filter(({ project }) => project === "tiny").map(({ id }) => id);
      const expected = (chain: string) => Array.from({ length: 10 }, (_, i) => `${chain}${11 - i}`);
      expect(kept.sort()).toEqual([...expected("Base"), ...expected("Solana")].sort());
      expect(largest).toHaveLength(KEPT_POOLS + 20);
      expect(largest.map(({ tvl }) => tvl)).toEqual(largest.map(({ tvl }) => tvl).sort((a, b) => b - a));
    }
  });

  it("are never more than there is room for", async () => {
    const rows = Array.from({ length: 7_000 }, (_, i) => ({
      ...good,
      project: `p${i}`,
      pool: `p${i}`,
      tvlUsd: 1e6 + i,
    }));
    const { largest } = await reduce(rows);
    expect(largest).toHaveLength(MOST_POOLS);
    expect(largest.at(-1)?.tvl).toBe(1e6 + 7_000 - MOST_POOLS);
  });

  it("have clean text, and words that we don't know are unknown", async () => {
    const [pool] = (
      await reduce([
        { ...good, symbol: "<b>US\u202eDC</b>\u200b", ilRisk: "maybe", exposure: 7, stablecoin: "yes" },
        { ...good, symbol: "<b>US\u202eDC</b>\u200b", ilRisk: "maybe", exposure: "both", tvlUsd: 3e6 },
        ...Array.from({ length: 30 }, () => good),
      ])
    ).largest;
    expect(pool).toMatchObject({ symbol: "USDC", ilRisk: null, exposure: null, tvl: 3e6 });
  });

  it.each([
    ["none is told to be no outlier", { outlier: undefined }],
    ["days are counted in texts", { count: "400" }],
    ["rates are texts", { apy: "4.1" }],
  ])("a list of which nothing passes has changed, and is none: %s", async (_, over) => {
    const rows = Array.from({ length: 40 }, () => ({ ...good, ...over }));
    await expect(reduce(rows)).rejects.toThrow(failing("suspect_empty"));
  });

  it("an empty list is suspect, another shape or a broken-off one an error", async () => {
    await expect(reduce([])).rejects.toThrow(failing("suspect_empty"));
    await expect(reduceYieldPools(chunks(JSON.stringify([good])))).rejects.toThrow(failing("schema"));
    await expect(reduceYieldPools(chunks('{"message":"down"}'))).rejects.toThrow(failing("schema"));
    const text = JSON.stringify({ status: "success", data: [good, good] });
    await expect(reduceYieldPools(chunks(text.slice(0, -3)))).rejects.toThrow(failing("schema"));
    const renamed = Array.from({ length: 40 }, () => ({ id: "p", tvl: 1 }));
    await expect(reduce([...renamed, good])).rejects.toThrow(failing("schema"));
  });

  it("whatever a row holds, what is kept is of its shape or nothing is", async () => {
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.record(
        Object.fromEntries(
          Object.entries(good).map(([name, value]) => [name, fc.oneof(fc.constant(value), fc.jsonValue())]),
        ),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(odd, { maxLength: 4 }), async (rows) => {
        const text = JSON.stringify({ data: [...Array.from({ length: 100 }, () => good), ...rows] });
        const reduced = await reduceYieldPools(chunks(text)).catch((error: unknown) => error);
        if (reduced instanceof Error) expect(reduced).toMatchObject({ failure: "schema" });
        else expect(llamaYields.kept.safeParse((reduced as { value: unknown }).value).success).toBe(true);
      }),
      runs(2),
    );
  });
});
