import { spawn, type ChildProcess } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** One running piece of the sandbox: its own process, with its own log. */
export interface Component {
  name: string;
  pid: number;
  /** What the piece said of itself when it was ready. */
  ready: Record<string, unknown>;
  logFile: string;
  stop(): Promise<void>;
}

export interface ComponentOptions {
  name: string;
  command: string;
  args: readonly string[];
  env?: Readonly<Record<string, string | undefined>>;
  cwd: string;
  logDir: string;
  /** Reads one line of output; returns what the piece says of itself once it is ready. */
  isReady(line: string): Record<string, unknown> | null;
  timeoutMs?: number;
  /** Called when the piece ends although nobody asked it to. */
  onUnexpectedExit?(name: string, logFile: string): void;
}

/** The sandbox's own pieces announce themselves by one line: `ready {…}`. */
export function readyLine(line: string): Record<string, unknown> | null {
  return line.startsWith("ready ")
    ? (JSON.parse(line.slice("ready ".length)) as Record<string, unknown>)
    : null; // our own processes write an object
}

const STOP_GRACE_MS = 4_000;

function stopProcess(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  child.stdin?.end();
  child.kill("SIGTERM");
  const kill = setTimeout(() => child.kill("SIGKILL"), STOP_GRACE_MS);
  return exited.then(() => clearTimeout(kill));
}

const lastLines = (file: string): string =>
  readFileSync(file, "utf8").trimEnd().split("\n").slice(-12).join("\n");

/** Starts a piece and waits until it is ready. Throws with the end of its log when it is not. */
export async function startComponent(options: ComponentOptions): Promise<Component> {
  const { name, command, args, env, cwd, logDir, isReady, timeoutMs = 60_000, onUnexpectedExit } = options;
  mkdirSync(logDir, { recursive: true });
  const logFile = path.join(logDir, `${name}.log`);
  const log = createWriteStream(logFile);
  // An open standard input tells the child that its parent lives; it ends itself when that closes.
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.stdin.on("error", () => undefined); // it may have ended already
  child.stderr.pipe(log, { end: false });

  let stopping = false;
  const ready = await new Promise<Record<string, unknown>>((resolve, reject) => {
    let rest = "";
    const fail = (why: string) =>
      setTimeout(() => reject(new Error(`${name} ${why}. Its log ends:\n${lastLines(logFile)}`)), 50);
    const timer = setTimeout(() => fail(`was not ready after ${timeoutMs / 1000} s`), timeoutMs);
    child.stdout.on("data", (chunk: Buffer) => {
      log.write(chunk);
      const lines = (rest + chunk.toString()).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const said = isReady(line);
        if (said === null) continue;
        clearTimeout(timer);
        resolve(said);
      }
    });
    child.once("error", (error) => fail(`could not be started: ${error.message}`));
    child.once("exit", (code) => fail(`ended with code ${code}`));
  }).catch(async (error: unknown) => {
    await stopProcess(child, exited);
    throw error;
  });

  child.once("exit", () => {
    if (!stopping) onUnexpectedExit?.(name, logFile);
  });
  return {
    name,
    pid: child.pid ?? 0,
    ready,
    logFile,
    stop: () => {
      stopping = true;
      return stopProcess(child, exited);
    },
  };
}
