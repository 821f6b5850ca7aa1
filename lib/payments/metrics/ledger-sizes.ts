import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { now } from "@/lib/time";
import { ledgerFigures } from "./ledger-figures";

/** How many bytes the ledger's database held at a moment (ms). */
export interface LedgerSize {
  at: number;
  bytes: number;
}

const DAY_MS = 86_400_000;
/** Days whose rate tells when the database is full. */
const DAYS = 7;

/** Notes how much the ledger holds, once a UTC day, and forgets days that are over a week old. Never throws. */
export async function noteLedgerSize(): Promise<void> {
  try {
    const { usedBytes } = await ledgerFigures();
    if (usedBytes === null) return;
    const today = Math.floor(now() / DAY_MS);
    const old = Array.from({ length: DAYS }, (_, day) => String(today - DAYS - 1 - day));
    const pipeline = ledgerStore().pipeline();
    pipeline.hsetnx(keys.ledgerSizes(), String(today), `${now()} ${usedBytes}`);
    pipeline.hdel(keys.ledgerSizes(), ...old);
    await pipeline.exec();
  } catch (error) {
    log.warn("ledger_size_not_noted", { why: describe(error) });
  }
}

/** The sizes in the ledger's hash (names and values in turn), the oldest first. */
export const ledgerSizesIn = (flat: readonly string[]): LedgerSize[] =>
  flat
    .flatMap((text, index) => {
      const [at, bytes] = index % 2 === 0 ? [] : text.split(" ").map(Number);
      return at === undefined || bytes === undefined ? [] : [{ at, bytes }];
    })
    .sort((a, b) => a.at - b.at);

/** In how many days a database of so many bytes is full, at the rate since the oldest size; null without a day's data, or a rate. */
export function fullInDays(
  sizes: readonly LedgerSize[],
  usedBytes: number | null,
  bound: number,
  at: number,
): number | null {
  const [oldest] = sizes;
  if (oldest === undefined || usedBytes === null || at - oldest.at < DAY_MS) return null;
  const perDay = ((usedBytes - oldest.bytes) / (at - oldest.at)) * DAY_MS;
  return perDay <= 0 ? null : Math.max(0, bound - usedBytes) / perDay;
}
