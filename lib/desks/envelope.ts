import type { Envelope, SourceStatus } from "@/lib/catalog/intel/answers/envelope";
import { doubtNote } from "@/lib/sources/doubt";
import type { Reading } from "@/lib/sources/source";
import { type BlockTimes, timesApart } from "./block-times";

interface Provenance {
  id: string;
  status: SourceStatus;
  asOf: string | null;
  ageSec: number | null;
}

/** Every source that was asked, with how that went. */
const provenanceOf = (readings: readonly Reading<unknown>[]): Provenance[] =>
  readings.map(({ id, status, asOf, ageSec }) => ({ id, status, asOf, ageSec }));

/** The providers behind `used`, each once, in the order of the answer. */
const providersOf = (used: readonly Reading<unknown>[]): string[] => [
  ...new Set(used.map(({ provider }) => provider)),
];

/** One note a source that gave nothing, in our words. */
const failuresOf = (readings: readonly Reading<unknown>[]): string[] =>
  readings
    .filter(({ value }) => value === null)
    .map(({ id, status, detail }) => `${id}: ${status}${detail === null ? "" : `, ${detail}`}.`);

/** One note for each doubt on what was read: no figure is left out without one. */
const doubtsOf = (readings: readonly Reading<unknown>[]): string[] =>
  readings.flatMap(({ provider, doubts }) => doubts.map((one) => doubtNote(provider, one)));

/** The oldest of the times; `otherwise` when there is none. All are ISO 8601 in UTC, so they sort as text. */
const oldest = (times: readonly (string | null)[], otherwise: Date): string =>
  known(times)[0] ?? otherwise.toISOString();

/** The newest of the times; `otherwise` when there is none. */
export const newest = (times: readonly (string | null)[], otherwise: Date): string =>
  known(times).at(-1) ?? otherwise.toISOString();

const known = (times: readonly (string | null)[]): string[] => times.filter((time) => time !== null).sort();

interface EnvelopeFields {
  /** The answer in one line: figures, tickers and addresses, no stranger's words. */
  summary: string;
  /** Version of the method, as in docs/method.md. */
  method: string;
  /** Every source that was asked. */
  asked: readonly Reading<unknown>[];
  /** Those whose data is in the answer. */
  used: readonly Reading<unknown>[];
  coverage: number;
  /** Promised parts that can't exist for this subject, or that the request switched off: they don't count. */
  notApplicable?: readonly string[];
  /** Time of the data as a whole; the oldest of `used` unless the desk has a better word. */
  dataAsOf?: string;
  /** Blocks that rest on a part of `used`, and carry no time of their own. */
  blocks?: BlockTimes;
  /** Whether a part is past its freshness, beyond what the readings themselves say. */
  stale?: boolean;
  /** What the desk says itself; a line for each source that gave nothing follows. */
  notes: readonly string[];
}

const MAX_SUMMARY = 300;

/** A summary that says so where it was cut. */
export const oneLine = (summary: string): string =>
  summary.length <= MAX_SUMMARY ? summary : `${summary.slice(0, MAX_SUMMARY - 1)}…`;

/** The fields that every intel answer carries beside its own. */
export function envelopeOf<Kind extends string>(
  { label }: { label: Kind },
  { summary, method, asked, used, coverage, notApplicable = [], stale, notes, ...times }: EnvelopeFields,
  now: Date,
): Envelope<Kind> {
  const {
    blocks = {},
    dataAsOf = oldest(
      used.map(({ asOf }) => asOf),
      now,
    ),
  } = times;
  const asOf = timesApart(blocks, dataAsOf);
  return {
    summary: oneLine(summary),
    kind: label,
    ok: true,
    dataAsOf,
    ...(Object.keys(asOf).length > 0 && { asOf }),
    sources: providersOf(used),
    provenance: provenanceOf(asked),
    coverage,
    ...(notApplicable.length > 0 && { notApplicable: [...notApplicable] }),
    stale: stale === true || used.some(({ status }) => status === "stale"),
    method,
    notes: [...notes, ...doubtsOf(asked), ...failuresOf(asked)],
  };
}
