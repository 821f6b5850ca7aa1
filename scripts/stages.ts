import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** What a stage of the checks came to. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

const root = path.resolve(import.meta.dirname, "..");
const bin = (name: string): string => path.join(root, "node_modules", ".bin", name);

/** Runs a program with its output shown; resolves to its exit code. */
export const run = (command: string, args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });

async function check(name: string, ...args: string[]): Promise<Tally> {
  const ok = (await run(bin(name), args)) === 0;
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** Checks that need nothing but the sources; each counts as one. */
const STATIC_CHECKS: readonly (readonly [name: string, () => Promise<Tally>])[] = [
  ["lock", () => check("tsx", "scripts/complete-lock.ts", "--check")],
  ["format", () => check("prettier", "--check", "--log-level", "warn", ".")],
  ["lint", () => check("eslint", ".", "--max-warnings", "0")],
  ["types", () => check("tsc", "--noEmit", "-p", ".")],
  ["dead code", () => check("knip", "--no-progress")],
  [
    "arrows",
    () =>
      check(
        "depcruise",
        "--config",
        ".dependency-cruiser.cjs",
        "app",
        "lib",
        "components",
        "sandbox",
        "scripts",
        "bench",
        "tests",
        "middleware.ts",
      ),
  ],
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

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

/** Runs one vitest project and counts its tests; a file that could not even be loaded counts as one failure. */
export async function runTests(project: string): Promise<Tally> {
  const folder = mkdtempSync(path.join(tmpdir(), "vitest-"));
  const report = path.join(folder, "report.json");
  try {
    const code = await run(bin("vitest"), [
      "run",
      "--project",
      project,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ]);
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
      readFileSync(report, "utf8"),
    ) as VitestReport; // vitest's own format
    const unloaded = testResults.filter(
      ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
    ).length;
    const failed = numFailedTests + unloaded;
    return {
      passed: numPassedTests,
      failed: failed === 0 && code !== 0 ? 1 : failed,
      skipped: numPendingTests,
    };
  } catch (error) {
    console.error(`${project}: the tests did not report: ${String(error)}`);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs stages one after another, tells the seconds of each, and adds up their tallies. */
export class Stages {
  private readonly total: Tally = { passed: 0, failed: 0, skipped: 0 };
  private readonly seconds: string[] = [];

  async run(name: string, stage: () => Promise<Tally>): Promise<Tally> {
    console.log(`\n── ${name}`);
    const startedAt = performance.now();
    const tally = await stage().catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      return { passed: 0, failed: 1, skipped: 0 };
    });
    const took = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
    this.seconds.push(
      `${name.padEnd(14)} ${took.padStart(8)}   ${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ""}`,
    );
    this.total.passed += tally.passed;
    this.total.failed += tally.failed;
    this.total.skipped += tally.skipped;
    return tally;
  }

  /** Prints the table and the one closing line; sets the exit code. */
  finish(): void {
    const { passed, failed, skipped } = this.total;
    console.log(`\n${this.seconds.join("\n")}\n`);
    console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
    process.exitCode = failed === 0 ? 0 : 1;
  }
}
