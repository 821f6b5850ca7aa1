import type { YieldPools } from "@/lib/sources/llama-yields";
import type { Reading } from "@/lib/sources/source";
import type { YieldCurve } from "@/lib/sources/treasury";
import { type Bill, billOf } from "./bill";
import { creditByStatus } from "./coverage";
import type { Part } from "./part";
import { sustainableApyOf } from "./sustainable-yield";

/** How many of the largest stablecoin pools are looked at. */
const LARGEST = 20;
/** Fewer with a mean of 30 days say nothing of the market. */
const MIN_POOLS = 10;

export interface StableYield {
  /** Median sustainable APY of those pools, percent a year. */
  medianApyPct: number;
  /** Pools that the median is of: at most 20, those of the 20 largest that have a mean of 30 days. */
  pools: number;
  bill: Bill;
  /** Median minus bill, percentage points. */
  excessPp: number;
}

/**
 * What stablecoin pools pay over the three-month bill: the median sustainable APY of the 20 largest, and the bill, with
 * the readings that both rest on. Null without a bill, or when fewer than 10 of the pools have a mean of 30 days. Two
 * credits: the pools', the bill's.
 */
export function stableYield(
  pools: Reading<YieldPools>,
  curve: readonly Reading<YieldCurve>[],
  now: Date,
): Part<StableYield | null> {
  const bill = billOf(curve, now);
  const largest = (pools.value?.largest ?? []).filter(({ stablecoin }) => stablecoin).slice(0, LARGEST);
  const rates = largest.map(sustainableApyOf).filter((rate) => rate !== null);
  if (bill.value === null || rates.length < MIN_POOLS)
    return { value: null, credits: [0, 0], used: [], notes: [] };
  const medianApyPct = medianOf(rates);
  return {
    value: {
      medianApyPct,
      pools: rates.length,
      bill: bill.value,
      excessPp: medianApyPct - bill.value.ratePct,
    },
    credits: [creditByStatus(pools), ...bill.credits],
    used: [pools, ...bill.used],
    notes: [],
  };
}

/** The middle of at least one value; of an even number, the mean of the two middle ones. */
function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
  const high = sorted[sorted.length >> 1] ?? Number.NaN;
  return (low + high) / 2;
}
