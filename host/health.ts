import { describe, log } from "@/lib/http/log";
import { ledgerStore } from "@/lib/store/redis";

/** How long an answer of the ledger's stands, in milliseconds: whoever asks often must not be what it is busy with. */
const STANDS_MS = 5_000;

let last: { at: number; answer: Promise<boolean> } | undefined;

/** Says why where it does not, a store that is not configured included; never throws. */
async function ask(): Promise<boolean> {
  try {
    await ledgerStore().ping();
    return true;
  } catch (error) {
    log.error("not_ready", { why: describe(error) });
    return false;
  }
}

/** Whether the ledger answers, without which nothing can be sold. */
export function ledgerAnswers(now: number): Promise<boolean> {
  if (last === undefined || now - last.at > STANDS_MS) last = { at: now, answer: ask() };
  return last.answer;
}
