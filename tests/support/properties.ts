/**
 * How often a property is tried. An ordinary one PROPERTY_RUNS times, 100 unless that is set; one whose inputs need more
 * to be covered, or that takes long, a stated multiple of it. PROPERTY_SEED repeats a run: a property that fails tells
 * its seed.
 */
import fc from "fast-check";

const number = (name: string): number | undefined => {
  const text = process.env[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value)) throw new Error(`${name} takes a whole number, not ${text}`);
  return value;
};

const RUNS = number("PROPERTY_RUNS") ?? 100;
const seed = number("PROPERTY_SEED");
if (RUNS < 1) throw new Error("PROPERTY_RUNS takes a number from 1");

fc.configureGlobal({ numRuns: RUNS, ...(seed === undefined ? {} : { seed }) });

/** For a property that is tried `factor` times as often as an ordinary one. */
export const runs = (factor: number): { numRuns: number } => ({
  numRuns: Math.max(1, Math.round(RUNS * factor)),
});
