import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

export const ROOT = path.resolve(import.meta.dirname, "..");

/** A program of a package that is installed. */
export const bin = (name: string): string => path.join(ROOT, "node_modules", ".bin", name);

export interface ProgramOptions {
  /** Added to the environment. */
  settings?: Readonly<Record<string, string>>;
  /** Shown before each line, for programs that run side by side. */
  label?: string;
  /** Runs at low priority: for what has no deadlines, beside what has some. */
  lowPriority?: boolean;
  /** Called with each line of the output. */
  onLine?: (line: string) => void;
}

/** How much less of the processor a gentle program gets than another one: about a tenth. */
const GENTLE = 10;

function commandLine(
  command: string,
  args: readonly string[],
  lowPriority: boolean,
): [string, readonly string[]] {
  if (!lowPriority || process.platform === "win32") return [command, args];
  return ["nice", ["-n", String(GENTLE), command, ...args]];
}

/** Runs a program in the project's folder with its output shown; resolves to its exit code once all output is there. */
export const run = (
  command: string,
  args: readonly string[],
  { settings = {}, label, lowPriority = false, onLine }: ProgramOptions = {},
): Promise<number> =>
  new Promise((resolve, reject) => {
    const [program, words] = commandLine(command, args, lowPriority);
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
