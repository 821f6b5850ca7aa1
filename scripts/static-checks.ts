import { bin, run } from "./program";
import type { Stages } from "./stages";
import type { Tally } from "./tally";

/** What a check that reads file by file remembers of unchanged files; `npm ci` empties the folder. */
const remembering = (name: string): readonly string[] => [
  ...["--cache", "--cache-strategy", "content"],
  ...["--cache-location", `node_modules/.cache/${name}/files`],
];

/** Whose dependencies have rules: of the tests' there are none but that they resolve, and make no circles. */
const RULED = ["app", "host", "lib", "components", "sandbox", "scripts", "bench", "middleware.ts"];

type Check = readonly [name: string, program: string, args: readonly string[]];

/**
 * The compiler that checks types, by its place: lint and libraries still need the one before it, which has the same name.
 * On one core it takes a third of the processor's time of the other, and more on several, which check the same twice.
 */
const TYPE_CHECKER = "../typescript-7/bin/tsc";

/** Checks that need nothing but the sources, the longest first; each counts as one. */
const CHECKS: readonly Check[] = [
  ["lint", "eslint", [".", "--max-warnings", "0", ...remembering("eslint")]],
  ["format", "prettier", ["--check", "--log-level", "warn", ".", ...remembering("prettier")]],
  ["arrows", "depcruise", ["--config", ".dependency-cruiser.cjs", ...RULED]],
  ["circles", "depcruise", ["--config", ".dependency-circles.mjs", ...RULED, "tests"]],
  ["dead code", "knip", ["--no-progress"]],
  ["lock", "tsx", ["scripts/complete-lock.ts", "--check"]],
];

/** The only check that time alone makes fail: tests of old sources are only warned. */
const curatedLists = (isOverdueAllowed: boolean): Check => [
  "curated lists",
  "tsx",
  ["scripts/curated-lists.ts", ...(isOverdueAllowed ? ["--warn"] : [])],
];

/** It reads the types that a build writes, too, so no build may be under way. */
const TYPES: Check = [
  "types",
  TYPE_CHECKER,
  ["--noEmit", "--incremental", "false", "--singleThreaded", "-p", "."],
];

async function check([name, program, args]: Check): Promise<Tally> {
  const code = await run(bin(program), args, { label: name, priority: "low" });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** How many run at a time: each computes on one core. */
const AT_ONCE = 2;

/**
 * Runs the static checks, side by side: they read the sources and write nothing.
 * @param built resolves when no build is under way
 * @param isOverdueAllowed whether curated lists whose review is overdue pass, with a warning
 */
export async function runStaticChecks(
  stages: Stages,
  built: Promise<unknown>,
  isOverdueAllowed: boolean,
): Promise<void> {
  const left = [...CHECKS, curatedLists(isOverdueAllowed)];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const one = next;
      await stages.run(one[0], () => check(one));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  await built;
  await stages.run(TYPES[0], () => check(TYPES));
}
