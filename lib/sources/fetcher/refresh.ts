import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { MAX_CLOCK_SKEW_MS, type Reduced, type Source, SourceError } from "../source";
import { accept } from "./answer";
import { attempt, type Upstream } from "./attempt";
import type { Breaker } from "./breaker";
import type { Buckets } from "./buckets";
import { decodeEntry, encodeEntry, type Entry, freshness, toEntry } from "./cache-entry";
import { type Baseline, BASELINE_TTL_MS, decodeBaseline, judged } from "./continuity";
import type { TriedStore, Written } from "./source-store";

export interface RefreshParts {
  upstream: Upstream;
  breaker: Breaker;
  buckets: Buckets;
  store: TriedStore;
  /** What each source's next reading is compared with, by its id: the shared cache may be off, or down. */
  baselines: Map<string, Baseline>;
  timeoutMs: number;
  windowScale: number;
}

/** A source that is read for one wallet or token is logged without its address: who asks for which address is private. */
const nameless = (text: string): string =>
  text.replace(/0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44}/g, "…");

/** Sources whose baselines a process remembers. */
const MOST_BASELINES = 500;
/** Waits between looks at what another instance is fetching. */
const POLL_MS = [50, 100, 200, 400] as const;
/** How much longer than the fetch itself a lock lasts. */
const LOCK_GRACE_MS = 1_000;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const isOutage = ({ failure }: SourceError): boolean =>
  failure === "timeout" ||
  failure === "network" ||
  failure === "http_error" ||
  failure === "rate_limited" ||
  failure === "geo_blocked";

/**
 * Gets a source's value from its provider, once across instances: the instance that takes the lock asks; the others wait
 * shortly for what the first writes, then ask themselves. Throws SourceError.
 *
 * `retrySlow`: whether a time-out is worth a second attempt; not so when another source stands behind this one.
 * `share`: the part of its provider's bucket that may be used.
 */
export async function refresh<Value>(
  source: Source<Value>,
  now: Date,
  clock: () => number,
  retrySlow: boolean,
  share: number,
  parts: RefreshParts,
): Promise<Entry<Value>> {
  const key = keys.source(source.id);
  const lock = keys.sourceLock(source.id);
  const owner = crypto.randomUUID();
  const { store, timeoutMs, windowScale } = parts;
  const shared = windowScale > 0; // at 0 every call asks, so there is nothing to share
  const fresh = (raw: string | null | undefined): Entry<Value> | null => {
    const entry = decodeEntry(source, raw, clock());
    return entry !== null && freshness(source, entry, clock(), windowScale) === "ok" ? entry : null;
  };

  const claim = shared
    ? await store.use(clock(), null, (redis) =>
        redis.acquire(lock, owner, 2 * timeoutMs + LOCK_GRACE_MS, key),
      )
    : null;
  const give = async (): Promise<void> => {
    if (claim?.owned) await store.use(clock(), undefined, (redis) => redis.release(lock, owner));
  };

  const written = fresh(claim?.current);
  if (written !== null) {
    await give();
    return written;
  }
  if (claim?.owned === false) {
    const theirs = await awaitWinner(key, lock, timeoutMs / 2, clock, store, fresh);
    if (theirs !== null) return theirs;
  }

  try {
    const reduced = await fetchGuarded(source, now, clock, retrySlow, share, parts);
    // What is sold first must be no other than what the cache would take back.
    const read = toEntry({ ...reduced, value: accept(source.kept, reduced.value) }, clock());
    const { entry, written } = await compared(source, read, clock, shared, parts);
    if (shared) {
      const ttlMs = Math.ceil((source.freshMs + source.staleMs) * windowScale);
      const value = encodeEntry(source, entry);
      await store.use(clock(), undefined, (redis) =>
        redis.publish([{ key, value, ttlMs }, ...written], lock, owner),
      );
    }
    return entry;
  } catch (error) {
    await give();
    throw error;
  }
}

/** The entry with its doubts against the last reading of any instance, and the baseline to write for the next. */
async function compared<Value>(
  source: Source<Value>,
  read: Entry<Value>,
  clock: () => number,
  shared: boolean,
  { store, baselines, upstream: { origin = "web" } }: RefreshParts,
): Promise<{ entry: Entry<Value>; written: Written[] }> {
  if (source.steps === undefined) return { entry: read, written: [] };
  const key = keys.sourceBaseline(source.id);
  const [raw] = shared
    ? await store.use<readonly (string | null)[]>(clock(), [], (redis) => redis.mget([key]))
    : [];
  const before = decodeBaseline(raw, origin) ?? baselines.get(source.id) ?? null;
  const { entry, baseline } = judged(source, read, before, origin);
  baselines.delete(source.id);
  baselines.set(source.id, baseline);
  const oldest = baselines.keys().next().value;
  if (baselines.size > MOST_BASELINES && oldest !== undefined) baselines.delete(oldest);
  return { entry, written: [{ key, value: JSON.stringify(baseline), ttlMs: BASELINE_TTL_MS }] };
}

/** What the lock's holder writes, or null when it gives up, or takes longer than `patienceMs`. */
async function awaitWinner<Value>(
  key: string,
  lock: string,
  patienceMs: number,
  clock: () => number,
  store: TriedStore,
  fresh: (raw: string | null | undefined) => Entry<Value> | null,
): Promise<Entry<Value> | null> {
  const until = clock() + patienceMs;
  for (let poll = 0; clock() < until; poll++) {
    await wait(Math.min(POLL_MS[poll] ?? 400, Math.max(1, until - clock())));
    const [raw, holder] = await store.use<readonly (string | null)[]>(clock(), [null, null], (redis) =>
      redis.mget([key, lock]),
    );
    const entry = fresh(raw);
    if (entry !== null || (holder ?? null) === null) return entry;
  }
  return null;
}

/** The provider's answer past both breakers: the host's for outages, the source's own for answers that are wrong. */
async function fetchGuarded<Value>(
  source: Source<Value>,
  now: Date,
  clock: () => number,
  retrySlow: boolean,
  share: number,
  parts: RefreshParts,
): Promise<Reduced<Value>> {
  const { host } = source.address(now);
  const bucket = typeof source.bucket === "function" ? source.bucket() : source.bucket;
  const mayAsk = async (): Promise<boolean> =>
    bucket === undefined || parts.buckets.take(bucket, share, clock());
  const once = async (): Promise<Reduced<Value>> => {
    const reduced = await attempt(source, new Date(clock()), parts.timeoutMs, parts.upstream);
    const ahead = (reduced.asOf?.getTime() ?? 0) - clock();
    if (Number.isNaN(ahead)) throw new SourceError("schema", "data is dated by what is no time");
    if (ahead > MAX_CLOCK_SKEW_MS)
      throw new SourceError("schema", `data is dated ${Math.round(ahead / 1_000)} s ahead of the clock`);
    return reduced;
  };
  const twice = async (): Promise<Reduced<Value>> => {
    const started = clock();
    try {
      return await once();
    } catch (error) {
      const slow = clock() - started > parts.timeoutMs / 2;
      const again = error instanceof SourceError && error.options.transient === true && (retrySlow || !slow);
      if (!again || !(await mayAsk())) throw error;
      return once();
    }
  };
  const logged = async (): Promise<Reduced<Value>> => {
    try {
      return await twice();
    } catch (error) {
      const failure = error instanceof SourceError ? error.failure : "unknown";
      log.warn("source.failed", { source: nameless(source.id), failure, error: nameless(describe(error)) });
      throw error;
    }
  };
  if (!(await mayAsk())) throw new SourceError("rate_limited", "as often as may be in a minute was asked");
  const { breaker } = parts;
  return breaker.guard(
    `source ${source.id}`,
    clock,
    (error) => !isOutage(error),
    () => breaker.guard(`host ${host}`, clock, isOutage, logged),
  );
}
