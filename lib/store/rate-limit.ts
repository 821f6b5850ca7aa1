import { env } from "../env";
import { describe, log } from "../http/log";
import { keys } from "./keys";
import { createLimiter, type Limiter, type LimitState } from "./rate-limit/limiter";
import { sharedCount } from "./rate-limit/shared-count";
import { cacheStore } from "./redis";

export type { LimitState };

const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 10_000;

let limiter: Limiter | undefined;
let warnedAt = -Infinity;

function warn(error: unknown): void {
  if (Date.now() - warnedAt < WINDOW_MS) return; // one line a minute says it
  warnedAt = Date.now();
  log.warn("rate_limit_local", { why: describe(error) });
}

const start = (): Limiter =>
  createLimiter({
    shared: sharedCount(cacheStore, keys.rateLimit(), WINDOW_MS),
    limit: env().RATE_LIMIT_PER_MINUTE,
    maxAddresses: MAX_ADDRESSES,
    now: Date.now,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    report: warn,
  });

/**
 * Counts one request of an address, mostly without a trip to Redis: see rate-limit/limiter.ts. `background` keeps the
 * instance until what Redis must still be told has been told.
 */
export const countRequest = (
  address: string,
  background: (work: Promise<unknown>) => void,
): Promise<LimitState> => (limiter ??= start()).count(address, background);
