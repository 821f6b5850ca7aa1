import type { AnswerOf } from "@/lib/catalog/define";
import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { recentCounts, recentFailures } from "@/lib/store/counters";
import { canSell } from "../health/can-sell";
import { NEWCOMERS_MOST } from "../ledger/newcomers";
import type { Observed } from "./alert";
import type { metricsEntry } from "./entry";
import { ledgerFigures, oldestWaiting, suspectSales, usedToday } from "./ledger-figures";
import { fullInDays } from "./ledger-sizes";
import { operations, type Operations, operationsUnread, saleTimes } from "./operations";

type Answer = AnswerOf<typeof metricsEntry>;
type Counts = ReadonlyMap<string, number>;

const shareOf = (part: number, all: number): number => (all === 0 ? 0 : Math.round((part / all) * 1e4) / 1e4);

/** `settle:<facilitator>:<outcome>`, as failover.ts counts them. */
function settlementsIn(counts: Counts): Answer["settlements"] {
  const by = new Map<string, { asked: number; settled: number }>();
  for (const [name, count] of counts) {
    const [kind, facilitator = "", outcome] = name.split(":");
    if (kind !== "settle") continue;
    const { asked, settled } = by.get(facilitator) ?? { asked: 0, settled: 0 };
    by.set(facilitator, { asked: asked + count, settled: settled + (outcome === "settled" ? count : 0) });
  }
  return [...by].map(([facilitator, { asked, settled }]) => ({
    ...{ facilitator, asked, settled },
    share: shareOf(settled, asked),
  }));
}

/** `refusal:<facilitator>:<kind>` and `unseen:<kind>`, as the till counts them. */
function doubtsIn(counts: Counts): NonNullable<Answer["doubts"]> {
  const refusals = (kind: string): number =>
    [...counts]
      .filter(([name]) => name.startsWith("refusal:") && name.endsWith(`:${kind}`))
      .reduce((sum, [, count]) => sum + count, 0);
  const unseen = (kind: string): number => counts.get(`unseen:${kind}`) ?? 0;
  return {
    ...{ unknownRefusals: refusals("unknown"), contradicted: refusals("contradicted") },
    ...{ watched: unseen("watched"), inSilence: unseen("silent"), usedUp: unseen("used-up") },
  };
}

/** `status:<status>`, as route functions and the front door count them. */
function requestsIn(counts: Counts): Answer["requests"] {
  const statuses = [...counts].filter(([name]) => name.startsWith("status:"));
  const all = statuses.reduce((sum, [, count]) => sum + count, 0);
  const [refused429, failed503] = [counts.get("status:429") ?? 0, counts.get("status:503") ?? 0];
  return {
    ...{ all, refused429, failed503 },
    ...{ share429: shareOf(refused429, all), share503: shareOf(failed503, all) },
  };
}

const budgetOf = (used: number, most: number) => ({ used, most, share: shareOf(used, most) });

/** What runs out at midnight, as far as it is offered at all. */
function dailyBudgets([all, newcomers, ownToken]: Awaited<ReturnType<typeof usedToday>>) {
  const { CHAT_MODELS, CHAT_DAILY_TOKENS, CHAT_NEWCOMERS_DAILY_TOKENS, TOKEN_LAUNCHED, TOKEN_DAILY_CAP_USD } =
    env();
  const hasModels = CHAT_MODELS.length > 0;
  return {
    chatTokens: hasModels ? budgetOf(all, CHAT_DAILY_TOKENS) : null,
    chatNewcomersTokens: hasModels ? budgetOf(newcomers, CHAT_NEWCOMERS_DAILY_TOKENS) : null,
    ownToken: TOKEN_LAUNCHED ? budgetOf(ownToken, TOKEN_DAILY_CAP_USD * USDC_UNITS) : null,
  };
}
const USDC_UNITS = 1_000_000;

/** What can't be read is null, and told: the document answers all the more while something is down. */
const orNull = <T>(what: string, reading: Promise<T>): Promise<T | null> =>
  reading.catch((error: unknown) => {
    log.warn("metrics_unread", { what, why: describe(error) });
    return null;
  });

/** Seconds since a moment (ms), by `now`; null without one. */
const ageAt =
  (now: Date) =>
  (since: number | undefined): number | null =>
    since === undefined || !Number.isFinite(since)
      ? null
      : Math.max(0, Math.round((now.getTime() - since) / 1000));

function paymentsOf(
  { open }: Awaited<ReturnType<typeof ledgerFigures>>,
  oldest: Awaited<ReturnType<typeof oldestWaiting>>,
  age: ReturnType<typeof ageAt>,
): Answer["payments"] {
  return {
    ...{ open, oldestOpenSec: age(oldest.all[0]), unknown: oldest.unknown.length },
    ...{ oldestUnknownSec: age(oldest.unknown[0]), credited: oldest.credited.length },
    ...{ debts: oldest.debts.length, oldestDebtSec: age(oldest.debts[0]) },
  };
}

function salesOf(
  { unconfirmed, disputed, unbackedDay }: Awaited<ReturnType<typeof suspectSales>>,
  age: ReturnType<typeof ageAt>,
): Answer["sales"] {
  const oldestUnconfirmedSec = age(Math.min(...unconfirmed));
  return { unconfirmed: unconfirmed.length, oldestUnconfirmedSec, disputed, unbackedDay };
}

/** What the ledger may hold: by the settings, or by the store's own bound where that is less. */
const boundOf = ({ maxBytes }: Awaited<ReturnType<typeof ledgerFigures>>): number =>
  Math.min(env().LEDGER_CAPACITY_BYTES, maxBytes ?? Infinity);

function roomOf(figures: Awaited<ReturnType<typeof ledgerFigures>>): Answer["ledger"] {
  const { usedBytes, journalLines, journalBytes, journalDays } = figures;
  const capacityBytes = env().LEDGER_CAPACITY_BYTES;
  return {
    ...{ capacityBytes, usedBytes, journalLines, journalBytes, journalDays },
    usedShare: Math.max(usedBytes ?? 0, journalBytes) / boundOf(figures),
  };
}

/** All that the document and its alerts rest on. Never throws. */
export async function observe(now: Date): Promise<Observed> {
  // First: whatever hangs, hangs once.
  const health = await canSell();
  const isWritten = health.ledger.fault === null || health.ledger.fault === "full";
  const ofLedger = <T>(what: string, read: () => Promise<T>): Promise<T | null> =>
    isWritten ? orNull(what, read()) : Promise.resolve(null);
  const ofCache = <T>(what: string, read: () => Promise<T>): Promise<T | null> =>
    health.cache.fault === null ? orNull(what, read()) : Promise.resolve(null);
  const [figures, oldest, suspects, today, known, times, counts, failures] = await Promise.all([
    ofLedger("figures", ledgerFigures),
    ofLedger("waiting", oldestWaiting),
    ofLedger("suspects", suspectSales),
    ofLedger("budgets", usedToday),
    ofLedger("operations", operations),
    ofLedger("sales", saleTimes),
    ofCache("counts", recentCounts),
    ofCache("failures", recentFailures),
  ]);
  const age = ageAt(now);
  const { alarms, schedules, selfProbe, toConfirm, sizes }: Operations = known ?? operationsUnread();
  const bound = figures === null ? 0 : boundOf(figures);
  return {
    ...{ at: now.getTime(), health, counts, failures: failures ?? new Map() },
    ...{ alarms, schedules, selfProbe, toConfirm, saleTimes: times ?? [] },
    fullInDays: figures && fullInDays(sizes, figures.usedBytes, bound, now.getTime()),
    payments: figures && oldest && paymentsOf(figures, oldest, age),
    settlements: counts === null ? [] : settlementsIn(counts),
    doubts: counts === null ? null : doubtsIn(counts),
    requests: counts === null ? null : requestsIn(counts),
    ledger: figures && roomOf(figures),
    sales: suspects && salesOf(suspects, age),
    budgets: figures &&
      today && { newcomers: budgetOf(figures.inVain, NEWCOMERS_MOST), ...dailyBudgets(today) },
  };
}
