import { HOSTILE } from "../market/hostile";
import { type YieldPool, yieldPools, yieldsRun } from "../market/yield-pools";
import { perStamp, type World } from "../world";
import type { Provider } from "./provider";

/** Rows for each of the protocol list's: some 20,000 beside 2,000. */
const ROWS_A_PROTOCOL = 10;

/** Eight digits a draw: there are 20,000 rows to make. */
const hex = ({ random }: World, words: number, name: string, id: number): string =>
  Array.from({ length: words }, (_, i) =>
    Math.floor(random.unit(name, id, i) * 2 ** 32)
      .toString(16)
      .padStart(8, "0"),
  ).join("");
const uuid = (world: World, id: number): string =>
  hex(world, 4, "yield pool", id).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 1e5) / 1e5;

function row(world: World, pool: YieldPool) {
  const { random } = world;
  const drawn = (what: string): number => random.unit(`yields ${what}`, pool.id);
  const trap = HOSTILE[pool.id % HOSTILE.length]?.title ?? "";
  return {
    chain: pool.chain,
    project: pool.project,
    symbol: pool.id % 997 === 5 ? trap.slice(0, 120) : pool.symbol,
    tvlUsd: Math.round(pool.tvl),
    apyBase: rounded(pool.apyBase),
    apyReward: rounded(pool.apyReward),
    apy: rounded(pool.apy),
    rewardTokens: pool.apyReward === null ? null : [`0x${hex(world, 5, "reward token", pool.id)}`],
    pool: uuid(world, pool.id),
    apyPct1D: rounded(drawn("1d") - 0.5),
    apyPct7D: rounded(drawn("7d") - 0.5),
    apyPct30D: rounded(drawn("30d") * 2 - 1),
    stablecoin: pool.stablecoin,
    ilRisk: pool.ilRisk,
    exposure: pool.exposure,
    predictions: { predictedClass: "Stable/Up", predictedProbability: 54, binnedConfidence: 1 },
    poolMeta: pool.meta,
    mu: rounded(drawn("mu") * 12),
    sigma: rounded(drawn("sigma")),
    count: pool.days,
    outlier: pool.outlier,
    underlyingTokens: drawn("tokens") < 0.5 ? null : [`0x${hex(world, 5, "underlying", pool.id)}`],
    il7d: null,
    apyBase7d: null,
    apyMean30d: rounded(pool.apyMean30d),
    volumeUsd1d: null,
    volumeUsd7d: null,
    apyBaseInception: null,
  };
}

const body = perStamp((world, at) =>
  JSON.stringify({
    status: "success",
    data: yieldPools(world.random, at, world.protocolRows * ROWS_A_PROTOCOL).map((pool) => row(world, pool)),
  }),
);

/** DefiLlama's yields: `/pools`. */
export const yieldsLlama: Provider = {
  hosts: ["yields.llama.fi"],
  answer({ path }, world) {
    if (path !== "/pools") return undefined;
    return {
      status: 200,
      headers: { "content-type": "application/json", "cache-control": "public, max-age=600" },
      body: body(world, yieldsRun(world.now())),
    };
  },
};
