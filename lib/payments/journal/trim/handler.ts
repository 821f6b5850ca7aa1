import type { Handler } from "@/lib/handler";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { dayOf, trimDay } from "../days";
import type { trimJournalEntry } from "./entry";

/** Deletes by scripts of its own, one a day: each compares what it deletes, so that a repeated call deletes nothing else. */
export const trimJournal: Handler<typeof trimJournalEntry> = async ({ exported }) => {
  const trimmed = exported.map(async ({ date, lines }) => ({
    date,
    became: await trimDay({ day: dayOf(date), lines }),
  }));
  return { answer: { ok: true, days: await fromLedger(Promise.all(trimmed)) }, effects: [] };
};
