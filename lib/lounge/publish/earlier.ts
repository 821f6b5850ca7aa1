import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { holderOf } from "@/lib/payments/ledger/reserve";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { SIMILAR, similarityOf } from "../similarity";
import { readBodies } from "../store";

/** How many texts a new one is compared with: those that share most with it by their sketches. */
const COMPARED = 3;

/** What was published before, or is about to be. */
export interface Earlier {
  /** Who has this very summary; asked for only where it matters before the intent. */
  same: { id: string; pending: boolean } | null;
  /** The signals whose sketches share most with this one's, most alike first. */
  alike: readonly string[];
}

/** One round trip. */
export async function findEarlier(contentHash: string, sketch: readonly string[]): Promise<Earlier> {
  const asked = ledgerStore().pipeline();
  asked.get(keys.loungeContent(contentHash));
  sketch.forEach((part, band) => asked.hget(keys.loungeSketch(band), part));
  const [holder, ...found] = await fromLedger(asked.exec<(string | null)[]>());
  const shared = new Map<string, number>();
  for (const id of found) if (id !== null) shared.set(id, (shared.get(id) ?? 0) + 1);
  const alike = [...shared].sort(([, a], [, b]) => b - a).map(([id]) => id);
  const held = holder === null || holder === undefined ? null : holderOf(holder);
  return { same: held && { id: held.value, pending: held.pending }, alike: alike.slice(0, COMPARED) };
}

/** The first of these signals whose text is nearly this one. At most one round trip. */
export async function nearlySame(summary: string, ids: readonly string[]): Promise<string | null> {
  const bodies = await readBodies(ids);
  const index = bodies.findIndex((body) => body !== null && similarityOf(body.summary, summary) >= SIMILAR);
  return ids[index] ?? null;
}
