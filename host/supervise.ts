/**
 * Keeps workers running. A worker that ends is started again; a worker that hangs is killed first.
 */
import cluster, { type Worker } from "node:cluster";
import { keepAlive } from "@/lib/http/keep-alive";
import { log } from "@/lib/http/log";
import { sendAlarms } from "@/lib/store/alarms";
import { type Ending, event, PONG, type Word } from "./ending";
import type { HostSettings } from "./settings";

/** Unanswered pings after which a worker hangs: one that serves, and one that still loads its files. */
const MISSES = { serving: 3, starting: 20 } as const;
/** A worker that served this long didn't end because of its start, in milliseconds. */
const STEADY_MS = 30_000;
const LONGEST_WAIT_MS = 30_000;
/** With no worker left, so many failed starts end the service. */
const MAX_FAILED_STARTS = 5;

interface Watched {
  readonly worker: Worker;
  /** `performance.now()` when it listened; undefined before. */
  listenedAt?: number;
  unanswered: number;
}

const tell = ({ worker }: Watched, word: Word): void => {
  // Its `exit` event says why a closed channel took no message.
  if (worker.isConnected()) worker.send(word, () => undefined);
};

/** Returns the wait before a start, in milliseconds, after so many short lives in a row. */
const backOff = (shortLives: number): number =>
  shortLives === 0 ? 0 : Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** (shortLives - 1));

/** Resolves when the last worker has ended: the process was told to end, or no worker starts. */
export async function supervise(
  { workers, pingMs }: Pick<HostSettings, "workers" | "pingMs">,
  ending: Ending,
): Promise<void> {
  const running = new Set<Watched>();
  const waiting = new Set<NodeJS.Timeout>();
  const over = event();
  let isEnding = false;
  let hasServed = false;
  let failedStarts = 0;

  const stopAll = (word: "drain" | "close"): void => {
    isEnding = true;
    for (const timer of waiting) clearTimeout(timer);
    waiting.clear();
    for (const watched of running) tell(watched, word);
    if (running.size === 0) over.happen();
  };
  void ending.drain.then(() => stopAll("drain"));
  void ending.close.then(() => stopAll("close"));

  const giveUp = (): void => {
    process.exitCode = 1;
    stopAll("close");
  };

  const start = (shortLives: number): void => {
    const watched: Watched = { worker: cluster.fork(), unanswered: 0 };
    const { worker } = watched;
    running.add(watched);
    worker.on("message", (word: unknown) => {
      if (word === PONG) watched.unanswered = 0;
    });
    worker.once("listening", () => {
      watched.listenedAt = performance.now();
      watched.unanswered = 0;
      hasServed = true;
      failedStarts = 0;
    });
    worker.once("exit", (code, signal) => {
      running.delete(watched);
      if (isEnding) {
        if (running.size === 0) over.happen();
        return;
      }
      log.error("worker_ended", { pid: worker.process.pid, code, signal });
      if (watched.listenedAt === undefined) failedStarts += 1;
      if (!hasServed) return giveUp(); // its settings or its build are wrong, and the log says which
      if (running.size === 0 && failedStarts >= MAX_FAILED_STARTS) {
        log.error("no_worker_starts", { failedStarts });
        return giveUp();
      }
      const isSteady =
        watched.listenedAt !== undefined && performance.now() - watched.listenedAt >= STEADY_MS;
      const lives = isSteady ? 0 : shortLives + 1;
      const timer = setTimeout(() => {
        waiting.delete(timer);
        start(lives);
      }, backOff(lives));
      waiting.add(timer);
    });
  };
  for (let count = 0; count < workers; count++) start(0);

  const pings = setInterval(() => {
    for (const watched of running) {
      const limit = watched.listenedAt === undefined ? MISSES.starting : MISSES.serving;
      if (watched.unanswered >= limit) {
        log.error("worker_hung", { pid: watched.worker.process.pid, unansweredMs: limit * pingMs });
        sendAlarms(keepAlive);
        watched.worker.process.kill("SIGKILL");
      }
      watched.unanswered += 1;
      tell(watched, "ping");
    }
  }, pingMs);
  await over.happened;
  clearInterval(pings);
}
