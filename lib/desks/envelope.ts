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

const times = (used: readonly Reading<unknown>[]): string[] =>
  used.flatMap(({ asOf }) => (asOf === null ? [] : [asOf])).sort();

/** The oldest time of the data in `used`; `otherwise` when nothing is. */
export const oldest = (used: readonly Reading<unknown>[], otherwise: Date): string =>
  times(used)[0] ?? otherwise.toISOString();

/** The newest time of the data in `used`; `otherwise` when nothing is. */
export const newest = (used: readonly Reading<unknown>[], otherwise: Date): string =>
  times(used).at(-1) ?? otherwise.toISOString();
