import { round } from "./round";

const HOUR_MS = 3_600_000;

/** Hours from a time to now, to two decimals, never less than 0; null when the time is unknown. */
export const hoursSince = (time: string | null, now: Date): number | null =>
  time === null ? null : round(Math.max(0, (now.getTime() - Date.parse(time)) / HOUR_MS), 2);
