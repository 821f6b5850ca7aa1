import { doubtedCredit } from "@/lib/sources/doubt";
import { MAX_CLOCK_SKEW_MS, type Reading } from "@/lib/sources/source";

/** How old a part's data may be: within `freshMs` it counts whole, within `staleMs` half, beyond not at all. */
export interface MaxAge {
  freshMs: number;
  staleMs: number;
}

/** What a part of an answer counts towards its coverage. */
export type Credit = 0 | 0.5 | 1;

/** Credit by the data's own time. Data dated ahead of the clock counts nothing. */
export function creditByAge(asOf: string | null, maxAge: MaxAge, now: Date): Credit {
  if (asOf === null) return 0;
  const age = now.getTime() - Date.parse(asOf);
  if (Number.isNaN(age) || age < -MAX_CLOCK_SKEW_MS || age > maxAge.staleMs) return 0;
  return age <= maxAge.freshMs ? 1 : 0.5;
}

/** The same for a whole reading: what of it is not believed costs half. */
export const creditOf = (reading: Reading<unknown>, maxAge: MaxAge, now: Date): Credit =>
  lesser(creditByAge(reading.asOf, maxAge, now), doubtedCredit(reading));

/** The lesser of two credits. */
export const lesser = (a: Credit, b: Credit): Credit => (a < b ? a : b);

/** Credit of data without a time of its own: by whether the reading is within its source's freshness window. */
export const creditByStatus = (reading: Reading<unknown>): Credit =>
  reading.value === null ? 0 : reading.status === "ok" ? doubtedCredit(reading) : 0.5;

/**
 * The share of an answer's promised parts, by the catalog's weights, that rest on data: Σ weight × credit, where a
 * part made of several things counts their mean. Rounded to four decimals, so that sums of weights compare exactly.
 */
export function coverageOf(
  weights: Readonly<Record<string, number>>,
  credits: Readonly<Record<string, readonly Credit[]>>,
): number {
  let sum = 0;
  for (const [part, weight] of Object.entries(weights)) {
    const of = credits[part] ?? [];
    if (of.length > 0) sum += (weight * of.reduce((total: number, credit) => total + credit, 0)) / of.length;
  }
  return Math.round(sum * 1e4) / 1e4;
}
