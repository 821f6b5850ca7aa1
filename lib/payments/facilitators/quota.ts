import { env } from "@/lib/env";
import { log } from "@/lib/http/log";
import { now } from "@/lib/time";
import type { Asker } from "../rails/rail";
import type { Facilitator } from "./list";
import { turns, type Turns } from "./turns";

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

const isSpared = ({ url }: Facilitator): boolean => (sparedUntil.get(url) ?? 0) > now();

/**
 * Shares of a facilitator's quota: of newcomers whose balance our node has shown, and of those whose balance no node could
 * show. The rest is kept for payers who have paid. One instance's view.
 */
const SHARES = { shown: 3 / 4, unread: 1 / 4 } as const;

const queues = new Map<string, Turns>();

function queueOf({ url }: Facilitator, share: keyof typeof SHARES): Turns {
  const name = `${share} ${url}`;
  const known = queues.get(name) ?? turns(() => env().FACILITATOR_QUOTA_PER_MINUTE * SHARES[share]);
  queues.set(name, known);
  return known;
}

const WARN_EVERY_MS = 60_000;
let warnedAt = -Infinity;

function warnOfUnread(): void {
  if (now() - warnedAt < WARN_EVERY_MS) return;
  warnedAt = now();
  log.error("balances_unread", {
    why: "no node shows newcomers' balances, so that they share a part of each facilitator's quota",
  });
}

/**
 * Returns whether a facilitator may be asked about this payer's payment, which is counted. A newcomer waits for its network's
 * turn where the newcomers' share is used up, and no longer than a moment.
 */
export async function mayAsk(
  facilitator: Facilitator,
  { hasPaid, network, isUnread }: Asker,
): Promise<boolean> {
  if (hasPaid) return true;
  if (isSpared(facilitator)) return false;
  if (isUnread) warnOfUnread();
  return queueOf(facilitator, isUnread ? "unread" : "shown").take(network);
}
