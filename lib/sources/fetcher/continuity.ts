import * as z from "zod";
import type { Doubt } from "../doubt";
import type { Source, Step } from "../source";
import type { Entry } from "./cache-entry";

/** Readings that must give the same figure before it is believed for having stood. */
const READINGS_HELD = 3;
/** How close such readings lie. */
const SAME = 0.02;

const figure = z.object({ value: z.number(), at: z.int() });
const baseline = z.object({
  /** Where the readings came from: a replayed day is never held against a live one. */
  origin: z.string(),
  /** The last believed value of each figure, and the time of its data in milliseconds. */
  figures: z.record(z.string(), figure),
  /** Figures that are doubted: the last value, when it was first read, and how often. */
  waiting: z.record(z.string(), z.object({ value: z.number(), since: z.int(), readings: z.int() })),
  /** Figures that were believed for having stood: what they were before, and until when a note says so. */
  held: z.record(z.string(), z.object({ from: z.number(), until: z.int() })),
});
/** What the next reading of a source is compared with. */
export type Baseline = z.infer<typeof baseline>;

/** How long a baseline is kept. */
export const BASELINE_TTL_MS = 7 * 86_400_000;

/** A baseline as the shared cache gave it back; null for anything else, and for another origin's. */
export function decodeBaseline(raw: string | null | undefined, origin: string): Baseline | null {
  if (raw === null || raw === undefined) return null;
  try {
    const parsed = baseline.safeParse(JSON.parse(raw));
    return parsed.success && parsed.data.origin === origin ? parsed.data : null;
  } catch {
    return null; // whatever it is, it is no baseline; this reading begins another
  }
}

/** Whether a move is more than the step allows for the time between the data of both. */
function isTooFar(step: Step, from: z.infer<typeof figure>, to: z.infer<typeof figure>): boolean {
  const limit = step.most.find(({ withinMs }) => Math.abs(to.at - from.at) <= withinMs);
  if (limit === undefined) return false;
  const difference = to.value - from.value;
  if (step.byDifference === true) return difference > limit.up || difference < -limit.down;
  if (from.value === 0 || to.value === 0) return from.value !== to.value;
  const moved = to.value / from.value - 1;
  return moved > limit.up || moved < -limit.down;
}

/** Whether two readings of a doubted figure are of one level. */
function isSame(step: Step, waited: number, value: number): boolean {
  if (step.byDifference === true) return Math.abs(value - waited) <= (step.most[0]?.up ?? 0);
  return Math.abs(value / waited - 1) <= SAME;
}

/**
 * Compares an entry's figures with the baseline: gives the entry with its doubts, and the baseline for the next. A figure
 * that moved too far is doubted and never becomes the baseline, until it stood for its hold time.
 */
export function judged<Value>(
  source: Source<Value>,
  entry: Entry<Value>,
  before: Baseline | null,
  origin: string,
): { entry: Entry<Value>; baseline: Baseline } {
  const { steps, baseline: figuresOf } = source;
  const next: Baseline = { origin, figures: {}, waiting: {}, held: {} };
  if (steps === undefined || figuresOf === undefined) return { entry, baseline: next };
  const found = figuresOf(entry.value, entry.asOf);
  const doubts: Doubt[] = [];
  for (const [name, value] of Object.entries(found)) {
    const from = before?.figures[name];
    const step = steps(name, from?.value);
    if (step === undefined) continue;
    const to = { value, at: entry.asOf };
    const held = before?.held[name];
    if (from === undefined || !isTooFar(step, from, to)) {
      next.figures[name] = to;
      if (held === undefined || held.until <= entry.fetchedAt) continue;
      next.held[name] = held;
      doubts.push(heldDoubt(name, value, held.from));
      continue;
    }
    const waited = before?.waiting[name];
    const same = waited !== undefined && isSame(step, waited.value, value);
    const waiting = same
      ? { value, since: waited.since, readings: waited.readings + 1 }
      : { value, since: entry.fetchedAt, readings: 1 };
    if (waiting.readings >= READINGS_HELD && entry.fetchedAt - waiting.since >= step.holdMs) {
      next.figures[name] = to;
      next.held[name] = { from: from.value, until: entry.fetchedAt + step.noteMs };
      doubts.push(heldDoubt(name, value, from.value));
    } else {
      next.figures[name] = from;
      next.waiting[name] = waiting;
      doubts.push(jump(name, value, from.value, step));
    }
  }
  for (const [name, from] of Object.entries(before?.figures ?? {})) {
    const { lasting, holdMs = 0 } = steps(name, from.value) ?? {};
    if (name in found || lasting === undefined) continue;
    const waited = before?.waiting[name];
    const waiting = {
      value: 0,
      since: waited?.since ?? entry.fetchedAt,
      readings: (waited?.readings ?? 0) + 1,
    };
    if (waiting.readings >= READINGS_HELD && entry.fetchedAt - waiting.since >= holdMs) continue;
    next.figures[name] = from;
    next.waiting[name] = waiting;
    doubts.push({
      path: name,
      rule: "list",
      scope: lasting,
      got: null,
      want: "missing, and the last list had it",
    });
  }
  return { entry: { ...entry, doubts: [...entry.doubts, ...doubts] }, baseline: next };
}

const digits = (value: number): number => Number(value.toPrecision(6));

const jump = (path: string, got: number, from: number, { counts }: Step): Doubt => ({
  ...{ path, rule: counts ? "list" : "continuity", scope: "field", got },
  want: `${digits(from)} in the last reading`,
});

const heldDoubt = (path: string, got: number, from: number): Doubt => ({
  ...{ path, rule: "continuity", scope: "field", got, settled: "held" },
  want: `changed from ${digits(from)} and stayed`,
});
