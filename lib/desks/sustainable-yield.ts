import type { YieldPool } from "@/lib/sources/llama-yields";
import { clip01 } from "./score";

/** The share of a pool's APY that is paid in reward tokens, 0 to 1; null when the APY is no positive number. */
export const rewardShareOf = ({ apy, apyReward }: Pick<YieldPool, "apy" | "apyReward">): number | null =>
  apy > 0 ? clip01((apyReward ?? 0) / apy) : null;

/**
 * What of a pool's APY is likely to last, in percent a year: the lower of today's and the mean of 30 days, of which
 * rewards count half. Null without a mean.
 */
export function sustainableApyOf(pool: Pick<YieldPool, "apy" | "apyReward" | "apyMean30d">): number | null {
  const share = rewardShareOf(pool);
  if (share === null || pool.apyMean30d === null) return null;
  return Math.min(pool.apy, pool.apyMean30d) * (1 - 0.5 * share);
}
