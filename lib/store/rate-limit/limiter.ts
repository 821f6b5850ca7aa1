import type { SharedCount } from "./shared-count";
import { StoreHealth } from "./store-health";
import { Tallies } from "./tallies";
import type { Tally } from "./tally";

/** Where a caller stands within the current window. */
export interface LimitState {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** When the window ends, in milliseconds since 1970. */
  resetAt: number;
}

type Background = (work: Promise<unknown>) => void;

export interface Limiter {
  /** Counts one request of an address. `background` gets the batches that may outlast the answer. */
  count(address: string, background: Background): Promise<LimitState>;
}

export interface LimiterOptions {
  shared: SharedCount;
  /** Requests of an address in a window. */
  limit: number;
  /** Requests of an address that an instance lets through before the store confirms them: TOLERANCE, or 0. */
  tolerance: number;
  /** How many addresses are remembered at most. */
  maxAddresses: number;
  /** Milliseconds since 1970. */
  now(): number;
  pause(ms: number): Promise<void>;
  /** Gets every failure of the store. */
  report(error: unknown): void;
}

/** What the general limit tolerates; as many requests go in one batch. */
export const TOLERANCE = 10;
/** The longest that an allowed request stays unknown to the other instances, and the pause after a failure. */
export const FLUSH_MS = 250;

/**
 * Counts here, and sends the counts to the store in batches. A request is let through at once while fewer than `tolerance`
 * requests of its address are unconfirmed: all instances together let through `limit + tolerance × (instances − 1)` at most.
 * Further requests wait for the batch under way or join the next one, and are judged by their own place in the shared count.
 * Once addresses had to be forgotten, a new one may be one of those: its first request waits for the store.
 *
 * Nobody is refused before `limit` requests were let through. While the store fails nobody waits for it: each
 * instance keeps the limit by itself and sends its counts when the store is back.
 */
export function createLimiter(options: LimiterOptions): Limiter {
  const { shared, limit, tolerance, maxAddresses, now, pause } = options;
  const store = new StoreHealth(FLUSH_MS, now, options.report);
  let tallies = new Tallies(0, maxAddresses);
  /** All that have something unconfirmed. */
  let unsent = new Set<Tally>();
  /** When the flush under way comes; one that never came (a frozen isolate) holds no other back. */
  let flushAt = 0;

  const stateAt = (place: number, resetAt: number): LimitState => ({
    allowed: place <= limit,
    limit,
    remaining: Math.max(0, limit - place),
    resetAt,
  });

  const refusal = ({ resetAt }: Tally): LimitState => stateAt(limit + 1, resetAt);

  /** An address at its limit is never forgotten, nor what must still be sent to the store, if it can be sent. */
  function forget(tally: Tally): boolean {
    if (tally.batch !== null || tally.count >= limit) return false;
    if (tally.unconfirmed > 0 && store.answers) return false;
    unsent.delete(tally);
    return true;
  }

  function tallyOf(address: string, at: number): Tally {
    if (at >= tallies.resetAt || at < tallies.resetAt - shared.windowMs) {
      const resetAt = (Math.floor(at / shared.windowMs) + 1) * shared.windowMs;
      tallies = new Tallies(resetAt, maxAddresses);
      unsent = new Set(); // an ended window's counts matter to nobody
    }
    return tallies.get(address) ?? tallies.open(address, forget);
  }

  /** Sends what is unconfirmed and all that wait by then to the store, and gives each waiting request its place. */
  async function sendBatch(tally: Tally): Promise<void> {
    await null; // all requests of this turn join
    const waiting = tally.waiting.splice(0);
    const hits = tally.unconfirmed;
    let last: number | null = null;
    try {
      const sent = hits + waiting.length;
      last = tally.confirm(sent, hits, await shared.add(tally.address, sent));
      if (tally.unconfirmed === 0) unsent.delete(tally);
      store.answered();
    } catch (error) {
      tally.failed = true;
      store.failed(error);
    }
    tally.batch = null;
    waiting.forEach((waiter, index) => waiter(last === null ? null : last - waiting.length + 1 + index));
    for (const waiter of tally.waiting.splice(0)) waiter(null); // they came too late for this batch
  }

  const startBatch = (tally: Tally): Promise<void> => (tally.batch ??= sendBatch(tally));

  async function settle(tally: Tally): Promise<void> {
    await tally.batch; // what it sends is not sent twice
    if (tally.unconfirmed > 0 && now() < tally.resetAt) await startBatch(tally);
    else unsent.delete(tally);
  }

  /** Sends everything unconfirmed to the store; the Redis client makes one round trip of it. */
  async function flush(): Promise<void> {
    flushAt = 0;
    await store.ask(() => shared.ping());
    if (store.answers) await Promise.all(Array.from(unsent, settle));
  }

  function flushSoon(at: number, background: Background): void {
    if (at < flushAt) return;
    flushAt = at + FLUSH_MS;
    background(pause(FLUSH_MS).then(flush));
  }

  async function waitForPlace(tally: Tally, background: Background): Promise<LimitState> {
    const place = await new Promise<number | null>((resolve) => {
      tally.waiting.push(resolve);
      background(startBatch(tally));
    });
    if (place !== null) return stateAt(place, tally.resetAt);
    return tally.kept ? count(tally.address, background) : refusal(tally);
  }

  function count(address: string, background: Background): Promise<LimitState> {
    const at = now();
    const tally = tallyOf(address, at);
    if (tally.count >= limit) {
      if (tally.unconfirmed > 0) flushSoon(at, background);
      return Promise.resolve(refusal(tally));
    }
    const answers = store.answers && !tally.failed;
    if (!tally.kept && unsent.size > 0) flushSoon(at, background); // what is sent makes room
    if (answers && (tally.mustAsk || tally.unconfirmed >= tolerance)) return waitForPlace(tally, background);
    if (!tally.kept) return Promise.resolve(refusal(tally)); // nobody can count it: never open
    tally.unconfirmed += 1;
    unsent.add(tally);
    if (answers && tally.unconfirmed >= tolerance && tally.batch === null) background(startBatch(tally));
    else flushSoon(at, background);
    return Promise.resolve(stateAt(tally.count, tally.resetAt));
  }

  return { count };
}
