import { readFileSync, statSync } from "node:fs";
import type { World } from "@/sandbox/world";
import { post, startInstance } from "../support/service";

/** One process of the service. */
export interface Instance {
  id: string;
  pid: number;
  origin: string;
  logFile: string;
}

/**
 * The instances of one slot: one that serves, as a load balancer would choose it, and another in reserve, so that
 * nobody waits for a start when the first one dies or stands still.
 */
export interface Fleet {
  /** Which instance the client finds now. */
  serving(): Promise<Instance>;
  /** Whether an instance has served at all: what one in reserve does for itself is nobody's call. */
  hasServed(id: string): boolean;
  kill(id: string): void;
  pause(id: string): void;
  /** Another, fresh instance serves from now on. */
  replace(): Promise<void>;
  /** Resumes paused instances. True when there was one. */
  resume(): boolean;
  /** Waits until one serves and another is in reserve, and ends those that were woken. */
  restock(): Promise<void>;
  /** Marks the place in the logs from which `log` and `answered` tell. */
  markLogs(): void;
  log(): string;
  /** Resolves when an instance has ended so many calls of the route; at once when it was killed. Throws when it never does. */
  answered(id: string, calls: number): Promise<void>;
  close(): Promise<void>;
}

/** The route that all cases buy. */
export const PATH = "/api/svc-intel-tvl";
/** Longer than any call may take. */
const ANSWERED_BY_MS = 90_000;
const POLL_MS = 20;
/** Names of logs are used again, so that a long run leaves few files. */
const LOG_NAMES = 6;

/** `environment` makes an instance's settings: its messages carry its name. */
export function startFleet(
  world: World,
  name: string,
  environment: (instance: string) => Record<string, string>,
): Fleet {
  let started = 0;
  let serving: Promise<Instance>;
  const reserve: Promise<Instance>[] = [];
  const served = new Set<string>();
  const alive = new Map<string, Instance>();
  const still = new Set<Instance>();
  /** Woken again: they finish what they were at, and serve nobody else. */
  const retired: Instance[] = [];
  /** Each instance's log, and from which byte on it belongs to the case. */
  let logs: { id: string; file: string; from: number }[] = [];

  async function boot(): Promise<Instance> {
    started += 1;
    const id = `${name}${started}`;
    const log = `faults-${name}-${started % LOG_NAMES}`;
    const { pid, origin, logFile } = await startInstance(world, log, environment(id));
    const instance = { id, pid, origin, logFile };
    alive.set(id, instance);
    logs.push({ id, file: logFile, from: 0 });
    // Reads the route's code in, which an instance does with its first call; no payment is looked at.
    await (await post({ origin, path: PATH, payment: "none" })).arrayBuffer();
    return instance;
  }

  function promote(): void {
    serving = reserve.shift() ?? boot();
    serving = serving.then((instance) => {
      served.add(instance.id);
      return instance;
    });
    serving.catch(() => undefined); // whoever asks for the origin hears of it
    if (reserve.length === 0) stock();
  }
  function stock(): void {
    const booting = boot();
    booting.catch(() => undefined); // whoever takes it hears of it
    reserve.push(booting);
  }
  promote();

  function running(id: string): Instance {
    const instance = alive.get(id);
    if (instance === undefined) throw new Error(`${id} does not run`);
    return instance;
  }
  function end({ id, pid }: Instance): void {
    alive.delete(id);
    process.kill(pid, "SIGKILL");
  }

  const linesOf = (wanted: (id: string) => boolean): { id: string; line: string }[] =>
    logs
      .filter(({ id }) => wanted(id))
      .flatMap(({ id, file, from }) =>
        readFileSync(file)
          .subarray(from)
          .toString()
          .split("\n")
          .filter((line) => line.startsWith("{"))
          .map((line) => ({ id, line })),
      );

  return {
    serving: () => serving,
    hasServed: (id) => served.has(id),
    kill(id) {
      end(running(id));
      promote();
    },
    pause(id) {
      const instance = running(id);
      process.kill(instance.pid, "SIGSTOP");
      still.add(instance);
      promote();
    },
    async replace() {
      const old = await serving;
      promote();
      await serving;
      end(old);
    },
    resume() {
      const woken = still.size > 0;
      for (const instance of still) {
        process.kill(instance.pid, "SIGCONT");
        retired.push(instance);
      }
      still.clear();
      return woken;
    },
    async restock() {
      await serving;
      if (reserve.length === 0) stock();
      retired.splice(0).forEach(end);
      await Promise.all(reserve);
    },
    markLogs() {
      logs = logs
        .filter(({ id }) => alive.has(id))
        .map(({ id, file }) => ({ id, file, from: statSync(file).size }));
    },
    log: () =>
      linesOf(() => true)
        .map(({ id, line }) => `${id} ${line}`)
        .join("\n"),
    async answered(id, calls) {
      const isEnd = ({ line }: { line: string }): boolean =>
        line.includes('"event":"call",') && line.includes(`"route":"${PATH}"`);
      for (const deadline = Date.now() + ANSWERED_BY_MS; alive.has(id);) {
        if (linesOf((other) => other === id).filter(isEnd).length >= calls) return;
        if (Date.now() > deadline) throw new Error(`${id} has not ended its ${calls} calls`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    async close() {
      await Promise.allSettled([serving, ...reserve]);
      for (const instance of alive.values()) end(instance);
    },
  };
}
