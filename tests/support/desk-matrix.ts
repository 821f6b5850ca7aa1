import type * as z from "zod";
import { answerSchemaOf } from "@/lib/catalog/answers.checked";
import type { RouteEntry } from "@/lib/catalog/define";
import type { Detail } from "@/lib/catalog/intel/detail";
import { MIN_COVERAGE } from "@/lib/catalog/intel/coverage";
import { type Desk, type DeskEntry, deskWith } from "@/lib/desks/desk";
import type { Judged } from "@/lib/desks/sell";
import type { Handler } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import type { Fault } from "@/sandbox/upstream/faults/fault";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { type World, world } from "@/sandbox/upstream/world";
import { noStore, reader } from "../fixtures/test-source";

/** What every answer says of itself, as the matrix looks at it. */
export interface Answered extends Judged {
  method: string;
  sources: readonly string[];
  provenance: readonly (Judged["provenance"][number] & { id: string })[];
  notes: readonly string[];
}

/** A desk and a request to it, as the matrix runs them. */
export interface DeskCase {
  name: string;
  /** The route that sells it. */
  label: string;
  /** How long a place is waited for that keeps its callers waiting. */
  patienceMs: number;
  /** The answer, already checked against the desk's own output. Throws what the desk throws. */
  ask(read: ReadSources, now: Date, detail?: Detail): Promise<Answered>;
}

/** Enough for a desk that reads a dozen places, while others do the same. */
const PATIENCE_MS = 1_000;

/** A route whose answer says how much it rests on. */
type JudgedEntry = RouteEntry<string, z.ZodType, Judged>;

/** A case of a route whose handler is made over a reader. */
export function routeCase<E extends JudgedEntry>(
  name: string,
  entry: E,
  handlerOver: (read: ReadSources) => Handler<E>,
  input: z.input<E["input"]>,
  { patienceMs = PATIENCE_MS }: { patienceMs?: number } = {},
): DeskCase {
  return {
    name,
    label: entry.label,
    patienceMs,
    async ask(read, now, detail = "full") {
      const context = { now, signal: new AbortController().signal, headers: new Headers() };
      // By that very schema; in full unless asked otherwise, so that every source is told of.
      const parsed = entry.input.parse({ ...(input as object), detail }) as z.output<E["input"]>;
      const { answer } = await handlerOver(read)(parsed, context);
      answerSchemaOf(entry).parse(answer);
      return answer as Answered; // that is what the envelope asks of every output
    },
  };
}

export const deskCase = <E extends DeskEntry, Inputs>(
  name: string,
  desk: Desk<E, Inputs>,
  input: z.input<E["input"]>,
  options: { patienceMs?: number } = {},
): DeskCase => routeCase(name, desk.entry, deskWith(desk), input, options);

/** The moment of the simulated market in which the matrix asks: a Wednesday afternoon in New York. */
export const NOW = new Date("2026-10-07T18:30:00Z");
/** How long a place is waited for that answers or fails at once, on a machine that may be very busy. */
const LONG_MS = 30_000;
/** Of the simulated market, so that a desk with a key can name something in it. */
export const SEED = 7;

export const DOWN: Fault = { kind: "down" };

/** Each way in which a provider fails, at limits short enough to try them all. */
export const FAILURES: Readonly<Record<string, Fault>> = {
  slow: { kind: "slow", ms: 60_000 }, // nobody waits for that
  down: DOWN,
  "429": { kind: "status", status: 429, retryAfterSec: 5 },
  "403": { kind: "status", status: 403 },
  "451": { kind: "status", status: 451 },
  "500": { kind: "status", status: 500 },
  html: { kind: "html" },
  empty: { kind: "empty" },
  truncated: { kind: "truncated" },
  oversized: { kind: "oversized", bytes: 42 << 20 },
  endless: { kind: "endless" },
  drip: { kind: "drip", everyMs: 100 },
};

/**
 * Which faults apply to which places, `<host>` or `<host>/<path>` with `*` for anything; of several that fit the last counts. A
 * number says how many requests it applies to: the next are answered.
 */
export type Faults = Readonly<Record<string, Fault | readonly [Fault, times: number]>>;

/** What came of one request while places failed. */
export interface Outcome {
  sold: boolean;
  coverage: number;
  /** Of every source that was asked. */
  provenance: Answered["provenance"];
  /** Their statuses, each once. */
  statuses: string[];
  /** What was said to be missing; empty for a sold answer. */
  missing: readonly unknown[];
  /** Null for a refusal. */
  answer: Answered | null;
}

const MARKET: World = {
  ...world({ seed: SEED, protocolRows: 100, now: () => NOW.getTime() }),
  made: new Map(),
};

/** The simulated market at that moment, with the faults of its places. */
export async function openMarket(faults: Faults = {}): Promise<Upstream> {
  const upstream = await startUpstream({ port: 0, world: MARKET });
  for (const [match, one] of Object.entries(faults)) {
    const [fault, times] = "kind" in one ? [one] : one;
    upstream.setFault(match, fault, times);
  }
  return upstream;
}

const readerOf = (upstream: Upstream, timeoutMs: number): ReadSources =>
  reader({ origin: upstream.url, store: noStore, timeoutMs, breakerMs: 0 });

/** Whether all that it does is to keep its callers waiting. */
export const isWaiting = ({ kind }: Fault): boolean => kind === "slow" || kind === "drip";

const placesAsked = (upstream: Upstream): string[] =>
  [...new Set(upstream.requests().map(({ host, path }) => `${host}${path}`))].sort();

/** The places (`<host>/<path>`) that a desk reads while everything works. Throws when it can't sell even then. */
export async function placesOf({ name, ask }: DeskCase): Promise<string[]> {
  const upstream = await openMarket();
  try {
    const answer = await ask(readerOf(upstream, LONG_MS), NOW);
    if (answer.coverage < MIN_COVERAGE) throw new Error(`${name}: coverage ${answer.coverage} in good times`);
    return placesAsked(upstream);
  } finally {
    await upstream.close();
  }
}

/**
 * Asks a desk while places fail, and tells what it made of it and which places it asked. Throws anything but an answer
 * of the desk's own shape and `data_unavailable`.
 */
export async function askWhile(
  { ask, patienceMs }: DeskCase,
  faults: Faults,
): Promise<Outcome & { places: string[] }> {
  const upstream = await openMarket(faults);
  const waits = Object.values(faults).some((one) => "kind" in one && isWaiting(one));
  try {
    const answer = await ask(readerOf(upstream, waits ? patienceMs : LONG_MS), NOW);
    const { coverage, provenance } = answer;
    return {
      ...reported({ coverage, provenance }),
      sold: true,
      missing: [],
      answer,
      places: placesAsked(upstream),
    };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "data_unavailable") throw error;
    const { missing, ...judged } = error.options.details as unknown as Told & { missing: readonly unknown[] }; // what `sell` puts there
    return { ...reported(judged), sold: false, missing, answer: null, places: placesAsked(upstream) };
  } finally {
    await upstream.close();
  }
}

type Told = Pick<Answered, "coverage" | "provenance">;

const reported = ({ coverage, provenance }: Told): Told & Pick<Outcome, "statuses"> => ({
  coverage,
  provenance,
  statuses: [...new Set(provenance.map(({ status }) => status))],
});

/** A place that is read only while others are down. */
export interface Fallback {
  place: string;
  /** What is down then. */
  behind: Faults;
}

const hostOf = (place: string): string => place.slice(0, place.indexOf("/"));
/** A place that names several tokens is the same place with other tokens in it. */
const kindOf = (place: string): string => place.replace(/[^/]*,.*$/, "*");

/**
 * The places that a desk reads only when others fail, each with the first failure that leads to it. They are found by
 * trying: every place down, every host down, and then again with what was found there.
 */
export async function fallbacksOf(desk: DeskCase): Promise<Fallback[]> {
  const places = await placesOf(desk);
  const seen = new Set(places.map(kindOf));
  const found: Fallback[] = [];
  let tries: Faults[] = [...new Set(places.flatMap((place) => [place, `${hostOf(place)}/*`]))].map(
    (match) => ({ [match]: DOWN }),
  );
  while (tries.length > 0) {
    const next: Faults[] = [];
    for (const behind of tries) {
      const asked = await askWhile(desk, behind);
      const fresh = asked.places.filter((place) => !seen.has(kindOf(place)));
      for (const place of fresh) {
        seen.add(kindOf(place));
        found.push({ place, behind });
      }
      for (const match of new Set(fresh.flatMap((place) => [place, `${hostOf(place)}/*`])))
        next.push({ ...behind, [match]: DOWN });
    }
    tries = next;
  }
  return found;
}
