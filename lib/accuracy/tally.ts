import { type Confidence, CONFIDENCES, type Signal, SIGNALS } from "@/lib/catalog/intel/signals";
import { HITS } from "./hits";
import type { Scored } from "./record";
import { wilson } from "./wilson";

/** Fewer scored verdicts than this: no rate. */
export const MIN_FOR_RATE = 30;
/** Fewer than this: no skill is claimed, whatever the rate. */
export const MIN_FOR_CLAIM = 100;
/** Intervals that are shown: 95 %. */
const SHOWN_Z = 1.96;
/** What a claim must clear: there are five signals, and a daily reader sees the luckiest of the days. */
const CLAIM_Z = 3;

/** How a group of verdicts did. */
export interface Tally {
  /** Scored verdicts; void ones are not among them. */
  n: number;
  hits: number;
  voids: number;
  /** Σ of the base rates that were frozen with the scored verdicts. */
  baseSum: number;
}

export function tallyOf(verdicts: readonly Scored[]): Tally {
  const tally: Tally = { n: 0, hits: 0, voids: 0, baseSum: 0 };
  for (const { frozen, outcome } of verdicts) {
    if (outcome === null) continue;
    if ("void" in outcome) tally.voids++;
    else {
      tally.n++;
      tally.baseSum += frozen.base ?? 0; // a verdict without one is void
      if (HITS[frozen.signal].hit(outcome.z)) tally.hits++;
    }
  }
  return tally;
}

export interface Rates {
  hitRate: number | null;
  baseRate: number | null;
  interval95: { low: number; high: number } | null;
  /** (hits − Σb) ÷ (n − Σb): 0 is no better than the base rate, 1 is always right. */
  skill: number | null;
}

const NONE: Rates = { hitRate: null, baseRate: null, interval95: null, skill: null };

/** Null all of it below 30 scored verdicts. */
export function ratesOf({ n, hits, baseSum }: Tally): Rates {
  if (n < MIN_FOR_RATE) return NONE;
  return {
    hitRate: hits / n,
    baseRate: baseSum / n,
    interval95: wilson(hits, n, SHOWN_Z),
    skill: n - baseSum > 0 ? (hits - baseSum) / (n - baseSum) : null,
  };
}

/** Whether a signal's record shows skill: n ≥ 100, and the low end of Wilson's interval at z = 3 above the base rate. */
export function isProven({ n, hits, baseSum }: Tally): boolean {
  const interval = wilson(hits, n, CLAIM_Z);
  return n >= MIN_FOR_CLAIM && interval !== null && interval.low > baseSum / n;
}

export const bySignal = (verdicts: readonly Scored[]): { signal: Signal; tally: Tally }[] =>
  SIGNALS.map((signal) => ({
    signal,
    tally: tallyOf(verdicts.filter(({ frozen }) => frozen.signal === signal)),
  }));

export const byCell = (
  verdicts: readonly Scored[],
): { signal: Signal; confidence: Confidence; tally: Tally }[] =>
  SIGNALS.flatMap((signal) =>
    CONFIDENCES.map((confidence) => ({
      signal,
      confidence,
      tally: tallyOf(
        verdicts.filter(({ frozen }) => frozen.signal === signal && frozen.confidence === confidence),
      ),
    })),
  );

export const provenSignals = (verdicts: readonly Scored[]): Signal[] =>
  bySignal(verdicts)
    .filter(({ tally }) => isProven(tally))
    .map(({ signal }) => signal);
