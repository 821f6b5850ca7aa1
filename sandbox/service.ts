import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { HOST_BUNDLE } from "@/scripts/host-bundle";
import type { Host } from "./options";
import { startComponent, type Component } from "./process";

export const ROOT = path.resolve(import.meta.dirname, "..");
/** What a sandbox writes; another folder lets a second one run beside the first. */
export const STATE_DIR = path.resolve(ROOT, process.env.SANDBOX_DIR ?? ".sandbox");
export const LOG_DIR = path.join(STATE_DIR, "logs");
/** Where everything in the running sandbox is (`World`). */
export const WORLD_FILE = path.join(STATE_DIR, "world.json");

const NEXT = path.join(ROOT, "node_modules", "next", "dist", "bin", "next");

/** `next build` with the service's settings, since its pages are rendered then. Throws with the end of its log. */
export async function buildService(env: Readonly<Record<string, string>>): Promise<void> {
  mkdirSync(LOG_DIR, { recursive: true });
  const logFile = path.join(LOG_DIR, "build.log");
  const log = openSync(logFile, "w");
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn("npm", ["run", "--silent", "build"], {
      cwd: ROOT,
      env: { ...process.env, ...env, NEXT_TELEMETRY_DISABLED: "1" },
      stdio: ["ignore", log, log],
    });
    child.once("error", reject);
    child.once("exit", resolve);
  });
  closeSync(log);
  if (code !== 0)
    throw new Error(`next build failed. Its log ends:\n${readFileSync(logFile, "utf8").slice(-3_000)}`);
}

export interface ServiceOptions {
  port: number;
  env: Readonly<Record<string, string>>;
  host?: Host;
  /** What plain Node runs, where that is not the build's own bundle. */
  bundle?: string;
  /** Name of its log: several instances may run of one build. */
  name?: string;
  onUnexpectedExit?(name: string, logFile: string): void;
}

/** How each host is started on a port of this machine alone, and the line by which it says that it serves. */
const HOSTS: Readonly<
  Record<
    Host,
    (port: string, bundle: string) => { args: string[]; env: Record<string, string>; serves: RegExp }
  >
> = {
  next: (port) => ({
    args: [NEXT, "start", "--hostname", "127.0.0.1", "--port", port],
    env: {},
    serves: /Ready in/,
  }),
  node: (port, bundle) => ({
    args: ["--enable-source-maps", bundle],
    env: { PORT: port, LISTEN_ADDRESS: "127.0.0.1", WORKERS: "1" },
    serves: /"event":"listening"/,
  }),
  vercel: (port) => ({
    args: [path.join(ROOT, "tests/peers/vercel/host/main.mjs"), process.env.VERCEL_OUTPUT ?? "", port],
    env: { VERCEL: "1" },
    serves: /^ready /,
  }),
};

/** One instance of the build that is there. */
export function startService({
  port,
  env,
  host = "next",
  bundle = path.join(ROOT, HOST_BUNDLE),
  name = "service",
  onUnexpectedExit,
}: ServiceOptions): Promise<Component> {
  const how = HOSTS[host](String(port), bundle);
  return startComponent({
    name,
    command: process.execPath,
    args: ["--import", path.join(ROOT, "sandbox", "end-with-parent.mjs"), ...how.args],
    env: { ...how.env, ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    cwd: ROOT,
    logDir: LOG_DIR,
    isReady: (line) => (how.serves.test(line) ? {} : null),
    ...(onUnexpectedExit === undefined ? {} : { onUnexpectedExit }),
  });
}
