import type { ComponentName } from "@/lib/catalog/intel/signals";
import type { CreatorView } from "../creator-views";
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

const DECAY_MS = 12 * 3_600_000;

/** What a creator without any record weighs: (0 + 1) ÷ (0 + 2). */
const NO_RECORD = 1 / 2;

/**
 * Σ stance × w ÷ Σ w with w = e^(−age ÷ 12 h) × (hits + 1) ÷ (scored + 2); null when nobody's view counts. All creators
 * without a record of their own are one in it: their stances' mean by age, with the weight of one without any record, of
 * the age of the newest.
 */
export function creatorsComponent(counted: readonly CreatorView[], now: Date): number | null {
  const freshness = ({ publishedAt }: CreatorView): number =>
    Math.exp(-(now.getTime() - Date.parse(publishedAt)) / DECAY_MS);
  const weighed: { stance: number; weight: number }[] = counted
    .filter(({ newcomer }) => !newcomer)
    .map((view) => ({
      stance: view.stance,
      weight: (freshness(view) * (view.hits + 1)) / (view.scored + 2),
    }));
  const newcomers = counted.filter(({ newcomer }) => newcomer);
  const fresh = newcomers.reduce((sum, view) => sum + freshness(view), 0);
  if (fresh > 0)
    weighed.push({
      stance: newcomers.reduce((sum, view) => sum + view.stance * freshness(view), 0) / fresh,
      weight: Math.max(...newcomers.map(freshness)) * NO_RECORD,
    });
  const weights = weighed.reduce((sum, { weight }) => sum + weight, 0);
  return weights === 0
    ? null
    : weighed.reduce((sum, { stance, weight }) => sum + stance * weight, 0) / weights;
}
