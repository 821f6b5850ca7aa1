import type { Effect } from "@/lib/handler";
import { keys } from "@/lib/store/keys";
import type { FrozenVerdict } from "./record";

/** Verdicts of a day that are kept beside the one that counts, and for how long: scoring needs them for a day. */
export const SOLD_PER_DAY = 2_000;
const SOLD_TTL_SEC = 40 * 86_400;

export const isoDay = (at: string): string => at.slice(0, 10);
export const yearOf = (day: string): string => day.slice(0, 4);

/**
 * What selling a verdict writes down, with the payment's last ledger write. Nothing here can change what stands: the
 * day's first standard verdict is written by who comes first, and the list of the sold loses only what comes too late.
 */
export function freezing(frozen: FrozenVerdict): Effect[] {
  const text = JSON.stringify(frozen);
  const day = isoDay(frozen.at);
  const sold = keys.verdictsSold(day);
  const effects: Effect[] = [
    { command: ["RPUSH", sold, text] },
    { command: ["LTRIM", sold, "0", String(SOLD_PER_DAY - 1)] },
    { command: ["EXPIRE", sold, String(SOLD_TTL_SEC)] },
  ];
  if (frozen.standard) effects.push({ command: ["HSETNX", keys.verdictsDaily(yearOf(day)), day, text] });
  return effects;
}
