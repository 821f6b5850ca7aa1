import { lastLooks } from "@/lib/canary/kept-looks";
import type { AnswerOf } from "@/lib/catalog/define";
import { SERVICES } from "@/lib/catalog/services.generated";
import type { Handler } from "@/lib/handler";
import { describe, log } from "@/lib/http/log";
import { facilitators } from "@/lib/payments/facilitators/list";
import { hasOutage, loadOutages } from "@/lib/payments/facilitators/outages";
import { lastSales } from "@/lib/payments/ledger/last-sales";
import { isKnownOff } from "@/lib/payments/switches/switches";
import { recentCounts } from "@/lib/store/counters";
import { statusOf } from "./compose";
import type { statusEntry } from "./entry";

type Status = AnswerOf<typeof statusEntry>;

/** How long an instance gives the same answer: four small reads of the stores, however many ask. */
const KEPT_MS = 10_000;

/** What can't be read is told as unknown: this is asked most when something is down. */
async function known<T>(what: string, reading: Promise<T>): Promise<{ value: T } | null> {
  try {
    return { value: await reading };
  } catch (error) {
    log.warn("status_unread", { what, why: describe(error) });
    return null;
  }
}

async function read(now: Date): Promise<Status> {
  const [sales, counts, looks] = await Promise.all([
    known("sales", lastSales()),
    known("counts", recentCounts()),
    known("looks", lastLooks()),
    loadOutages(now.getTime()),
  ]);
  const cacheUp = counts !== null && looks !== null;
  return statusOf({
    now,
    sold: SERVICES,
    lastSales: sales?.value ?? null,
    counts: counts?.value ?? null,
    facilitators: facilitators().map((facilitator) => ({
      name: facilitator.name,
      state: isKnownOff("facilitator", facilitator.url)
        ? "off"
        : !cacheUp
          ? "unknown"
          : hasOutage(facilitator)
            ? "failing"
            : "up",
    })),
    looks: looks?.value ?? null,
    cacheUp,
  });
}

let kept: { reading: Promise<Status>; at: number } | null = null;

export const status: Handler<typeof statusEntry> = async (_, { now }) => {
  const age = now.getTime() - (kept?.at ?? -Infinity);
  if (kept === null || age >= KEPT_MS || age < 0) kept = { reading: read(now), at: now.getTime() };
  return { answer: await kept.reading, effects: [] };
};
