import { DAY, type Day } from "./calendar";
import { priceAt } from "./prices";
import type { Randomness } from "./random";
import { fluctuation } from "./fluctuation";

/** The Fear & Greed value of a UTC day, 5 to 95: last month's bitcoin return, and a mood of its own. */
export function fearGreed(random: Randomness, day: Day): number {
  const month = Math.log(priceAt(random, "BTC-USD", day) / priceAt(random, "BTC-USD", day - 30 * DAY));
  const mood = fluctuation(random, "mood", day, { daily: 3, memoryDays: 20 });
  return Math.round(Math.min(95, Math.max(5, 50 + 120 * month + mood)));
}

/** The index's own bands. */
export function classify(value: number): string {
  if (value <= 25) return "Extreme Fear";
  if (value <= 46) return "Fear";
  if (value <= 54) return "Neutral";
  return value <= 75 ? "Greed" : "Extreme Greed";
}
