import { env } from "../env";
import { describe, log } from "../http/log";
import { now, sleep } from "../time";
import { keys } from "./keys";
import { createLimiter, type Limiter, type LimitState, TOLERANCE } from "./rate-limit/limiter";
import { sharedCount } from "./rate-limit/shared-count";
import { cacheStore } from "./redis";

export { type LimitState, TOLERANCE };

/** A limit that only some routes have. */
export interface Rule {
  name: string;
  perMinute: number;
  /** Requests that an instance lets through before the store confirms them: none, unless said otherwise. */
  tolerance?: number;
}

const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 10_000;

let general: Limiter | undefined;
const byRule = new Map<string, Limiter>();
let warnedAt = -Infinity;

function warn(error: unknown): void {
  if (now() - warnedAt < WINDOW_MS) return; // one line a minute says it
  warnedAt = now();
  log.warn("rate_limit_local", { why: describe(error) });
}

const start = (prefix: string, limit: number, tolerance: number): Limiter =>
  createLimiter({
    shared: sharedCount(cacheStore, prefix, WINDOW_MS),
    limit,
    tolerance,
    maxAddresses: MAX_ADDRESSES,
    now,
    pause: sleep,
    report: warn,
  });

function limiterOf(rule: Rule | undefined): Limiter {
  if (rule === undefined)
    return (general ??= start(keys.rateLimit(), env().RATE_LIMIT_PER_MINUTE, TOLERANCE));
  // These are small: what the general limit tolerates would double them, so each of their requests is confirmed.
  const limiter =
    byRule.get(rule.name) ?? start(keys.rateRule(rule.name), rule.perMinute, rule.tolerance ?? 0);
  byRule.set(rule.name, limiter);
  return limiter;
}

/**
 * Counts one request of an address, mostly without a trip to Redis: see rate-limit/limiter.ts. With a rule, against
 * that alone. `background` keeps the instance until every count was sent to Redis.
 */
export const countRequest = (
  address: string,
  background: (work: Promise<unknown>) => void,
  rule?: Rule,
): Promise<LimitState> => limiterOf(rule).count(address, background);
