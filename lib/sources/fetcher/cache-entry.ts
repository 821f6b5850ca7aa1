import * as z from "zod";
import { type Doubt, doubt } from "../doubt";
import { type Reduced, MAX_CLOCK_SKEW_MS, type Reading, type Source } from "../source";

/** A reading with more doubts than this is no reading. */
const MOST_DOUBTS = 120;

/** One value as it is cached: `asOf` and `fetchedAt` are milliseconds since the epoch. */
export interface Entry<Value> {
  value: Value;
  asOf: number;
  fetchedAt: number;
  doubts: readonly Doubt[];
}

export const toEntry = <Value>(reduced: Reduced<Value>, fetchedAt: number): Entry<Value> => ({
  value: reduced.value,
  asOf: reduced.asOf?.getTime() ?? fetchedAt,
  fetchedAt,
  doubts: reduced.doubts ?? [],
});

const stored = z.object({
  v: z.int(),
  value: z.unknown(),
  asOf: z.int(),
  fetchedAt: z.int(),
  doubts: z.array(doubt).max(MOST_DOUBTS).default([]),
});

export const encodeEntry = (source: Source<unknown>, entry: Entry<unknown>): string =>
  JSON.stringify({ v: source.version, ...entry });

/**
 * A cached value as read back, or null for anything that this version of the source did not write: another
 * version, another shape, a time ahead of the clock. The shared cache is outside and trusted as little.
 */
export function decodeEntry<Value>(
  source: Source<Value>,
  raw: string | null | undefined,
  nowMs: number,
): Entry<Value> | null {
  if (raw === null || raw === undefined) return null;
  let json: unknown;
  try {
    json = JSON.parse(raw);
  } catch {
    return null; // whatever it is, it is not an entry; the next refresh replaces it
  }
  const parsed = stored.safeParse(json);
  if (!parsed.success || parsed.data.v !== source.version) return null;
  const { asOf, fetchedAt, doubts } = parsed.data;
  if (Math.max(asOf, fetchedAt) > nowMs + MAX_CLOCK_SKEW_MS) return null;
  const kept = source.kept.safeParse(parsed.data.value);
  return kept.success ? { value: kept.data, asOf, fetchedAt, doubts } : null;
}

/** Where an entry stands in its source's windows. `due`: as `stale`, but there is newer data, which calls wait for. */
export function freshness(
  source: Source<unknown>,
  entry: Entry<unknown>,
  nowMs: number,
  scale: number,
): "ok" | "due" | "stale" | "expired" {
  const age = Math.max(0, nowMs - entry.fetchedAt);
  if (age >= (source.freshMs + source.staleMs) * scale) return "expired";
  if (isDue(source, entry, nowMs)) return "due";
  return age < source.freshMs * scale ? "ok" : "stale";
}

/** Whether newer data has been there to read since the entry was read. */
function isDue({ due }: Source<unknown>, { asOf, fetchedAt }: Entry<unknown>, nowMs: number): boolean {
  if (due === undefined) return false;
  const at = "sinceDataMs" in due ? asOf + due.sinceDataMs : fetchedAt + due.sinceReadingMs;
  return fetchedAt < at && at <= nowMs;
}

/** The newer of two entries. */
export const newer = <Value>(a: Entry<Value> | null, b: Entry<Value> | null): Entry<Value> | null =>
  a !== null && (b === null || a.fetchedAt >= b.fetchedAt) ? a : b;

export function toReading<Value>(
  source: Source<Value>,
  entry: Entry<Value>,
  status: "ok" | "stale",
  nowMs: number,
): Reading<Value> {
  return {
    id: source.id,
    provider: source.provider,
    status,
    value: entry.value,
    asOf: new Date(entry.asOf).toISOString(),
    ageSec: Math.max(0, Math.floor((nowMs - entry.asOf) / 1_000)),
    fetchedAt: new Date(entry.fetchedAt).toISOString(),
    detail: null,
    doubts: entry.doubts,
  };
}
