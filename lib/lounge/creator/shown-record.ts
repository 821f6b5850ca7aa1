import { isProven, MIN_FOR_CLAIM, ratesOf } from "@/lib/accuracy/tally";
import type { AnswerOf } from "@/lib/catalog/define";
import type { CreatorRecord } from "../outcomes/record";
import type { loungeCreatorEntry } from "./entry";

const round4 = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 1e4) / 1e4;

/** A creator's record as its page shows it, held to the same words as the verdicts. */
export function shownRecord({ all }: CreatorRecord): AnswerOf<typeof loungeCreatorEntry>["record"] {
  const { hitRate, baseRate, interval95 } = ratesOf(all);
  const statement = isProven(all)
    ? "Skill is demonstrated: the whole interval at z = 3 lies above the base rate."
    : all.n < MIN_FOR_CLAIM
      ? `No demonstrated skill: ${all.n} scored calls, of ${MIN_FOR_CLAIM} needed for a claim.`
      : "No demonstrated skill: the interval at z = 3 does not clear the base rate.";
  return {
    ...{ scored: all.n, hits: all.hits, misses: all.n - all.hits, voids: all.voids },
    ...{ hitRate: round4(hitRate), baseRate: round4(baseRate) },
    interval95:
      interval95 === null ? null : { low: round4(interval95.low) ?? 0, high: round4(interval95.high) ?? 1 },
    statement,
  };
}
