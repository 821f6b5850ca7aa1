import type { YieldPool } from "@/lib/sources/llama-yields";
import { clip01, type Score, scoreOf } from "../score";
import { sustainableApyOf } from "../sustainable-yield";

/** Percentage points over the bill from which more counts no more. */
const FULL_EXCESS_PP = 12;
/** What pays no more than the bill scores no more than this. */
const CAP_WITHOUT_EXCESS = 20;

/** 1 for an APY at its 30-day mean, less the further it is from it. */
const steadiness = (apy: number, mean: number): number => 1 / (1 + Math.abs(apy - mean) / Math.max(mean, 1));

/**
 * 100·[0.40·c01(excess/12) + 0.30·c01((log10 TVL − 6)/3) + 0.20·steadiness + 0.10·(no impermanent loss)], at most 20
 * where the excess is 0 or less; null without a 30-day mean or without a bill. `billPct`: percent a year.
 */
export function scoreYield(
  pool: Pick<YieldPool, "apy" | "apyReward" | "apyMean30d" | "tvl" | "ilRisk">,
  billPct: number | null,
): Score {
  const { apy, apyMean30d: mean, tvl, ilRisk } = pool;
  const sustainable = sustainableApyOf(pool);
  const excess = sustainable === null || billPct === null ? null : sustainable - billPct;
  return scoreOf(
    [
      {
        factor: "excess over the bill",
        value: excess === null ? null : clip01(excess / FULL_EXCESS_PP),
        weight: 0.4,
      },
      { factor: "size", value: clip01((Math.log10(tvl) - 6) / 3), weight: 0.3 },
      { factor: "steadiness", value: mean === null ? null : steadiness(apy, mean), weight: 0.2 },
      {
        factor: "no impermanent loss",
        value: ilRisk === null ? null : Number(ilRisk === "no"),
        weight: 0.1,
      },
    ],
    100,
    2,
    (sum) => (excess === null ? null : excess <= 0 ? Math.min(sum, CAP_WITHOUT_EXCESS) : sum),
  );
}
