import { now } from "@/lib/time";
import { readPage } from "./feed/page";
import type { Signal } from "./signal";

const COUNT = 50;
/** Pages that are free and that everybody asks for read the newest signals at most so often in one instance. */
const KEPT_MS = 2_000;

let kept: { at: number; signals: Promise<readonly Signal[]> } | null = null;

async function read(): Promise<readonly Signal[]> {
  const all = { before: null, since: null, category: null, creator: null };
  return (await readPage({ ...all, limit: COUNT })).signals;
}

/** The newest 50 signals, newest first. Throws ApiError 503 when the ledger's database can't be reached. */
export async function newestSignals(): Promise<readonly Signal[]> {
  const at = now();
  if (kept === null || Math.abs(at - kept.at) >= KEPT_MS) {
    const signals = read();
    kept = { at, signals };
    signals.catch(() => (kept = null)); // who asked is told; the next one asks again
  }
  return kept.signals;
}
