import type { AnswerOf } from "@/lib/catalog/define";
import { env } from "@/lib/env";
import type { Handler } from "@/lib/handler";
import { describe, log } from "@/lib/http/log";
import { recentCounts } from "@/lib/store/counters";
import { NEWCOMERS_MOST } from "../ledger/newcomers";
import { fromLedger } from "../ledger/unreachable";
import { alertsOf } from "./alerts";
import type { metricsEntry } from "./entry";
import { ledgerFigures, oldestWaiting, suspectSales, usedToday } from "./ledger-figures";

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

export const metrics: Handler<typeof metricsEntry> = async (_, { now }) => {
  const [figures, oldest, suspects, today, counts] = await Promise.all([
    fromLedger(ledgerFigures()),
    fromLedger(oldestWaiting()),
    fromLedger(suspectSales()),
    fromLedger(usedToday()),
    // The cache may be gone: what it counts is not worth an alert that does not arrive.
    recentCounts().catch((error: unknown) => {
      log.warn("counts_unread", { why: describe(error) });
      return null;
    }),
  ]);
  const age = (since: number | undefined): number | null =>
    since === undefined || !Number.isFinite(since)
      ? null
      : Math.max(0, Math.round((now.getTime() - since) / 1000));
  const capacityBytes = env().LEDGER_CAPACITY_BYTES;
  const { open, usedBytes, journalLines, journalBytes, journalDays, inVain: used } = figures;
  const most = NEWCOMERS_MOST;
  const read = {
    payments: {
      ...{ open, oldestOpenSec: age(oldest.all[0]), unknown: oldest.unknown.length },
      ...{ oldestUnknownSec: age(oldest.unknown[0]), credited: oldest.credited.length },
      ...{ debts: oldest.debts.length, oldestDebtSec: age(oldest.debts[0]) },
    },
    settlements: counts === null ? [] : settlementsIn(counts),
    doubts: counts === null ? null : doubtsIn(counts),
    requests: counts === null ? null : requestsIn(counts),
    ledger: {
      ...{ capacityBytes, usedBytes, journalLines, journalBytes, journalDays },
      usedShare: Math.max(usedBytes ?? 0, journalBytes) / capacityBytes,
    },
    sales: {
      ...{
        unconfirmed: suspects.unconfirmed.length,
        oldestUnconfirmedSec: age(Math.min(...suspects.unconfirmed)),
      },
      ...{ disputed: suspects.disputed, unbackedDay: suspects.unbackedDay },
    },
    budgets: { newcomers: budgetOf(used, most), ...dailyBudgets(today) },
  };
  return { answer: { ok: true, at: now.toISOString(), ...read, alerts: alertsOf(read) }, effects: [] };
};
