import type { Signal } from "@/lib/catalog/intel/signals";

/** When a signal came true, by z: the next 24 hours' log return of bitcoin, in daily standard deviations. */
export const HITS: Readonly<Record<Signal, { rule: string; hit: (z: number) => boolean }>> = {
  snipe: { rule: "z ≥ 0.50", hit: (z) => z >= 0.5 },
  watch: { rule: "|z| ≤ 0.50", hit: (z) => Math.abs(z) <= 0.5 },
  follow: { rule: "z ≥ 0.25", hit: (z) => z >= 0.25 },
  avoid: { rule: "z ≤ −0.25", hit: (z) => z <= -0.25 },
  rebalance: { rule: "|z| ≥ 1.00", hit: (z) => Math.abs(z) >= 1 },
};
