/**
 * How a process is told to end, and what the first process and its workers tell each other.
 */
import { setTimeout as sleep } from "node:timers/promises";

/** Sent by the first process: answer "pong"; drain; close the port now. */
export type Word = "ping" | "drain" | "close";

export const PONG = "pong";

/** systemd, npm and terminals send the same signal several times at once. */
const SAME_SIGNAL_MS = 1_000;

export interface Ending {
  /** Resolves when the process is told to end. */
  readonly drain: Promise<void>;
  /** Resolves when it is told again: the port closes without waiting for DRAIN_SECONDS. */
  readonly close: Promise<void>;
}

/** Returns a promise of nothing, and the function that resolves it. */
export function event(): { happened: Promise<void>; happen: () => void } {
  let happen = (): void => undefined;
  const happened = new Promise<void>((resolve) => (happen = resolve));
  return { happened, happen };
}

/**
 * Returns the ending of this process. SIGTERM, SIGINT and SIGHUP begin it. A second signal that comes at least a second later
 * closes the port, but not of a worker: there only the first process's word does.
 */
export function onTold(isWorker: boolean): Ending {
  const drain = event();
  const close = event();
  const begin = (word: "drain" | "close"): void => {
    drain.happen();
    if (word === "close") close.happen();
  };
  let toldAt: number | undefined;
  const told = (): void => {
    const isAgain = toldAt !== undefined && performance.now() - toldAt >= SAME_SIGNAL_MS;
    toldAt ??= performance.now();
    begin(isAgain && !isWorker ? "close" : "drain");
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, told);
  if (isWorker)
    process.on("message", (word: unknown) => {
      if (word === "ping") process.send?.(PONG);
      if (word === "drain" || word === "close") begin(word);
    });
  return { drain: drain.happened, close: close.happened };
}

/** Resolves after `drainMs`, or earlier when the process is told again. */
export async function drained({ close }: Ending, drainMs: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([close, sleep(drainMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}
