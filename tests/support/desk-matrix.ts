import type { Desk, DeskEntry } from "@/lib/desks/desk";
import { MIN_COVERAGE } from "@/lib/catalog/intel/envelope";
import { ApiError } from "@/lib/http/api-error";
import { deskWith } from "@/lib/desks/desk";
import type { Judged } from "@/lib/desks/sell";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import type { Fault } from "@/sandbox/upstream/faults/fault";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import type * as z from "zod";
import { noStore, reader } from "../fixtures/test-source";

/** A desk and a request to it, as the matrix runs them. */
export interface DeskCase {
  name: string;
  /** The answer, already checked against the desk's own output. Throws what the desk throws. */
  ask(read: ReadSources, now: Date): Promise<Judged>;
}

export function deskCase<E extends DeskEntry, Inputs>(
  name: string,
  desk: Desk<E, Inputs>,
  input: z.input<E["input"]>,
): DeskCase {
  return {
    name,
    async ask(read, now) {
      const context = { now, signal: new AbortController().signal, headers: new Headers() };
      const parsed = desk.entry.input.parse(input) as z.output<E["input"]>; // by that very schema
      const { answer } = await deskWith(desk)(read)(parsed, context);
      desk.entry.output.parse(answer);
      return answer as Judged; // that is what DeskEntry asks of every output
    },
  };
}

/** The moment of the simulated market in which the matrix asks: a Wednesday afternoon in New York. */
export const NOW = new Date("2026-10-07T18:30:00Z");
const TIMEOUT_MS = 400;
/** Of the simulated market, so that a desk with a key can name something in it. */
export const SEED = 7;

/** Each way in which a provider fails, at limits short enough to try them all. */
export const FAILURES: Readonly<Record<string, Fault>> = {
  slow: { kind: "slow", ms: 3 * TIMEOUT_MS },
  down: { kind: "down" },
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

/** What came of one request while one place failed in one way. */
export interface Outcome {
  sold: boolean;
  coverage: number;
  /** Statuses of the sources that were asked, each once. */
  statuses: string[];
  /** What was said to be missing; empty for a sold answer. */
  missing: readonly unknown[];
}

const openMarket = (): Promise<Upstream> =>
  startUpstream({ port: 0, seed: SEED, protocolRows: 300, now: () => NOW.getTime() });

const readerOf = (upstream: Upstream): ReadSources =>
  reader({ origin: upstream.url, store: noStore, timeoutMs: TIMEOUT_MS, breakerMs: 0 });

/** The places (`<host>/<path>`) that a desk reads while everything works. Throws when it can't sell even then. */
export async function placesOf({ name, ask }: DeskCase): Promise<string[]> {
  const upstream = await openMarket();
  try {
    const answer = await ask(reader({ origin: upstream.url, store: noStore, timeoutMs: 5_000 }), NOW);
    if (answer.coverage < MIN_COVERAGE) throw new Error(`${name}: coverage ${answer.coverage} in good times`);
    return [...new Set(upstream.requests().map(({ host, path }) => `${host}${path}`))].sort();
  } finally {
    await upstream.close();
  }
}

/** Asks a desk while `place` fails. Throws anything but an answer of the desk's own shape and `data_unavailable`. */
export async function askWhile({ ask }: DeskCase, place: string, fault: Fault): Promise<Outcome> {
  const upstream = await openMarket();
  upstream.setFault(place, fault);
  try {
    const { coverage, provenance } = await ask(readerOf(upstream), NOW);
    return { sold: true, coverage, statuses: statusesOf(provenance), missing: [] };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "data_unavailable") throw error;
    const { coverage, provenance, missing } = error.options.details as unknown as Omit<Judged, "stale"> & {
      missing: readonly unknown[];
    }; // what `sell` puts there
    return { sold: false, coverage, statuses: statusesOf(provenance), missing };
  } finally {
    await upstream.close();
  }
}

const statusesOf = (provenance: Judged["provenance"]): string[] => [
  ...new Set(provenance.map(({ status }) => status)),
];
