import { DAY, MINUTE } from "./calendar";
import type { Randomness } from "./random";

export interface Pace {
  /** Standard deviation of a day's change, roughly. */
  daily: number;
  /** Longest swing in days; beyond it the path comes back to its level. */
  memoryDays: number;
}

const SHORTEST_SWING = 15 * MINUTE;

/**
 * Where a quantity stands relative to its level at a moment: value noise summed over swings of 15 minutes, 1 hour,
 * 4 hours, … each as high as the square root of its length, which is how prices spread over time. A closed form of
 * time, so yesterday's close is the same today, and it is bounded by `daily` times about twice √`memoryDays`.
 */
export function fluctuation(random: Randomness, name: string, at: number, pace: Pace): number {
  let sum = 0;
  for (let swing = SHORTEST_SWING, octave = 0; swing <= pace.memoryDays * DAY; swing *= 4, octave++) {
    const position = at / swing;
    const from = Math.floor(position);
    const t = position - from;
    const left = random.unit(name, octave, from) * 2 - 1;
    const right = random.unit(name, octave, from + 1) * 2 - 1;
    const smooth = t * t * (3 - 2 * t);
    sum += pace.daily * Math.sqrt(swing / DAY) * (left + (right - left) * smooth);
  }
  return sum;
}
