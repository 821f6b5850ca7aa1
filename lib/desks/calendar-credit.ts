import type { Calendar } from "@/lib/sources/calendar";
import type { Reading } from "@/lib/sources/source";
import { type Credit, creditByStatus } from "./coverage";

/** A calendar whose last entry lies further back has not been renewed. */
const MAX_PAST_MS = 7 * 86_400_000;

/** What a calendar counts: by its reading, unless it ended long ago. */
export function calendarCredit(reading: Reading<Calendar>, now: Date): Credit {
  const oldestEnd = new Date(now.getTime() - MAX_PAST_MS).toISOString();
  return reading.value !== null && reading.value.until >= oldestEnd ? creditByStatus(reading) : 0;
}
