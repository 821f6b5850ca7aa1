import type { SourceStatus } from "@/lib/catalog/intel/envelope";
import type { Reading } from "@/lib/sources/source";

interface Provenance {
  id: string;
  status: SourceStatus;
  asOf: string | null;
  ageSec: number | null;
}

/** Every source that was asked, with how that went. */
export const provenanceOf = (readings: readonly Reading<unknown>[]): Provenance[] =>
  readings.map(({ id, status, asOf, ageSec }) => ({ id, status, asOf, ageSec }));

/** The providers behind `used`, each once, in the order of the answer. */
export const providersOf = (used: readonly Reading<unknown>[]): string[] => [
  ...new Set(used.map(({ provider }) => provider)),
];

/** One note a source that gave nothing, in our words. */
export const failuresOf = (readings: readonly Reading<unknown>[]): string[] =>
  readings
    .filter(({ value }) => value === null)
    .map(({ id, status, detail }) => `${id}: ${status}${detail === null ? "" : `, ${detail}`}.`);

/** The oldest of the times; `otherwise` when there is none. All are ISO 8601 in UTC, so they sort as text. */
export const oldest = (times: readonly (string | null)[], otherwise: Date): string =>
  known(times)[0] ?? otherwise.toISOString();

/** The newest of the times; `otherwise` when there is none. */
export const newest = (times: readonly (string | null)[], otherwise: Date): string =>
  known(times).at(-1) ?? otherwise.toISOString();

const known = (times: readonly (string | null)[]): string[] => times.filter((time) => time !== null).sort();
