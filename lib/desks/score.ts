import type { ScorePart } from "@/lib/catalog/intel/answers/score";
import { round } from "./round";

/** A factor before it is weighed: −1 to 1 or 0 to 1 as its formula says; null when what it needs is unknown. */
export interface Factor {
  factor: string;
  value: number | null;
  weight: number;
}

export interface Score {
  score: number | null;
  why: ScorePart[];
}

/** Less than this share of the weights known: no score. */
export const MIN_KNOWN_WEIGHT = 0.6;

const NONE: Score = { score: null, why: [] };

/**
 * Σ weight × value × scale, rounded to `digits`. An unknown factor gives its weight to the others in proportion; with
 * less than 0.6 of the weights known there is no score. `limit` takes the sum to the final score (caps, gates,
 * multipliers); what it changes is the last part, so that the parts always add up. A value that is not a finite number
 * counts as unknown: a zero divisor makes no score.
 */
export function scoreOf(
  factors: readonly Factor[],
  scale: number,
  digits: number,
  limit?: (sum: number) => number | null,
): Score {
  const isKnown = (factor: Factor): factor is Factor & { value: number } =>
    factor.value !== null && Number.isFinite(factor.value);
  const known = factors.filter(isKnown);
  const all = factors.reduce((sum, { weight }) => sum + weight, 0);
  const weights = known.reduce((sum, { weight }) => sum + weight, 0);
  if (weights <= 0 || round(weights / all, 6) < MIN_KNOWN_WEIGHT) return NONE;
  const why: ScorePart[] = known.map(({ factor, value, weight }) => {
    const share = (weight * all) / weights;
    return {
      factor,
      value: round(value, 4),
      weight: round(share, 4),
      contribution: round(scale * share * value, digits),
    };
  });
  const sum = round(
    why.reduce((total, { contribution }) => total + contribution, 0),
    digits,
  );
  const limited = limit === undefined ? sum : limit(sum);
  if (limited === null) return NONE;
  const score = round(limited, digits);
  const taken = round(score - sum, digits);
  if (taken !== 0) why.push({ factor: "limit", value: null, weight: null, contribution: taken });
  return { score, why };
}

/** Clipped to −1 … 1. */
export const clip = (value: number): number => Math.min(1, Math.max(-1, value));

/** Clipped to 0 … 1. */
export const clip01 = (value: number): number => Math.min(1, Math.max(0, value));
