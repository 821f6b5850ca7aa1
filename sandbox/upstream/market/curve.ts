import { civil, type Day, easternTime } from "./calendar";
import type { Randomness } from "./random";
import { fluctuation } from "./fluctuation";

export interface Tenor {
  /** Header in the Treasury's CSV. */
  csv: string;
  /** Element in its XML. */
  xml: string;
  years: number;
  /** First day that it was published. */
  since: Day;
}

const always = civil(2006, 2, 9);

export const TENORS: readonly Tenor[] = [
  { csv: "1 Mo", xml: "BC_1MONTH", years: 1 / 12, since: always },
  { csv: "1.5 Month", xml: "BC_1_5MONTH", years: 1.5 / 12, since: civil(2025, 2, 18) },
  { csv: "2 Mo", xml: "BC_2MONTH", years: 2 / 12, since: civil(2018, 10, 16) },
  { csv: "3 Mo", xml: "BC_3MONTH", years: 3 / 12, since: always },
  { csv: "4 Mo", xml: "BC_4MONTH", years: 4 / 12, since: civil(2022, 10, 19) },
  { csv: "6 Mo", xml: "BC_6MONTH", years: 6 / 12, since: always },
  { csv: "1 Yr", xml: "BC_1YEAR", years: 1, since: always },
  { csv: "2 Yr", xml: "BC_2YEAR", years: 2, since: always },
  { csv: "3 Yr", xml: "BC_3YEAR", years: 3, since: always },
  { csv: "5 Yr", xml: "BC_5YEAR", years: 5, since: always },
  { csv: "7 Yr", xml: "BC_7YEAR", years: 7, since: always },
  { csv: "10 Yr", xml: "BC_10YEAR", years: 10, since: always },
  { csv: "20 Yr", xml: "BC_20YEAR", years: 20, since: always },
  { csv: "30 Yr", xml: "BC_30YEAR", years: 30, since: always },
];

/** Hour of New York's day after which the Treasury has published the day's curve. */
export const CURVE_PUBLISHED_HOUR = 18;

/** Par yield in percent, two decimals: a Nelson–Siegel curve whose level, slope and hump wander. */
export function yieldPct(random: Randomness, years: number, day: Day): number {
  const at = easternTime(day, 15.5);
  const level = 5.4 + fluctuation(random, "curve level", at, { daily: 0.045, memoryDays: 180 });
  const slope = -1.3 + fluctuation(random, "curve slope", at, { daily: 0.03, memoryDays: 180 });
  const hump = -0.4 + fluctuation(random, "curve hump", at, { daily: 0.03, memoryDays: 45 });
  const x = years / 2;
  const decay = (1 - Math.exp(-x)) / x;
  const value = level + slope * decay + hump * (decay - Math.exp(-x));
  return Math.round(Math.max(0.01, value) * 100) / 100;
}
