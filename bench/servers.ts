import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "@/sandbox/ports";
import { readyLine, startComponent, type Component } from "@/sandbox/process";
import { LOG_DIR, ROOT } from "@/sandbox/service";

/** Folders of the Next apps that are measured; each is built, and then served by as many processes as rows need. */
export const APPS = {
  product: ROOT,
  floor: path.join(ROOT, "bench", "floor"),
  peerNext: path.join(ROOT, "bench", "peers", "next"),
  peerProxy: path.join(ROOT, "bench", "peers", "proxy"),
} as const;
export const PEERS = path.join(ROOT, "bench", "peers");

const NEXT = path.join(ROOT, "node_modules", "next", "dist", "bin", "next");
const END_WITH_PARENT = path.join(ROOT, "sandbox", "end-with-parent.mjs");

type Variables = Readonly<Record<string, string>>;

export interface Server {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts what is measured, each in its own process, and ends all of it, whatever happened. */
export class Servers {
  readonly #pieces = new Set<Component>();
  #tool: ChildProcess | undefined;

  /** Runs a program to its end. Throws with the end of its log when it fails. */
  async run(name: string, command: string, args: readonly string[], cwd: string, env: Variables = {}) {
    const logFile = path.join(LOG_DIR, `${name}.log`);
    const log = openSync(logFile, "w");
    const code = await new Promise<number | null>((resolve, reject) => {
      this.#tool = spawn(command, args, {
        cwd,
        env: { ...process.env, ...env },
        stdio: ["ignore", log, log],
      });
      this.#tool.once("error", reject);
      this.#tool.once("exit", resolve);
    });
    this.#tool = undefined;
    closeSync(log);
    if (code !== 0)
      throw new Error(`${name} failed. Its log ends:\n${readFileSync(logFile, "utf8").slice(-3_000)}`);
  }

  /** Next is started in the app's own folder: its configuration's imports are looked up from there. */
  build(name: string, app: string, env: Variables): Promise<void> {
    return this.run(`build-${name}`, process.execPath, [NEXT, "build"], app, {
      ...env,
      NEXT_TELEMETRY_DISABLED: "1",
    });
  }

  /** The official packages, by their own lock file, once. */
  async installPeers(): Promise<void> {
    if (!existsSync(path.join(PEERS, "node_modules"))) await this.run("install-peers", "npm", ["ci"], PEERS);
  }

  next(name: string, app: string, env: Variables): Promise<Server> {
    const args = (port: number): string[] => [
      NEXT,
      "start",
      "--hostname",
      "127.0.0.1",
      "--port",
      String(port),
    ];
    return this.#start(name, args, app, env, (line) => (/Ready in/.test(line) ? {} : null));
  }

  /** The product's other host, as `npm start` runs it, in one process. */
  node(name: string, env: Variables): Promise<Server> {
    const args = ["--enable-source-maps", path.join(ROOT, "dist", "main.mjs")];
    const alone = { ...env, WORKERS: "1", LISTEN_ADDRESS: "127.0.0.1" };
    return this.#start(
      name,
      () => args,
      ROOT,
      alone,
      (line) => (/"event":"listening"/.test(line) ? {} : null),
    );
  }

  /** A server of the peers that is a program of its own; it listens on PORT and says `ready {}`. */
  program(name: string, file: string, env: Variables): Promise<Server> {
    return this.#start(name, () => ["--import", "tsx", path.join(PEERS, file)], ROOT, env, readyLine);
  }

  async #start(
    name: string,
    args: (port: number) => readonly string[],
    cwd: string,
    env: Variables,
    isReady: (line: string) => Record<string, unknown> | null,
  ): Promise<Server> {
    const port = await freePort();
    const component = await startComponent({
      name: `bench-${name}`,
      command: process.execPath,
      args: ["--import", END_WITH_PARENT, ...args(port)],
      env: { ...env, PORT: String(port), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
      cwd,
      logDir: LOG_DIR,
      isReady,
      onUnexpectedExit: (ended, logFile) => console.error(`${ended} ended by itself; see ${logFile}`),
    });
    this.#pieces.add(component);
    const stop = async (): Promise<void> => {
      this.#pieces.delete(component);
      await component.stop();
    };
    return { origin: `http://127.0.0.1:${port}`, pid: component.pid, stop };
  }

  async stopAll(): Promise<void> {
    this.#tool?.kill();
    await Promise.all([...this.#pieces].map((component) => component.stop()));
    this.#pieces.clear();
  }
}
