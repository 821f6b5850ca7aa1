import type { Tally } from "@/lib/accuracy/tally";
import { wilson } from "@/lib/accuracy/wilson";

/** Base rates are summed as whole millionths: sums of fractions would depend on their order. */
export const BASE_UNIT = 1e6;

/** A creator's record: of its proved calls, the first on an asset of each UTC day. */
export interface CreatorRecord {
  /** Scored calls, hits, voids, and the sum of base rates. */
  all: Tally;
  /** The same of those that say long or short: only they can weigh a view. */
  directional: Tally;
  /** When the first directional one was published, in milliseconds; null without one. */
  since: number | null;
}

/** Fields of the record's hash. */
export const RECORD_FIELDS = ["n", "hits", "voids", "base", "dn", "dhits", "dbase", "since"] as const;

export function recordFrom(fields: readonly (string | null)[]): CreatorRecord {
  const [n, hits, voids, base, dn, dhits, dbase] = fields.map(Number);
  const since = fields[7] ?? null;
  return {
    all: { n: n ?? 0, hits: hits ?? 0, voids: voids ?? 0, baseSum: (base ?? 0) / BASE_UNIT },
    directional: { n: dn ?? 0, hits: dhits ?? 0, voids: 0, baseSum: (dbase ?? 0) / BASE_UNIT },
    since: since === null ? null : Number(since),
  };
}

/** So many standard deviations must the low end of a record clear its base rate by: as for verdicts. */
const CLEAR_Z = 3;

/** Whether a record is better than what chance and patience buy. */
export function clearsBase({ n, hits, baseSum }: Tally): boolean {
  const interval = wilson(hits, n, CLEAR_Z);
  return interval !== null && interval.low > baseSum / n;
}
