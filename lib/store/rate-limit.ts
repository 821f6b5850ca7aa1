import { env } from "../env";
import { describe, log } from "../http/log";
import type { RouteLimit } from "../http/route-limits";
import { keys } from "./keys";
import { createLimiter, type Limiter, type LimitState } from "./rate-limit/limiter";
import { sharedCount } from "./rate-limit/shared-count";
import { cacheStore } from "./redis";

export type { LimitState };

const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 10_000;

/** By name; the limit of all routes has none. */
const limiters = new Map<string | undefined, Limiter>();
let warnedAt = -Infinity;

function warn(error: unknown): void {
  if (Date.now() - warnedAt < WINDOW_MS) return; // one line a minute says it
  warnedAt = Date.now();
  log.warn("rate_limit_local", { why: describe(error) });
}

const start = (limit: number, name?: string): Limiter =>
  createLimiter({
    shared: sharedCount(cacheStore, keys.rateLimit(name), WINDOW_MS),
    limit,
    maxAddresses: MAX_ADDRESSES,
    now: Date.now,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    report: warn,
  });

function limiterOf(name: string | undefined, limit: () => number): Limiter {
  const found = limiters.get(name) ?? start(limit(), name);
  limiters.set(name, found);
  return found;
}

type Background = (work: Promise<unknown>) => void;

/**
 * Counts one request of an address, mostly without a trip to Redis: see rate-limit/limiter.ts. `background` keeps the
 * instance until what Redis must still be told has been told.
 */
export const countRequest = (address: string, background: Background): Promise<LimitState> =>
  limiterOf(undefined, () => env().RATE_LIMIT_PER_MINUTE).count(address, background);

/** As `countRequest`, in a limit of a route's own; its name stands for its number of requests. */
export const countForRoute = (
  { name, perMinute }: RouteLimit,
  address: string,
  background: Background,
): Promise<LimitState> => limiterOf(name, () => perMinute).count(address, background);

/** Of two limits of the same request, the one that refuses, else the one nearer its end. */
export const nearerEnd = (a: LimitState, b: LimitState): LimitState =>
  a.allowed === b.allowed ? (b.remaining < a.remaining ? b : a) : a.allowed ? b : a;
