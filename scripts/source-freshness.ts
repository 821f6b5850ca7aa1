import type { ReadSources } from "../lib/sources/fetcher/reader";
import type { Reading, Source } from "../lib/sources/source";
import type { AnyDesk } from "./route-folder";

const unread = ({ id, provider }: Source<unknown>): Reading<never> => ({
  ...{ id, provider, status: "timeout", value: null },
  ...{ asOf: null, ageSec: null, fetchedAt: null, detail: null, doubts: [] },
});

type Wanted = Readonly<Record<string, Source<unknown> | readonly Source<unknown>[]>>;

/** A reader that notes what it is asked for and reads nothing; its readings have the shape that any reader's have. */
const noting = (asked: Source<unknown>[]): ReadSources =>
  ((wanted: Wanted) => {
    const readings = Object.entries(wanted).map(([name, source]) => {
      asked.push(...[source].flat());
      return [name, "id" in source ? unread(source) : source.map(unread)] as const;
    });
    return Promise.resolve(Object.fromEntries(readings));
  }) as ReadSources;

/**
 * How long the shortest-lived of a desk's sources serves as new, in seconds. The desk is asked what it reads for its
 * sample, and gets nothing of it: no provider is asked. A desk may read the store beside its sources, so callers run without
 * one (see without-settings.ts). Throws for a desk that reads no source: its entry has to say how fresh it is.
 */
export async function freshnessOf({ entry, gather }: AnyDesk, sample: unknown): Promise<number> {
  const asked: Source<unknown>[] = [];
  const now = new Date();
  const context = { now, signal: new AbortController().signal, stale: "serve", startedMs: 0 } as const;
  await gather(noting(asked), context, entry.input.parse(sample));
  const shortest = Math.min(...asked.map(({ freshMs }) => freshMs));
  if (!Number.isFinite(shortest)) throw new Error(`${entry.path}: it reads no source; declare freshnessSec`);
  return shortest / 1000;
}
