import type { Failure } from "./failures";

/** What a stage of the checks came to. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, where the stage's name doesn't say it. */
  failures?: readonly Failure[];
}

/** What a stage came to that could not even tally what it does; its reason is told at once as well. */
export function broken(name: string, error: unknown): Tally {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`${name}: ${message}`);
  return { passed: 0, failed: 1, skipped: 0, failures: [{ name, message }] };
}

const count = (n: number, what: string): string => (n > 0 ? `, ${n} ${what}` : "");

/** As the one closing line says it. */
export const formatTally = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${count(skipped, "skipped")}`;

const CLOSING_LINE = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/;

/** What a closing line says; null for any other line. */
export function parseTally(line: string): Tally | null {
  const [, passed, failed, skipped = 0] = CLOSING_LINE.exec(line) ?? [];
  if (passed === undefined) return null;
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}
