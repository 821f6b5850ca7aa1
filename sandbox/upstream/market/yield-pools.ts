import { protocolName } from "./chain-table";
import { chainsAt } from "./chains";
import { yieldPct } from "./curve";
import { dayOf, HOUR } from "./calendar";
import type { Randomness } from "./random";
import { fluctuation } from "./fluctuation";

export interface YieldPool {
  id: number;
  chain: string;
  project: string;
  symbol: string;
  tvl: number;
  apyBase: number | null;
  apyReward: number | null;
  apy: number;
  apyMean30d: number | null;
  stablecoin: boolean;
  ilRisk: "no" | "yes";
  exposure: "single" | "multi";
  days: number;
  outlier: boolean;
  meta: string | null;
}

const PROJECTS = [
  ["aave-v3", "single"],
  ["morpho-blue", "single"],
  ["sky-lending", "single"],
  ["ethena-usde", "single"],
  ["kamino-lend", "single"],
  ["jupiter-lend", "single"],
  ["fluid-lending", "single"],
  ["lido", "single"],
  ["jito-liquid-staking", "single"],
  ["uniswap-v3", "multi"],
  ["aerodrome-slipstream", "multi"],
  ["raydium-amm", "multi"],
  ["orca-dex", "multi"],
  ["curve-dex", "multi"],
  ["pendle", "single"],
  ["gmx-v2-perps", "multi"],
] as const;
const STABLES = ["USDC", "USDT", "USDS", "SUSDE", "DAI", "PYUSD", "USDE", "GHO"] as const;
const COINS = ["WETH", "WBTC", "SOL", "JITOSOL", "WSTETH", "ARB", "CBBTC", "AERO"] as const;

/** So many of the largest move with time. */
const MOVING = 400;

/** The chains with most of the pools come first. */
const chainNames = (random: Randomness, at: number): string[] =>
  chainsAt(random, at)
    .filter(({ tvl }) => tvl > 0)
    .sort((a, b) => b.tvl - a.tvl)
    .map(({ name }) => protocolName(name));

/**
 * The pools at a moment, `count` of them: a few large, a long tail of dust. What stablecoin pools pay moves around the
 * three-month bill of that day.
 */
export function yieldPools(random: Randomness, at: number, count: number): YieldPool[] {
  const chains = chainNames(random, at);
  const bill = yieldPct(random, 0.25, dayOf(at));
  return Array.from({ length: count }, (_, i) => {
    const of = (what: string): number => random.unit(`yield ${what}`, i);
    const [project, exposure] = random.pick(PROJECTS, "yield project", i);
    const stable = of("stable") < 0.3;
    const coins = stable ? STABLES : COINS;
    const one = random.pick(coins, "yield coin", i);
    const other = random.pick(STABLES, "yield other coin", i);
    // the dust stands still, and is not worth its computation
    const drift = (what: string, daily: number): number =>
      i < MOVING ? fluctuation(random, `yield ${what} ${i}`, at, { daily, memoryDays: 12 }) : 0;
    const moved = drift("rate", 0.04);
    const lasting = stable ? bill - 1.5 + 5 * of("rate") : 25 * of("rate") ** 3;
    const apyBase = Math.max(0, lasting * Math.exp(moved));
    const apyReward = of("rewarded") < 0.25 ? 8 * of("reward") : null;
    const nonsense = i > 0 && i % 211 === 0;
    const total = of("zero") < 0.1 ? 0 : apyBase + (apyReward ?? 0);
    return {
      id: i,
      chain: chains[Math.floor(of("chain") ** 3 * chains.length)] ?? "Ethereum",
      project,
      symbol: exposure === "single" ? one : `${one}-${other}`,
      tvl: nonsense ? 1.4e9 * of("claim") : 6e9 * (i + 1) ** -1.05 * Math.exp(drift("tvl", 0.02)),
      // what some adapters report is a sum without parts
      apyBase: of("no parts") < 0.1 ? null : apyBase,
      apyReward,
      apy: nonsense ? 21_096 * of("claim") : total,
      apyMean30d: of("young") < 0.04 ? null : lasting + (apyReward ?? 0) * 0.8,
      stablecoin: stable,
      ilRisk: exposure === "single" ? "no" : "yes",
      exposure,
      days: of("days") < 0.2 ? Math.floor(of("few days") * 40) : 40 + Math.floor(of("more days") * 900),
      outlier: nonsense,
      meta: of("meta") < 0.3 ? "7 days unstaking" : null,
    };
  });
}

/** DefiLlama computes yields once an hour. */
export const yieldsRun = (now: number): number => Math.floor(now / HOUR) * HOUR;
