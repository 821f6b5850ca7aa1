import { now, sleep } from "@/lib/time";

/** A rate of questions that networks share in turn. */
export interface Turns {
  /** Takes one question for a network; false where its turn doesn't come within a moment. */
  take(network: string): Promise<boolean>;
}

/** How long a question waits for its turn (ms), how often is looked whose it is, and how many wait at most. */
const LONGEST_WAIT_MS = 3_000;
const EVERY_MS = 50;
const MOST_WAITING = 1_000;
/** Questions that may be asked at once after a quiet time, in seconds of the rate. */
const BURST_SEC = 10;
const MAX_NETWORKS = 10_000;

interface Waiting {
  network: string;
  until: number;
  end(taken: boolean): void;
}

/**
 * Shares `perMinute` questions among networks: the waiting network that had its last turn longest ago is the next, so that many
 * questions of a few networks keep no other network waiting.
 */
export function turns(perMinute: () => number): Turns {
  let [left, at] = [Infinity, now()];
  let isServing = false;
  let waiting: Waiting[] = [];
  /** When each network had its last turn, the latest last. */
  const lastTurns = new Map<string, number>();

  function refill(): void {
    const [rate, passed] = [perMinute() / 60_000, now() - at];
    at = now();
    left = Math.min(left + rate * passed, Math.max(1, rate * 1000 * BURST_SEC));
  }

  function spend(network: string): void {
    left -= 1;
    lastTurns.delete(network);
    lastTurns.set(network, now());
    const [oldest] = lastTurns.keys();
    if (oldest !== undefined && lastTurns.size > MAX_NETWORKS) lastTurns.delete(oldest);
  }

  const lastTurnOf = ({ network }: Waiting): number => lastTurns.get(network) ?? -Infinity;

  function serveNext(): void {
    const [first, ...others] = waiting;
    if (first === undefined) return;
    const next = others.reduce((best, one) => (lastTurnOf(one) < lastTurnOf(best) ? one : best), first);
    waiting = waiting.filter((one) => one !== next);
    spend(next.network);
    next.end(true);
  }

  async function serve(): Promise<void> {
    while (waiting.length > 0) {
      await sleep(EVERY_MS);
      refill();
      while (left >= 1 && waiting.length > 0) serveNext();
      for (const late of waiting.filter(({ until }) => until <= now())) late.end(false);
      waiting = waiting.filter(({ until }) => until > now());
    }
    isServing = false;
  }

  return {
    take(network) {
      refill();
      if (waiting.length === 0 && left >= 1) {
        spend(network);
        return Promise.resolve(true);
      }
      if (waiting.length >= MOST_WAITING) return Promise.resolve(false);
      return new Promise((end) => {
        waiting.push({ network, until: now() + LONGEST_WAIT_MS, end });
        if (isServing) return;
        isServing = true;
        void serve();
      });
    },
  };
}
