import type { AnswerOf } from "@/lib/catalog/define";
import type { YieldPool } from "@/lib/sources/llama-yields";
import type { Pool } from "@/lib/sources/meteora/pool";
import { round } from "../round";
import type { Score } from "../score";
import { rewardShareOf, sustainableApyOf } from "../sustainable-yield";
import type { yieldsEntry } from "./entry";

export type YieldRow = AnswerOf<typeof yieldsEntry>["yields"][number];

/** More of the APY in reward tokens than this is heavy. */
const HEAVY_REWARDS = 0.5;
/** An APY of more than this many times its mean is not the usual one. */
const FAR_ABOVE_MEAN = 2;
const SHORT_HISTORY_DAYS = 90;

/** One pool by DefiLlama as the answer has it; `billPct`: percent a year, null if unknown. */
export function llamaRow(pool: YieldPool, scored: Score, billPct: number | null): YieldRow {
  const { apy, apyMean30d: mean } = pool;
  const sustainable = sustainableApyOf(pool);
  const share = rewardShareOf(pool);
  const excess = sustainable === null || billPct === null ? null : sustainable - billPct;
  const flags = {
    "reward-heavy": share !== null && share > HEAVY_REWARDS,
    "apy-above-mean": mean !== null && apy > FAR_ABOVE_MEAN * Math.max(mean, 0),
    "below-tbill": excess !== null && excess <= 0,
    "short-history": pool.days < SHORT_HISTORY_DAYS,
  };
  return {
    poolId: pool.id,
    project: pool.project,
    symbol: pool.symbol,
    chain: pool.chain,
    apy: round(apy, 4),
    tvlUsd: round(pool.tvl, 2),
    apyBasePct: round(pool.apyBase, 4),
    apyRewardPct: round(pool.apyReward, 4),
    apyMean30dPct: round(mean, 4),
    rewardShare: round(share, 4),
    sustainableApyPct: round(sustainable, 4),
    excessOverTbillPp: round(excess, 4),
    stablecoin: pool.stablecoin,
    exposure: pool.exposure,
    ilRisk: pool.ilRisk,
    historyDays: pool.days,
    flags: FLAGS.filter((name) => flags[name]),
    source: "DefiLlama",
    ...scored,
  };
}
const FLAGS = ["reward-heavy", "apy-above-mean", "below-tbill", "short-history"] as const;

/** What a Meteora pool is beside its fees is for the pool desk: there is no 30-day mean here, so no score. */
export function meteoraRow(pool: Pool & { tvl: number; feesDay: number }): YieldRow {
  const apy = round((36_500 * pool.feesDay) / pool.tvl, 4);
  return {
    poolId: pool.address,
    project: "meteora",
    symbol: pool.name,
    chain: "Solana",
    apy,
    tvlUsd: round(pool.tvl, 2),
    apyBasePct: apy,
    apyRewardPct: null,
    apyMean30dPct: null,
    rewardShare: null,
    sustainableApyPct: null,
    excessOverTbillPp: null,
    stablecoin: null,
    exposure: "multi",
    ilRisk: "yes",
    historyDays: null,
    flags: pool.tokens.some(({ verified }) => verified === false) ? ["unverified-token"] : [],
    source: "Meteora",
    score: null,
    why: [],
  };
}
