import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import type { Signal } from "../signal";
import { readSignals } from "../store";

/** Which signals a page has. Places count from 1, in the order of publishing. */
export interface Wanted {
  /** Only places below this one; null for the newest. */
  before: number | null;
  /** Only what was published later, in milliseconds. */
  since: number | null;
  category: string | null;
  /** As the ledger writes payers. */
  creator: string | null;
  limit: number;
}

export interface Page {
  /** Newest first. */
  signals: readonly Signal[];
  /** Where the next page begins; null where there is none. */
  next: number | null;
}

/** Where a creator's signals are sifted by category, so many are read for a page: its work has an end. */
const SIFTED = 200;

/** Ids of the log below a place, newest first. The whole log is one list, and its places are its indices. */
async function idsOfLog(before: number | null, count: number): Promise<string[]> {
  if (before !== null && before <= 1) return [];
  const [from, to] = before === null ? [-count, -1] : [Math.max(0, before - 1 - count), before - 2];
  const entries = await fromLedger(ledgerStore().lrange<string>(keys.loungeLog(), from, to));
  return entries.map((entry) => entry.split(" ", 1)[0] ?? "").reverse();
}

/** Likewise of a creator's or a category's signals. */
const idsOf = (key: string, before: number | null, count: number): Promise<string[]> =>
  fromLedger(
    ledgerStore().zrange<string[]>(key, before === null ? "+inf" : `(${before}`, "-inf", {
      ...{ byScore: true, rev: true },
      ...{ offset: 0, count },
    }),
  );

/**
 * A page of signals, newest first, without hidden ones but for a creator's own list, where nothing is missing: two round trips, and as much work among a hundred thousand signals as among a hundred.
 * Throws ApiError 503 when the ledger's database can't be reached.
 */
export async function readPage({ before, since, category, creator, limit }: Wanted): Promise<Page> {
  const isSifted = creator !== null && category !== null;
  const count = isSifted ? SIFTED : limit;
  const key =
    creator !== null ? keys.loungeCreator(creator) : category !== null ? keys.loungeCategory(category) : null;
  const ids = await (key === null ? idsOfLog(before, count) : idsOf(key, before, count));
  const read = (await readSignals(ids)).filter((signal) => signal !== null);
  const recent = read.filter(({ publishedAt }) => since === null || publishedAt > since);
  const wanted = recent.filter(
    ({ categories, hidden }) =>
      (category === null || categories.includes(category)) && (hidden === null || creator !== null),
  );
  const signals = wanted.slice(0, limit);
  const isLast = ids.length < count || recent.length < read.length;
  const last = signals.length < wanted.length ? signals.at(-1) : isLast ? undefined : read.at(-1);
  return { signals, next: last === undefined || last.seq === 0 ? null : last.seq + 1 };
}
