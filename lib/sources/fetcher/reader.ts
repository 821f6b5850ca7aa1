import { keys } from "@/lib/store/keys";
import { openDoubts } from "../doubt";
import { type Reading, type Source, SourceError } from "../source";
import type { Upstream } from "./attempt";
import { createBreaker } from "./breaker";
import { createBuckets } from "./buckets";
import { type Call, openCall, type ReadContext } from "./call";
import { decodeEntry, type Entry, freshness, newer, toReading } from "./cache-entry";
import { refresh, type RefreshParts } from "./refresh";
import { type SourceStore, tryStore } from "./source-store";

/** What a reader is made of; a test hands in its own. */
export interface ReaderParts {
  upstream: Upstream;
  /** Called on use, so that a missing setting is a store that is down and nothing worse. */
  store: () => SourceStore;
  keepAlive: (work: Promise<unknown>) => void;
  timeoutMs: number;
  breakerMs: number;
  windowScale: number;
}

/** A source, or several for the same thing in order of preference: the next is asked only when one does not do. */
type Wanted = Readonly<Record<string, Source<unknown> | readonly Source<unknown>[]>>;

/** A reading for each source; for a list, one for each that was asked, in that order. */
export type Readings<W extends Wanted> = {
  [Name in keyof W]: W[Name] extends readonly Source<infer Value>[]
    ? readonly Reading<Value>[]
    : W[Name] extends Source<infer Value>
      ? Reading<Value>
      : never;
};

/**
 * Reads within twice the time limit of one provider, or as the call's patience is, all together; what is not there by then reads as `timeout`,
 * and serves the next call when it comes. Never throws for a source: its reading says what went wrong.
 */
export type ReadSources = <W extends Wanted>(wanted: W, context: ReadContext) => Promise<Readings<W>>;

/** Values kept in the process: every source of the desks, and the recently read of those that have a key. */
const MAX_ENTRIES = 500;

/**
 * Makes the one fetcher that all desks share. Warm values cost nothing; otherwise one MGET covers all that a desk
 * wants, and each provider is asked at most once a freshness window, however many calls and instances there are.
 */
export function createReader(parts: ReaderParts): ReadSources {
  const memory = new Map<string, Entry<unknown>>();
  const flights = new Map<string, Promise<Entry<unknown>>>();
  const store = tryStore(parts.store);
  const tools: RefreshParts = {
    ...parts,
    breaker: createBreaker(parts.breakerMs),
    buckets: createBuckets(store),
    store,
    baselines: new Map(),
  };

  function remember(source: Source<unknown>, entry: Entry<unknown>): void {
    memory.delete(source.id);
    memory.set(source.id, entry);
    const oldest = memory.keys().next().value;
    if (memory.size > MAX_ENTRIES && oldest !== undefined) memory.delete(oldest);
  }

  /** Joins the refresh under way, or starts one. It outlives the call: what it fetches serves the next. */
  function joinRefresh<Value>(
    source: Source<Value>,
    { context, clock }: Call,
    retrySlow: boolean,
  ): Promise<Entry<Value>> {
    const share = context.bucketShare ?? 1;
    // A call that may use the whole bucket does not share the outcome of one that may not.
    const name = share === 1 ? source.id : `${source.id} by ${share}`;
    const under = flights.get(name);
    if (under !== undefined) return flightOf(source, under);
    const flight = refresh(source, context.now, clock, retrySlow, share, tools)
      .then((entry) => {
        remember(source, entry);
        return entry;
      })
      .finally(() => flights.delete(name));
    flight.catch(() => undefined); // logged where it failed; every waiting call sees the failure too
    flights.set(name, flight);
    parts.keepAlive(flight);
    return flight;
  }

  async function readOne<Value>(
    source: Source<Value>,
    call: Call,
    retrySlow: boolean,
  ): Promise<Reading<Value>> {
    const { context, clock, timeUp } = call;
    const cached = entryOf(source, memory);
    const state = cached === null ? "expired" : freshness(source, cached, clock(), parts.windowScale);
    if (cached !== null && state === "ok") return toReading(source, cached, "ok", clock());
    const flight = joinRefresh(source, call, retrySlow && context.retrySlow !== false);
    const usable = state === "stale" || state === "due" ? cached : null;
    if (usable !== null && state === "stale" && context.stale === "serve")
      return toReading(source, usable, "stale", clock());
    try {
      return toReading(source, await Promise.race([flight, timeUp]), "ok", clock());
    } catch (error) {
      if (usable !== null) return toReading(source, usable, "stale", clock());
      return failedReading(source, error);
    }
  }

  async function readFirst(chain: readonly Source<unknown>[], call: Call): Promise<Reading<unknown>[]> {
    const asked: Reading<unknown>[] = [];
    for (const [i, source] of chain.entries()) {
      const reading = await readOne(source, call, i === chain.length - 1);
      asked.push(reading);
      const tooOld = (reading.ageSec ?? 0) * 1_000 > (source.maxUsableAgeMs ?? Infinity);
      const doubted = openDoubts(reading).length > 0;
      if ((reading.value !== null && !tooOld && !doubted) || call.isOver()) break;
    }
    return asked;
  }

  /** One MGET loads what other instances have read of those sources that are not fresh here. */
  async function warm(wanted: Wanted, nowMs: number): Promise<void> {
    if (parts.windowScale === 0) return;
    const fresh = (source: Source<unknown>): boolean => {
      const entry = memory.get(source.id);
      return entry !== undefined && freshness(source, entry, nowMs, parts.windowScale) === "ok";
    };
    // Of a list, what stands behind a fresh source won't be asked.
    const wanting = Object.values(wanted).flatMap((one) =>
      !isList(one) ? (fresh(one) ? [] : [one]) : one[0] && fresh(one[0]) ? [] : one.filter((s) => !fresh(s)),
    );
    if (wanting.length === 0) return;
    const raw = await tools.store.use<readonly (string | null)[]>(nowMs, [], (store) =>
      store.mget(wanting.map((source) => keys.source(source.id))),
    );
    for (const [i, source] of wanting.entries()) {
      const best = newer(memory.get(source.id) ?? null, decodeEntry(source, raw[i], nowMs));
      if (best !== null) remember(source, best);
    }
  }

  return async (wanted, context) => {
    const call = openCall(context, (context.patience ?? 2) * parts.timeoutMs);
    try {
      await warm(wanted, call.clock());
      const readings = Object.entries(wanted).map(async ([name, one]) => [
        name,
        isList(one) ? await readFirst(one, call) : await readOne(one, call, true),
      ]);
      return readingsOf(wanted, Object.fromEntries(await Promise.all(readings)));
    } finally {
      call.close();
    }
  };
}

const isList = (one: Source<unknown> | readonly Source<unknown>[]): one is readonly Source<unknown>[] =>
  Array.isArray(one);

/** A failed source as its reading. Anything but SourceError is a defect of ours and goes on. */
function failedReading<Value>(source: Source<Value>, error: unknown): Reading<Value> {
  if (!(error instanceof SourceError)) throw error;
  const { id, provider } = source;
  const nothing = { value: null, asOf: null, ageSec: null, fetchedAt: null };
  return { id, provider, status: error.failure, ...nothing, detail: error.message, doubts: [] };
}

// What is filed under a source's id was made by that source: ids are unique, and only `fly` and `warm` file.
const entryOf = <Value>(source: Source<Value>, memory: ReadonlyMap<string, Entry<unknown>>) =>
  (memory.get(source.id) ?? null) as Entry<Value> | null;
const flightOf = <Value>(_source: Source<Value>, flight: Promise<Entry<unknown>>) =>
  flight as Promise<Entry<Value>>;

// Each reading was made from the source, or list of sources, of the same name.
const readingsOf = <W extends Wanted>(_wanted: W, readings: Record<string, unknown>): Readings<W> =>
  readings as Readings<W>;
