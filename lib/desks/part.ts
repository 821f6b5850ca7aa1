import type { Reading } from "@/lib/sources/source";
import { type Credit, creditOf, type MaxAge } from "./coverage";

/** A part of the answer: its value, what it counts, and the readings that it rests on. */
export interface Part<Value> {
  value: Value;
  credits: readonly Credit[];
  used: readonly Reading<unknown>[];
  notes: readonly string[];
}

/** How old a reading may be where that depends on the day, or on who publishes it. */
export type AgeOf = (reading: Reading<unknown>, now: Date) => MaxAge;

/** Of several readings of the same thing, the first with the highest credit; null when none counts. */
export function best<Value>(
  readings: readonly Reading<Value>[],
  maxAge: MaxAge | AgeOf,
  now: Date,
): { reading: Reading<Value>; value: Value; asOf: string; credit: Credit } | null {
  let found: ReturnType<typeof best<Value>> = null;
  for (const reading of readings) {
    const { value, asOf } = reading;
    const credit = creditOf(reading, typeof maxAge === "function" ? maxAge(reading, now) : maxAge, now);
    if (value === null || asOf === null || credit <= (found?.credit ?? 0)) continue;
    found = { reading, value, asOf, credit };
  }
  return found;
}
