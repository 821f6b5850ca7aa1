import type { Tally } from "@/lib/accuracy/tally";
import { BASE_UNIT, clearsBase } from "../outcomes/record";

/** A creator whose record stands by itself needs to be so old, counted from its first long or short call. */
const MIN_AGE_MS = 30 * 86_400_000;

/** What scoring keeps of a creator with enough scored calls: calls, hits, base rates, time of the first. */
export function standingFrom(text: string): { record: Tally; since: number } {
  const [n = 0, hits = 0, base = 0, since = 0] = text.split(" ").map(Number);
  return { record: { n, hits, voids: 0, baseSum: base / BASE_UNIT }, since };
}

/**
 * Whether a creator's views count by themselves: twenty scored calls (only those are asked about), thirty days, and a
 * record that is better than its base rate by three standard deviations. Without the last, twenty calls in thirty days
 * are forty cents a wallet, and whoever buys fifty of them owns what creators say.
 */
export const standsAlone = (text: string, now: Date): boolean => {
  const { record, since } = standingFrom(text);
  return now.getTime() - since >= MIN_AGE_MS && clearsBase(record);
};
