import { env } from "@/lib/env";
import { now } from "@/lib/time";
import type { Facilitator } from "./list";

/** No facilitator keeps newcomers out for longer by a word of its own. */
const LONGEST_MS = 60_000;

/** Until when (ms) who has had too many questions gets none about payers who have never paid. One instance's view. */
const sparedUntil = new Map<string, number>();

/**
 * Anybody can make wallets, and have each verified: that uses up a quota at no cost. What is left of it, and what comes back, is
 * kept for those who have paid.
 */
export function spare({ url }: Facilitator, busyMs: number): void {
  const ms = Math.min(LONGEST_MS, Math.max(busyMs, env().FACILITATOR_BREAKER_MS));
  sparedUntil.set(url, now() + ms);
}

export const isSpared = ({ url }: Facilitator): boolean => (sparedUntil.get(url) ?? 0) > now();
