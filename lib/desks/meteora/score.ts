import { MIN_TVL_USD } from "@/lib/sources/meteora/pools";
import { clip01, type Score, scoreOf } from "../score";
import type { Risk } from "./risk";

/** More of the TVL traded in a day than this is no market's turnover. */
export const MAX_TURNOVER = 20;
/** A younger pool's fees are those of its opening. */
export const MIN_AGE_DAYS = 3;
const SMALL_TVL_USD = 5e4;

/** Why a pool has no score, whatever else is known of it. */
export const REFUSALS = ["low-tvl", "high-turnover", "blacklisted", "young"] as const;
export type Refusal = (typeof REFUSALS)[number];

interface Facts {
  tvl: number | null;
  turnover: number | null;
  ageDays: number | null;
  blacklisted: boolean;
}

/** What stands against scoring a pool. An unknown TVL is a low one. */
export function refusalsOf({ tvl, turnover, ageDays, blacklisted }: Facts): Refusal[] {
  const against: Record<Refusal, boolean> = {
    "low-tvl": tvl === null || tvl < MIN_TVL_USD,
    "high-turnover": turnover !== null && turnover > MAX_TURNOVER,
    blacklisted,
    young: ageDays !== null && ageDays < MIN_AGE_DAYS,
  };
  return REFUSALS.filter((name) => against[name]);
}

/**
 * 100·c01(0.6·(1 − q/5) + 0.2·min(persistence, 1) + 0.2·c01(log10(TVL/5e4)/2)), q = w*: w_d. From q = 10 on, and where
 * fees cover the loss of no width (A* ≤ 1), the first part is −1, which alone makes the score 0.
 */
export function scorePool(
  risk: Risk,
  positionHalfWidth: number,
  persistence: number | null,
  tvl: number,
): Score {
  const q = risk.halfWidth === null ? Infinity : risk.halfWidth / positionHalfWidth;
  return scoreOf(
    [
      { factor: "fees over expected loss", value: Math.max(-1, 1 - q / 5), weight: 0.6 },
      {
        factor: "fee persistence",
        value: persistence === null ? null : Math.min(persistence, 1),
        weight: 0.2,
      },
      { factor: "size", value: clip01(Math.log10(tvl / SMALL_TVL_USD) / 2), weight: 0.2 },
    ],
    100,
    2,
    (sum) => 100 * clip01(sum / 100),
  );
}
