import type { SafetyVerdict } from "@/lib/catalog/intel/answers/token-safety";
import { clip01, type Score, scoreOf } from "../score";
import { MIN_LIQUIDITY_USD, type ScreenToken } from "../token-screen";

/** What of a token's last hour is scored; null is unknown. */
export interface Motion {
  liquidityUsd: number | null;
  volumeUsd: number | null;
  basis: "organic" | "distinct-traders" | null;
  traders: number | null;
  netBuyers: number | null;
  /** 0 to 100. */
  organicScore: number | null;
  changePct: number | null;
}

/** What remains of the score at each verdict. */
export const MULTIPLIERS: Readonly<Record<SafetyVerdict, number>> = {
  clear: 1,
  caution: 0.5,
  unknown: 0.3,
  danger: 0,
};

/**
 * Jupiter's figures where it covers the chain. Elsewhere no source reports organic volume, so the deepest pool's volume is
 * scaled by distinct traders over trades: one wallet that trades with itself all hour counts little.
 */
export function motionOf({ jupiter, dex, pools, facts }: ScreenToken): Motion {
  const liquidityUsd = facts.liquidityUsd?.value ?? null;
  if (jupiter !== null) {
    const { organicVolumeUsd: volumeUsd, traders, netBuyers, changePct } = jupiter.hour;
    const basis = volumeUsd === null ? null : "organic";
    const { organicScore } = jupiter;
    return { liquidityUsd, volumeUsd, basis, traders, netBuyers, organicScore, changePct };
  }
  const [pool] = pools.toSorted((a, b) => (b.reserveUsd ?? 0) - (a.reserveUsd ?? 0));
  const traders = sum(pool?.buyers1h, pool?.sellers1h);
  const trades = sum(pool?.buys1h, pool?.sells1h);
  const volume = pool?.volume1hUsd ?? null;
  const known = volume !== null && traders !== null && trades !== null && trades > 0;
  return {
    liquidityUsd,
    volumeUsd: known ? volume * clip01(traders / trades) : null,
    basis: known ? "distinct-traders" : null,
    traders,
    netBuyers: traders === null ? null : (pool?.buyers1h ?? 0) - (pool?.sellers1h ?? 0),
    organicScore: null,
    changePct: pool?.change1hPct ?? dex?.change1hPct ?? null,
  };
}

const sum = (a: number | null | undefined, b: number | null | undefined): number | null =>
  typeof a === "number" && typeof b === "number" ? a + b : null;

/** Docs: docs/method.md, "Momentum". 0 to 100; null without at least $5,000 of known liquidity. */
export function momentumScore(motion: Motion, safety: SafetyVerdict): Score {
  const { liquidityUsd, volumeUsd, traders, netBuyers, organicScore, changePct } = motion;
  if (liquidityUsd === null || liquidityUsd < MIN_LIQUIDITY_USD) return { score: null, why: [] };
  const factors = [
    {
      factor: "volume-over-liquidity",
      value: volumeUsd === null ? null : Math.tanh(Math.log(1 + volumeUsd / liquidityUsd)),
      weight: 0.35,
    },
    {
      factor: "net-buyers",
      value: netBuyers === null || traders === null ? null : clip01(netBuyers / traders),
      weight: 0.25,
    },
    { factor: "organic-score", value: organicScore === null ? null : organicScore / 100, weight: 0.25 },
    { factor: "change-1h", value: changePct === null ? null : Math.tanh(changePct / 30), weight: 0.15 },
  ];
  return scoreOf(factors, 100, 2, (all) => 100 * clip01(all / 100) * MULTIPLIERS[safety]);
}

export type Direction = "up" | "down" | "watch";

/** Decided by score and price: up from a score of 60 on and a rising price; down at −10 % with more sellers. */
export function directionOf({ changePct, netBuyers }: Motion, score: number | null): Direction {
  if (score !== null && score >= 60 && (changePct ?? 0) > 0) return "up";
  if (changePct !== null && changePct <= -10 && netBuyers !== null && netBuyers < 0) return "down";
  return "watch";
}
