import { lastLooks } from "@/lib/canary/kept-looks";
import type { AnswerOf } from "@/lib/catalog/define";
import { SERVICES } from "@/lib/catalog/services.generated";
import type { Handler } from "@/lib/handler";
import { describe, log } from "@/lib/http/log";
import { canSell, type Health } from "@/lib/payments/health/can-sell";
import { readSchedules } from "@/lib/payments/health/schedules";
import { lastSales } from "@/lib/payments/ledger/last-sales";
import { recentCounts } from "@/lib/store/counters";
import { statusOf } from "./compose";
import type { statusEntry } from "./entry";

type Status = AnswerOf<typeof statusEntry>;

/** How long an instance gives the same answer: a few small reads of the stores, however many ask. */
const KEPT_MS = 5_000;

/** What can't be read is told as unknown: this is asked most when something is down. */
async function known<T>(what: string, reading: Promise<T>): Promise<{ value: T } | null> {
  try {
    return { value: await reading };
  } catch (error) {
    log.warn("status_unread", { what, why: describe(error) });
    return null;
  }
}

async function read(now: Date, health: Health): Promise<Status> {
  const [sales, counts, looks, schedules] = await Promise.all([
    known("sales", lastSales()),
    known("counts", recentCounts()),
    known("looks", lastLooks()),
    known("schedules", readSchedules()),
  ]);
  const cacheUp = counts !== null && looks !== null && health.cache.fault === null;
  return statusOf({
    now,
    sold: SERVICES,
    lastSales: sales?.value ?? null,
    counts: counts?.value ?? null,
    facilitators: health.facilitators.map(({ name, state }) => ({
      ...{ name, state: state === "up" && !cacheUp ? "unknown" : state },
    })),
    looks: looks?.value ?? null,
    schedules: schedules?.value ?? null,
    canSell: health.canSell,
    ledgerUp: health.ledger.fault === null,
    cacheUp,
    chainsAnswer: health.chains.every(({ answers }) => answers),
  });
}

let kept: { reading: Promise<Status>; at: number; health: Health } | null = null;

export const status: Handler<typeof statusEntry> = async (_, { now }) => {
  const health = await canSell();
  const age = now.getTime() - (kept?.at ?? -Infinity);
  // Whether it sells is never told from memory.
  if (kept?.health.canSell !== health.canSell || age >= KEPT_MS || age < 0)
    kept = { reading: read(now, health), at: now.getTime(), health };
  return { answer: await kept.reading, effects: [] };
};
