import type { Handler } from "@/lib/handler";
import { CSV_HEADER, csvRow } from "../line";
import { dateOf, journalDays, readDay } from "../days";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import type { exportJournalEntry } from "./entry";

const PAGE = 1_000;

/** A page is of one day, so that it is one question; the next begins behind its last line, or at the next day. */
export const exportJournal: Handler<typeof exportJournalEntry> = async (input, { now }) => {
  const month = input.month ?? now.toISOString().slice(0, 7);
  const days = (await fromLedger(journalDays())).filter(({ day }) => dateOf(day).startsWith(month));
  const [from, after] = input.after?.split(":") ?? [];
  const left = days.filter(({ day }) => from === undefined || day >= Number(from));
  const [today, following] = left;
  const isContinued = String(today?.day) === from && after !== "";
  const lines =
    today === undefined
      ? []
      : await fromLedger(readDay(today.day, isContinued ? (after ?? null) : null, PAGE));
  const last = lines.length === PAGE ? lines.at(-1) : undefined;
  const behind = following === undefined ? null : `${following.day}:`;
  return {
    answer: {
      ok: true,
      month,
      header: CSV_HEADER,
      rows: lines.map(csvRow),
      next: today !== undefined && last !== undefined ? `${today.day}:${last.id}` : behind,
      days: days.map(({ day, lines: count }) => ({ date: dateOf(day), lines: count })),
    },
    effects: [],
  };
};
