import type * as z from "zod";
import type { Doubt } from "./doubt";
import type { SourceStatus } from "@/lib/catalog/intel/answers/envelope";

/** Why a source gave no value. */
export type Failure = Exclude<SourceStatus, "ok" | "stale">;

interface SourceErrorOptions {
  /** How long the provider asked to be left alone. */
  retryAfterMs?: number;
  /** An outage that a second attempt may get past. */
  transient?: boolean;
  cause?: unknown;
}

/** The message is for the log and the notes: what was wrong, never what the provider wrote. */
export class SourceError extends Error {
  override name = "SourceError";

  constructor(
    readonly failure: Failure,
    message: string,
    readonly options: SourceErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
  }
}

/** Where a source reads, always over https; `path` is as sent, already percent-encoded. */
export interface Address {
  host: string;
  path: string;
  query?: Readonly<Record<string, string>>;
  /** With one the request is a POST of this text, as JSON. */
  body?: string;
  /** Headers that only this request's moment or settings know, such as a key. */
  headers?: Readonly<Record<string, string>>;
}

/** How often a provider may be asked, over all instances. */
export interface Bucket {
  /** Names it in the store: sources of one provider share it. */
  name: string;
  /** The provider's limit. Never more than that many requests leave in any minute. */
  perMinute: number;
}

/** What is kept of an answer, and the time of the data itself where the provider gives one. */
export interface Reduced<Value> {
  value: Value;
  asOf: Date | null;
  /** What of the answer is not believed; absent: nothing. */
  doubts?: readonly Doubt[];
}

/** How far a figure may move between two readings; a move beyond is doubted until something settles it. */
export interface Step {
  /** Largest moves by the time between the data of both, shortest first, as shares: 0.1 is 10 %. None: any move may be. */
  most: readonly { withinMs: number; up: number; down: number }[];
  /** How long a doubted figure must stand, over three readings or more, to be believed with a note. */
  holdMs: number;
  /** How long that note and its half credit last. */
  noteMs: number;
  /** Set where `most` are differences and no shares, as for a figure that may be 0 or change its sign. */
  byDifference?: true;
  /** Set for a number of rows: what is doubted then is the list. */
  counts?: true;
  /** Set where a list that had the figure must go on having it: what is doubted without it. */
  lasting?: "row" | "list";
}

/**
 * Reads a body, already limited in size, and reduces it. `contentType`: the header's, where it has one. Throws SourceError `schema`,
 * `suspect_empty` or `implausible`.
 */
export type Answer<Value> = (
  body: AsyncIterable<Uint8Array>,
  now: Date,
  contentType?: string | null,
) => Promise<Reduced<Value>>;

/** One thing that is read from one provider. */
export interface Source<Value> {
  /** Names it in caches, locks, logs and provenance. */
  id: string;
  /** Raised whenever the kept value changes shape or meaning: older cached values are then ignored. */
  version: number;
  /** The provider's name for people. */
  provider: string;
  address(now: Date): Address;
  headers?: Readonly<Record<string, string>>;
  /** What the answer must look like, and what is kept of it. */
  answer: Answer<Value>;
  /** Shape of the kept value. What comes back from the shared cache is parsed with it. */
  kept: z.ZodType<Value>;
  /** How long a value serves as new. */
  freshMs: number;
  /** How much longer it may serve as stale. */
  staleMs: number;
  /**
   * When there is newer data: so long after the time of the kept data, or after it was read. A call that would serve stale data waits
   * for a reading then, and serves the old only if that fails. Without it, stale data is served at once.
   */
  due?: { sinceDataMs: number } | { sinceReadingMs: number };
  /** Data older than this is passed over, as a failure is, when another source stands behind this one. */
  maxUsableAgeMs?: number;
  /** Figures of a value that the next reading is compared with, by names of our own or of the list's rows. `asOfMs`: of the value. */
  baseline?(value: Value, asOfMs: number): Readonly<Record<string, number>>;
  /** The rule for each of those figures, by its last value if it had one; undefined: it may do what it likes. */
  steps?(figure: string, last: number | undefined): Step | undefined;
  /** Largest accepted body, in bytes after decompression. */
  maxBytes: number;
  /**
   * Statuses by which the provider says that it knows nothing of what was asked for, and what is kept then: an
   * answer like any other, that no breaker counts.
   */
  absent?: { statuses: readonly number[]; value: Value };
  /**
   * What its requests are counted in; sources that a caller's own words multiply need one. A function where the limit
   * follows from a setting.
   */
  bucket?: Bucket | (() => Bucket);
  /** Further hosts that a redirect may lead to; those of the same registrable domain always may. */
  redirectHosts?: readonly string[];
}

/** How reading a source went. `value` is null exactly when `status` is a failure. */
export interface Reading<Value> {
  id: string;
  provider: string;
  status: SourceStatus;
  value: Value | null;
  /** Time of the data itself where the provider gives one, else when it was read; ISO 8601. */
  asOf: string | null;
  /** Age of the data at the time of the call, in seconds. */
  ageSec: number | null;
  fetchedAt: string | null;
  /** Why there is no value, in words for the log. */
  detail: string | null;
  /** What of the value is not believed. A desk says each, and lets none of its figures into the answer. */
  doubts: readonly Doubt[];
}

/** Data dated further ahead than this is a clock or a unit gone wrong, on their side or ours. */
export const MAX_CLOCK_SKEW_MS = 5 * 60_000;
