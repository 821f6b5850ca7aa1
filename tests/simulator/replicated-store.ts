import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import type { Engine } from "@/sandbox/redis/engine";
import type { SharedSetup } from "./world";

/** Commands that a replica may answer. Scripts are none: whatever they do, they run where writes do. */
const READS = new Set([
  "GET",
  "MGET",
  "HGET",
  "HMGET",
  "HGETALL",
  "ZRANGE",
  "ZSCORE",
  "ZCARD",
  "EXISTS",
  "XRANGE",
]);

/** How a store of several copies differs from one: its copies are so far behind, in milliseconds. */
export interface Replication {
  lagMs: number;
  /** Whether a copy answers reads, which the primary would answer otherwise. */
  readsFromCopy: boolean;
  /** When the primary is gone, since the run's beginning, and the copy takes its place as it is; null for never. */
  failsOverAtMs: number | null;
}

interface Written {
  at: number;
  commands: Buffer[][];
  atomic: boolean;
}

const nameOf = (command: Buffer[]): string => (command[0]?.toString() ?? "").toUpperCase();

/**
 * A setup whose store has a copy that follows the primary by the same commands at the same times, some time later. Of reads
 * after a write of the same client the worst is assumed: no token of the client's makes the copy wait.
 */
export async function replicated(setup: SharedSetup, how: Replication): Promise<SharedSetup> {
  let copyTime: number | null = null;
  const now = (): number => setup.clock.now();
  const copy = await embeddedEngine({ now: () => copyTime ?? now() });
  let began = now();
  let failover: Promise<void> | null = null;
  let behind: Written[] = [];

  async function follow(until: number): Promise<void> {
    while (behind[0] !== undefined && behind[0].at <= until) {
      const [{ at, commands, atomic }] = behind as [Written, ...Written[]]; // the first was just seen
      behind = behind.slice(1);
      copyTime = at;
      const applied = copy.run(commands, atomic);
      copyTime = null;
      await applied;
    }
  }

  async function write(commands: Buffer[][], atomic: boolean) {
    if (commands.some((command) => nameOf(command) === "FLUSHALL")) {
      [began, failover, behind] = [now(), null, []];
      await copy.run(commands, atomic);
      return setup.engine.run(commands, atomic);
    }
    const { failsOverAtMs, lagMs } = how;
    if (failsOverAtMs !== null && now() - began >= failsOverAtMs) {
      failover ??= follow(now() - lagMs);
      await failover;
      return copy.run(commands, atomic);
    }
    behind.push({ at: now(), commands, atomic });
    return setup.engine.run(commands, atomic);
  }

  async function read(commands: Buffer[][], atomic: boolean) {
    await (failover ?? follow(now() - how.lagMs));
    return copy.run(commands, atomic);
  }

  const isRead = (commands: Buffer[][]): boolean => commands.every((command) => READS.has(nameOf(command)));
  const close = (): void => copy.close();
  const engine: Engine = { run: write, close };
  const served: Engine = {
    run: (commands, atomic) => (how.readsFromCopy && isRead(commands) ? read : write)(commands, atomic),
    close,
  };
  return { ...setup, engine, served };
}
