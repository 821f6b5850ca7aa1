import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describeFailures, type Failure } from "./failures";
import { bin, type Priority, ROOT, run } from "./program";
import { broken, parseTally, formatTally, type Tally } from "./tally";
import { REPORT_FILE, type TestReport } from "./test-report";

interface TestsOptions {
  /** The folder whose vitest configuration has the projects. */
  workspace?: string;
  /** The reporters that show the tests. */
  shownBy?: readonly string[];
  settings?: Readonly<Record<string, string>>;
  /** Only these of the projects' files. */
  files?: readonly string[];
  priority?: Priority;
}

/** Runs vitest projects (`*` in a name is any text), and counts their tests; whatever fails outside a test counts as one failure. */
export async function runTests(
  projects: string,
  { workspace = ROOT, shownBy = ["default"], settings = {}, files = [], priority }: TestsOptions = {},
): Promise<Tally> {
  const folder = mkdtempSync(path.join(tmpdir(), "vitest-"));
  const file = path.join(folder, "report.json");
  const reporters = [...shownBy, path.join(ROOT, "scripts/test-report.ts")];
  try {
    const code = await run(
      bin("vitest"),
      [
        "run",
        ...files,
        "--root",
        workspace,
        "--project",
        projects,
        ...reporters.map((name) => `--reporter=${name}`),
      ],
      { settings: { ...settings, [REPORT_FILE]: file }, label: projects, priority },
    );
    const { passed, skipped, failures } = JSON.parse(readFileSync(file, "utf8")) as TestReport; // our own format
    if (failures.length === 0 && code !== 0) throw new Error(`vitest ended with ${code}, and no test failed`);
    return { passed, failed: failures.length, skipped, failures };
  } catch (error) {
    return broken(`${projects} tests`, error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lines of a program that are shown of its failure: its last ones before the closing line. */
const LAST_LINES = 15;

/** Runs a program whose last line is a closing line, "N passed, N failed", and takes that for its tally. */
export async function runProgram(
  name: string,
  command: string,
  args: readonly string[],
  { priority }: { priority?: Priority } = {},
): Promise<Tally> {
  let lines: string[] = [];
  const onLine = (line: string): void => {
    if (line.trim() !== "") lines = [...lines, line].slice(-LAST_LINES - 1);
  };
  const code = await run(command, args, { label: name, priority, onLine });
  const closing = parseTally(lines.at(-1) ?? "");
  if (closing === null) return broken(name, new Error(`it ended with ${code} and without a closing line`));
  if (closing.failed === 0 && code !== 0)
    return broken(name, new Error(`it ended with ${code}, and nothing had failed`));
  if (closing.failed === 0) return closing;
  return { ...closing, failures: [{ name, message: lines.slice(0, -1).join("\n") }] };
}

const secondsOf = (ms: number): string => (ms / 1000).toFixed(1);

/** Runs stages, some of them side by side, reports the seconds of each, and adds up their tallies. */
export class Stages {
  private readonly total = { passed: 0, failed: 0, skipped: 0 };
  private readonly rows: string[] = [];
  private readonly failures: Failure[] = [];
  private readonly startedAt = performance.now();

  async run(name: string, stage: () => Promise<Tally>): Promise<Tally> {
    console.log(`\n── ${name}`);
    const from = performance.now();
    const tally = await stage().catch((error: unknown) => broken(name, error));
    const now = performance.now();
    const took = `${secondsOf(now - from)} s`.padStart(8);
    const when = `${secondsOf(from - this.startedAt)} to ${secondsOf(now - this.startedAt)} s`.padStart(18);
    this.rows.push(`${name.padEnd(14)} ${took}  ${when}   ${formatTally(tally)}`);
    console.log(`\n── ${name}: ${formatTally(tally)}`);
    this.total.passed += tally.passed;
    this.total.failed += tally.failed;
    this.total.skipped += tally.skipped;
    this.failures.push(...(tally.failures ?? []));
    return tally;
  }

  /** Prints what failed, the table and the one closing line; sets the exit code. */
  finish(): void {
    if (this.failures.length > 0) console.log(`\n── what failed\n\n${describeFailures(this.failures)}`);
    const all = `${secondsOf(performance.now() - this.startedAt)} s`.padStart(8);
    console.log(`\n${this.rows.join("\n")}\n${"all together".padEnd(14)} ${all}\n`);
    console.log(formatTally(this.total));
    process.exitCode = this.total.failed === 0 ? 0 : 1;
  }
}
