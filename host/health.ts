import { describe, log } from "@/lib/http/log";
import { ledgerStore } from "@/lib/store/redis";

/** How long an answer of the ledger's stands, in milliseconds: whoever asks often must not be what it is busy with. */
const STANDS_MS = 5_000;

let last: { at: number; answer: Promise<boolean> } | undefined;

/** Whether the ledger answers, without which nothing can be sold. */
export function ledgerAnswers(now: number): Promise<boolean> {
  if (last === undefined || now - last.at > STANDS_MS)
    last = {
      at: now,
      answer: ledgerStore()
        .ping()
        .then(
          () => true,
          (error: unknown) => {
            log.error("not_ready", { why: describe(error) });
            return false;
          },
        ),
    };
  return last.answer;
}
