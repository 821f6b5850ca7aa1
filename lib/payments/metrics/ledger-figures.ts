import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { now } from "@/lib/time";
import { pageOf } from "../owed/lists";
import type { Trust } from "../trust/sale";

/** What a line takes of Redis: at most 200 bytes of its own, 242 as measured with Redis 7 for the longest. */
const LINE_BYTES = 250;

interface LedgerFigures {
  open: number;
  usedBytes: number | null;
  /** What the store takes at most by its own setting; null where it does not tell, or has no bound. */
  maxBytes: number | null;
  journalLines: number;
  journalBytes: number;
  journalDays: number;
  /** Work for payers who have never paid that is counted against their budget. */
  inVain: number;
}

const listOf = (reply: unknown): string[] => (Array.isArray(reply) ? reply.map(String) : []);

/** The size of what the database holds, as `INFO memory` or `INFO all` of the store words it; null where neither tells. */
function usedBytes(info: unknown): number | null {
  const bytes = /^(?:used_memory|total_data_size):(\d+)/m.exec(typeof info === "string" ? info : "")?.[1];
  return bytes === undefined ? null : Number(bytes);
}

/** The bound of a store that has one, as `INFO memory` words it. */
function maxBytes(info: unknown): number | null {
  const bytes = Number(/^maxmemory:(\d+)/m.exec(typeof info === "string" ? info : "")?.[1] ?? 0);
  return bytes > 0 ? bytes : null;
}

/** A store that refuses INFO costs that figure alone. */
const memoryReport = (): Promise<unknown> =>
  ledgerStore()
    .exec(["INFO", "memory"])
    .catch((error: unknown) => {
      log.warn("ledger_size_unread", { why: describe(error) });
      return null;
    });

/** What of suspicions is read: as many of the last ones. */
const MOST_SUSPECTS = 1_000;
const DAY_MS = 86_400_000;

/** Sales whose money was not seen, by what is found of it now: two trips, the second only where there are any. */
export async function suspectSales() {
  const flat = await ledgerStore().zrange<string[]>(keys.suspects(), 0, MOST_SUSPECTS - 1, {
    ...{ rev: true, withScores: true },
  });
  const members = flat.flatMap((payment, at) =>
    at % 2 === 0 ? [[payment, Number(flat[at + 1])] as const] : [],
  );
  const pipeline = ledgerStore().pipeline();
  for (const [payment] of members) pipeline.hmget(keys.payment(payment), "state", "trust");
  const replies = members.length === 0 ? [] : await pipeline.exec<unknown[]>();
  const since = (trust: Trust): number[] =>
    members.flatMap(([, at], index) => {
      const [state, found] = listOf(replies[index]);
      return state === "settled" && found === trust ? [at] : [];
    });
  return {
    unconfirmed: since("unconfirmed"),
    disputed: since("disputed").length,
    unbackedDay: since("unbacked").filter((at) => at > now() - DAY_MS).length,
  };
}

/** What of today's budgets is used: chat tokens of all and of newcomers, and sales for the own token (USDC base units). */
export async function usedToday(): Promise<readonly [all: number, newcomers: number, ownToken: number]> {
  const [date = ""] = new Date(now()).toISOString().split("T");
  const [all, newcomers, ownToken] = await ledgerStore().mget<(string | null)[]>(
    ...[keys.chatTokens(date, "all"), keys.chatTokens(date, "newcomers")],
    keys.tokenSold(Math.floor(now() / DAY_MS)),
  );
  return [Number(all ?? 0), Number(newcomers ?? 0), Number(ownToken ?? 0)];
}

/** Two trips beside each other, whatever the ledger holds. */
export async function ledgerFigures(): Promise<LedgerFigures> {
  const pipeline = ledgerStore().pipeline();
  pipeline.zcard(keys.openPayments());
  pipeline.hvals(keys.journal());
  pipeline.zremrangebyscore(keys.inVain(), 0, now()); // what counts no more
  pipeline.zcard(keys.inVain());
  const [[open, days, , inVain], info] = await Promise.all([
    pipeline.exec<[number, unknown, number, number]>(),
    memoryReport(),
  ]);
  const counts = listOf(days).map(Number);
  const journalLines = counts.reduce((sum, lines) => sum + lines, 0);
  return {
    ...{ open, usedBytes: usedBytes(info), maxBytes: maxBytes(info), inVain },
    ...{ journalLines, journalBytes: journalLines * LINE_BYTES, journalDays: counts.length },
  };
}

/** Since when the oldest open payments and debts wait, in four trips: those that are newer wait less. */
export async function oldestWaiting() {
  const [{ payments }, debts] = await Promise.all([pageOf("open", null), pageOf("debts", null)]);
  const since = (state?: string): number[] =>
    payments.filter((one) => state === undefined || one.state === state).map((one) => one.since);
  return {
    all: since(),
    unknown: since("unknown"),
    credited: since("credited"),
    debts: debts.payments.map((one) => one.since),
  };
}
