import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { now } from "@/lib/time";
import { pageOf } from "../owed/lists";

/** What a line takes of Redis: at most 200 bytes of its own, 242 as measured with Redis 7 for the longest. */
const LINE_BYTES = 250;

interface LedgerFigures {
  open: number;
  usedBytes: number | null;
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

/** A store that refuses INFO costs that figure alone. */
const memoryReport = (): Promise<unknown> =>
  ledgerStore()
    .exec(["INFO", "memory"])
    .catch((error: unknown) => {
      log.warn("ledger_size_unread", { why: describe(error) });
      return null;
    });

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
    ...{ open, usedBytes: usedBytes(info), inVain },
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
