import type { Reading } from "@/lib/sources/source";
import type { YieldCurve } from "@/lib/sources/treasury";
import { CURVE_MAX_AGE } from "./max-age";
import { best, type Part } from "./part";

/** The rate of the three-month bill and the trading day that it is from. */
export interface Bill {
  /** Percent a year, par yield. */
  ratePct: number;
  date: string;
}

/** The three-month Treasury bill: what a dollar earns without the risk of a protocol. `asked`: as macro asks. */
export function billOf(asked: readonly Reading<YieldCurve>[], now: Date): Part<Bill | null> {
  const found = best(asked, CURVE_MAX_AGE, now);
  const ratePct = found?.value.rates.m3 ?? null;
  if (found === null || ratePct === null) return { value: null, credits: [0], used: [], notes: [] };
  const { reading, value, credit } = found;
  return { value: { ratePct, date: value.date }, credits: [credit], used: [reading], notes: [] };
}
