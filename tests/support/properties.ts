/**
 * How often a property is tried. An ordinary one PROPERTY_RUNS times, 100 unless that is set; one whose inputs need more
 * to be covered, or that takes long, a stated multiple of it. The inputs are the same in each run, so that a commit passes
 * or fails for what it changed; PROPERTY_SEED=random draws new ones, and a property that fails tells the seed that repeats
 * its run.
 */
import fc from "fast-check";

const number = (name: string, takes = "a whole number"): number | undefined => {
  const text = process.env[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value)) throw new Error(`${name} takes ${takes}, not ${text}`);
  return value;
};

const RUNS = number("PROPERTY_RUNS") ?? 100;
if (RUNS < 1) throw new Error("PROPERTY_RUNS takes a number from 1");

const newInputs = process.env.PROPERTY_SEED === "random";
const seed = newInputs ? {} : { seed: number("PROPERTY_SEED", "a whole number or random") ?? 1 };
fc.configureGlobal({ numRuns: RUNS, ...seed });

/** For a property that is tried `factor` times as often as an ordinary one. */
export const runs = (factor: number): { numRuns: number } => ({
  numRuns: Math.max(1, Math.round(RUNS * factor)),
});
