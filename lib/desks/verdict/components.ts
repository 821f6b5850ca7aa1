import type { ComponentName } from "@/lib/catalog/intel/signals";
import { clip } from "../score";

/** The same made for each component. */
export const perComponent = <T>(make: (name: ComponentName) => T): Record<ComponentName, T> => ({
  tape: make("tape"),
  positioning: make("positioning"),
  creators: make("creators"),
  fearGreed: make("fearGreed"),
  yields: make("yields"),
});

/**
 * Fear and greed as a contrarian: (50 − value) ÷ 35, clipped. Small by weight, because it has shown next to no relation
 * with the day after (correlation −0.027 on 2,369 days).
 */
export const fearGreedComponent = (value: number | null): number | null =>
  value === null ? null : clip((50 - value) / 35);

/**
 * What the largest stable pools pay over the 3-month bill, both in percent a year: (median − bill − 2) ÷ 6, clipped. Two
 * points are what such pools pay for their own risk when nobody wants leverage.
 */
export const yieldsComponent = (medianPct: number | null, billPct: number | null): number | null =>
  medianPct === null || billPct === null ? null : clip((medianPct - billPct - 2) / 6);

/** A creator's published view of bitcoin, with the creator's own record. */
export interface CreatorSignal {
  id: string;
  /** Two signals of one creator count once. */
  creator: string;
  title: string;
  stance: -1 | 0 | 1;
  publishedAt: string;
  /** Of the creator's `scored` earlier calls, those that came true. */
  hits: number;
  scored: number;
}

const MAX_AGE_MS = 72 * 3_600_000;
const DECAY_MS = 12 * 3_600_000;

/** The signals that count at a moment: of the last 72 hours, the newest of each creator, newest first. */
export function countedSignals(signals: readonly CreatorSignal[], now: Date): CreatorSignal[] {
  const seen = new Set<string>();
  const age = ({ publishedAt }: CreatorSignal): number => now.getTime() - Date.parse(publishedAt);
  return signals
    .filter((signal) => age(signal) >= 0 && age(signal) <= MAX_AGE_MS)
    .sort((a, b) => b.publishedAt.localeCompare(a.publishedAt) || a.id.localeCompare(b.id))
    .filter(({ creator }) => !seen.has(creator) && seen.add(creator));
}

/** Σ stance × w ÷ Σ w with w = e^(−age ÷ 12 h) × (hits + 1) ÷ (scored + 2); null when nobody said anything. */
export function creatorsComponent(counted: readonly CreatorSignal[], now: Date): number | null {
  let sum = 0;
  let weights = 0;
  for (const { stance, publishedAt, hits, scored } of counted) {
    const age = now.getTime() - Date.parse(publishedAt);
    const weight = (Math.exp(-age / DECAY_MS) * (hits + 1)) / (scored + 2);
    sum += stance * weight;
    weights += weight;
  }
  return weights === 0 ? null : sum / weights;
}
