import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

export const ROOT = path.resolve(import.meta.dirname, "..");

/** A program of a package that is installed. */
export const bin = (name: string): string => path.join(ROOT, "node_modules", ".bin", name);

/** `low`: about a tenth of what an ordinary program gets of the processor. `spare`: what others leave of it. */
export type Priority = "low" | "spare";

export interface ProgramOptions {
  /** Added to the environment. */
  settings?: Readonly<Record<string, string>>;
  /** Shown before each line, for programs that run side by side. */
  label?: string;
  /** Runs behind others: for what has no deadlines, beside what has some. */
  priority?: Priority | undefined;
  /** Called with each line of the output. */
  onLine?: (line: string) => void;
}

const NICENESS: Readonly<Record<Priority, number>> = { low: 10, spare: 19 };

function commandLine(
  command: string,
  args: readonly string[],
  priority: Priority | undefined,
): [string, readonly string[]] {
  if (priority === undefined || process.platform === "win32") return [command, args];
  return ["nice", ["-n", String(NICENESS[priority]), command, ...args]];
}

/** Runs a program in the project's folder with its output shown; resolves to its exit code once all output is there. */
export const run = (
  command: string,
  args: readonly string[],
  { settings = {}, label, priority, onLine }: ProgramOptions = {},
): Promise<number> =>
  new Promise((resolve, reject) => {
    const [program, words] = commandLine(command, args, priority);
    const child = spawn(program, words, {
      cwd: ROOT,
      env: { ...process.env, ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const show = (from: Readable, to: NodeJS.WriteStream): void => {
      createInterface({ input: from }).on("line", (line) => {
        to.write(`${label === undefined ? "" : `${label.padEnd(12)} │ `}${line}\n`);
        onLine?.(line);
      });
    };
    show(child.stdout, process.stdout);
    show(child.stderr, process.stderr);
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
