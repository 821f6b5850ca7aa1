import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describeFailures, type Failure } from "./failures";
import { REPORT_FILE, type TestReport } from "./test-report";

/** What a stage of the checks came to. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, where the stage's name doesn't say it. */
  failures?: readonly Failure[];
}

/** What a stage came to that could not even tally what it does; its reason is told at once as well. */
const broken = (name: string, error: unknown): Tally => {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`${name}: ${message}`);
  return { passed: 0, failed: 1, skipped: 0, failures: [{ name, message }] };
};

const root = path.resolve(import.meta.dirname, "..");
const bin = (name: string): string => path.join(root, "node_modules", ".bin", name);

/** Runs a program with its output shown, with `settings` added to the environment; resolves to its exit code. */
export const run = (
  command: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<number> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, ...settings };
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });

async function check(name: string, ...args: string[]): Promise<Tally> {
  const ok = (await run(bin(name), args)) === 0;
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** Everything that one file may import from another. */
const CODE = ["app", "lib", "components", "sandbox", "scripts", "bench", "tests", "middleware.ts"] as const;

/** Checks that need nothing but the sources; each counts as one. */
const STATIC_CHECKS: readonly (readonly [name: string, () => Promise<Tally>])[] = [
  ["lock", () => check("tsx", "scripts/complete-lock.ts", "--check")],
  ["format", () => check("prettier", "--check", "--log-level", "warn", ".")],
  ["lint", () => check("eslint", ".", "--max-warnings", "0")],
  ["types", () => check("tsc", "--noEmit", "-p", ".")],
  ["dead code", () => check("knip", "--no-progress")],
  ["arrows", () => check("depcruise", "--config", ".dependency-cruiser.cjs", ...CODE)],
  ["circles", () => check("depcruise", "--config", ".dependency-circles.mjs", ...CODE)],
];

/** How many static checks run at a time: each computes on one core. */
const CHECKS_AT_ONCE = 2;

/** Runs the static checks, side by side: they read the sources and write nothing. */
export async function runStaticChecks(stages: Stages): Promise<void> {
  const left = [...STATIC_CHECKS];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await stages.run(...next);
  };
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, lane));
}

/**
 * Runs one vitest project, and counts its tests; whatever fails outside a test counts as one failure.
 * `workspace`: the folder whose vitest configuration has the project. `shownBy`: the reporters that show the tests.
 */
export async function runTests(
  project: string,
  { workspace = root, shownBy = ["default"] }: { workspace?: string; shownBy?: readonly string[] } = {},
): Promise<Tally> {
  const folder = mkdtempSync(path.join(tmpdir(), "vitest-"));
  const file = path.join(folder, "report.json");
  const reporters = [...shownBy, path.join(root, "scripts/test-report.ts")];
  try {
    const code = await run(
      bin("vitest"),
      ["run", "--root", workspace, "--project", project, ...reporters.map((name) => `--reporter=${name}`)],
      { [REPORT_FILE]: file },
    );
    const { passed, skipped, failures } = JSON.parse(readFileSync(file, "utf8")) as TestReport; // our own format
    if (failures.length === 0 && code !== 0) throw new Error(`vitest ended with ${code}, and no test failed`);
    return { passed, failed: failures.length, skipped, failures };
  } catch (error) {
    return broken(`${project} tests`, error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs stages one after another, tells the seconds of each, and adds up their tallies. */
export class Stages {
  private readonly total: Tally = { passed: 0, failed: 0, skipped: 0 };
  private readonly seconds: string[] = [];
  private readonly failures: Failure[] = [];

  async run(name: string, stage: () => Promise<Tally>): Promise<Tally> {
    console.log(`\n── ${name}`);
    const startedAt = performance.now();
    const tally = await stage().catch((error: unknown) => broken(name, error));
    const took = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
    this.seconds.push(
      `${name.padEnd(14)} ${took.padStart(8)}   ${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ""}`,
    );
    this.total.passed += tally.passed;
    this.total.failed += tally.failed;
    this.total.skipped += tally.skipped;
    this.failures.push(...(tally.failures ?? []));
    return tally;
  }

  /** Prints what failed, the table and the one closing line; sets the exit code. */
  finish(): void {
    const { passed, failed, skipped } = this.total;
    if (this.failures.length > 0) console.log(`\n── what failed\n\n${describeFailures(this.failures)}`);
    console.log(`\n${this.seconds.join("\n")}\n`);
    console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
    process.exitCode = failed === 0 ? 0 : 1;
  }
}
