import { type ChildProcess, spawn } from "node:child_process";
import { access, constants, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Engine } from "./engine";
import { redisEngine } from "./redis-engine";

const SERVERS = ["redis-server", "valkey-server"];
const START_TIMEOUT_MS = 5_000;

/** Waits for its input to end, which it does when the process that started it is gone, however it went. */
const CLEANER = 'read -r _; kill "$1" 2>/dev/null; rm -rf "$2"';

/** A Redis server's program on the PATH, if there is one. */
export async function findRedisServer(searchPath: string): Promise<string | undefined> {
  for (const name of SERVERS)
    for (const folder of searchPath.split(path.delimiter).filter(Boolean)) {
      const file = path.join(folder, name);
      const runnable = await access(file, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (runnable) return file;
    }
  return undefined;
}

export interface RunningRedis {
  engine: Engine;
  /** Settles when the server has ended, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

async function connect(socket: string, server: ChildProcess): Promise<Engine> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      return await redisEngine(socket);
    } catch (failure) {
      if (server.exitCode !== null || server.signalCode !== null || Date.now() > deadline) throw failure;
      await sleep(10);
    }
  }
}

/**
 * Starts a Redis server of our own: on a unix socket in a new folder, nothing written to disk, gone with us.
 * @throws Error when it does not come up
 */
export async function startRedisServer(program: string): Promise<RunningRedis> {
  const folder = await mkdtemp(path.join(tmpdir(), "redis-"));
  const socket = path.join(folder, "redis.sock");
  const options = { port: "0", unixsocket: socket, dir: folder, save: "", appendonly: "no" };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const server = spawn(program, flags, { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => {
    server.once("exit", () => resolve());
    server.once("error", () => resolve());
  });
  const cleaner = spawn("/bin/sh", ["-c", CLEANER, "cleaner", String(server.pid), folder], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  cleaner.once("error", (failure) =>
    console.error(`nothing will clean up after a crash: ${failure.message}`),
  );
  async function stop(): Promise<void> {
    server.kill();
    await ended;
    cleaner.kill();
    await rm(folder, { recursive: true, force: true });
  }
  try {
    const engine = await connect(socket, server);
    return { engine, ended, stop: () => (engine.close(), stop()) };
  } catch (failure) {
    await stop();
    throw new Error(`${program} did not start`, { cause: failure });
  }
}
