import type { Reading } from "@/lib/sources/source";
import { type Credit, creditByAge, type MaxAge } from "../coverage";

/** A part of the answer: its value, what it counts, and the readings that it rests on. */
export interface Part<Value> {
  value: Value;
  credits: readonly Credit[];
  used: readonly Reading<unknown>[];
  notes: readonly string[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How old the data of each part may be, by its own time. */
export const MAX_AGE = {
  /** Exchanges that close: a price stands until the end of a long weekend. */
  index: { freshMs: 4 * DAY_MS, staleMs: 8 * DAY_MS },
  /** Markets that never close. */
  crypto: { freshMs: 15 * 60_000, staleMs: HOUR_MS },
  /** Published once a day. */
  sentiment: { freshMs: 36 * HOUR_MS, staleMs: 72 * HOUR_MS },
  /** Published after each trading day. */
  yields: { freshMs: 4 * DAY_MS, staleMs: 8 * DAY_MS },
  /** The newest headline. */
  headlines: { freshMs: 24 * HOUR_MS, staleMs: 72 * HOUR_MS },
} satisfies Record<string, MaxAge>;

/** Of several readings of the same thing, the first with the highest credit; null when none counts. */
export function best<Value>(
  readings: readonly Reading<Value>[],
  maxAge: MaxAge,
  now: Date,
): { reading: Reading<Value>; value: Value; asOf: string; credit: Credit } | null {
  let found: ReturnType<typeof best<Value>> = null;
  for (const reading of readings) {
    const { value, asOf } = reading;
    const credit = creditByAge(asOf, maxAge, now);
    if (value === null || asOf === null || credit <= (found?.credit ?? 0)) continue;
    found = { reading, value, asOf, credit };
  }
  return found;
}
