import { attempt, type Upstream } from "@/lib/sources/fetcher/attempt";
import { type Reduced, SourceError } from "@/lib/sources/source";
import type { Probe } from "./probes";
import { longestIn, watching } from "./seen";

export const ALARMS = ["unreachable", "schema", "zero_yield", "stale"] as const;
export type Alarm = (typeof ALARMS)[number];

/** What reading a source live showed. */
export interface Look {
  id: string;
  provider: string;
  host: string;
  alarm: Alarm | null;
  /** How the reading failed, or what is wrong with what was read. */
  detail: string | null;
  /** Things that our desks can use, of how many rows the answer held; null where that can't be told. */
  parsed: number | null;
  seen: number | null;
  /** Age of the data by its own time, in seconds; null where the provider gives none. */
  ageSec: number | null;
}

/** Failures by which a provider answered, and not as agreed. */
const MISREAD = new Set(["schema", "too_large"]);

/** Reads one source from its provider, past every cache. Never throws for what the provider does. */
async function look(
  { source, yieldOf, maxAgeMs }: Probe,
  upstream: Upstream,
  timeoutMs: number,
  now: Date,
): Promise<Look> {
  const { id, provider } = source;
  const named = { id: id.split(":")[0] ?? id, provider, host: source.address(now).host };
  const nothing = { parsed: null, seen: null, ageSec: null };
  const { fetch, seen } = watching(upstream.fetch);
  let reduced: Reduced<unknown>;
  try {
    reduced = await attempt(source, now, timeoutMs, { ...upstream, fetch });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { failure, message } = error;
    const detail = `${failure}: ${message}`;
    if (failure === "suspect_empty") return { ...named, ...nothing, alarm: "zero_yield", detail, parsed: 0 };
    return { ...named, ...nothing, alarm: MISREAD.has(failure) ? "schema" : "unreachable", detail };
  }
  const { value, asOf } = reduced;
  const parsed = yieldOf === undefined ? longestIn(value) : yieldOf(value as never, now); // as its source made it
  const ageMs = asOf === null ? null : Math.max(0, now.getTime() - asOf.getTime());
  const found = { ...named, parsed, seen: seen(), ageSec: ageMs === null ? null : Math.floor(ageMs / 1_000) };
  if (!source.kept.safeParse(value).success)
    return { ...found, alarm: "schema", detail: "what was made of it is not what is kept" };
  if (parsed === 0) return { ...found, alarm: "zero_yield", detail: "nothing of it can be used" };
  if (maxAgeMs !== undefined && ageMs !== null && ageMs > maxAgeMs)
    return { ...found, alarm: "stale", detail: `older than ${maxAgeMs / 3_600_000} hours` };
  return { ...found, alarm: null, detail: null };
}

/** So many providers are read at a time. */
const AT_ONCE = 8;

/** Reads every probe, some at a time, and keeps their order. */
export async function lookAt(
  probes: readonly Probe[],
  upstream: Upstream,
  timeoutMs: number,
  now: () => Date,
): Promise<Look[]> {
  const looks: Look[] = [];
  const left = [...probes.entries()];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [i, probe] = next;
      looks[i] = await look(probe, upstream, timeoutMs, now());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return looks;
}
