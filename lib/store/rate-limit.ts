import { Ratelimit } from "@upstash/ratelimit";
import { env } from "../env";
import { describe, log } from "../http/log";
import { keys } from "./keys";
import { cacheStore } from "./redis";

/** Where a caller stands within the current window. */
export interface LimitState {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** When the window ends, in milliseconds since 1970. */
  resetAt: number;
}

const WINDOW_MS = 60_000;
/** Bounds the memory of the local fallback; beyond it the oldest addresses are forgotten first. */
const MAX_LOCAL = 10_000;

let shared: Ratelimit | undefined;
const local = new Map<string, { count: number; resetAt: number }>();
let warnedAt = 0;

const limiter = (): Ratelimit =>
  (shared ??= new Ratelimit({
    redis: cacheStore(),
    limiter: Ratelimit.fixedWindow(env().RATE_LIMIT_PER_MINUTE, `${WINDOW_MS} ms`),
    prefix: keys.rateLimit(),
    ephemeralCache: false, // an unbounded map, which would also outlast the window that it blocks for
    // The library lets a call pass when the store is slower than its timeout; ours ends the request before that.
    timeout: 10 * env().STORE_TIMEOUT_MS,
  }));

/** With Redis down the limit is kept by each instance on its own: looser, never open. */
function countLocally(address: string, now: number): LimitState {
  const limit = env().RATE_LIMIT_PER_MINUTE;
  const current = local.get(address);
  const window =
    current !== undefined && current.resetAt > now ? current : { count: 0, resetAt: now + WINDOW_MS };
  window.count += 1;
  local.delete(address);
  local.set(address, window);
  if (local.size > MAX_LOCAL) {
    const [oldest] = local.keys();
    if (oldest !== undefined) local.delete(oldest);
  }
  return {
    allowed: window.count <= limit,
    limit,
    remaining: Math.max(0, limit - window.count),
    resetAt: window.resetAt,
  };
}

function warn(error: unknown, now: number): void {
  if (now - warnedAt < WINDOW_MS) return; // one line a minute says it
  warnedAt = now;
  log.warn("rate_limit_local", { why: describe(error) });
}

/** Counts one request of an address. `background` gets what the library still has to write. */
export async function countRequest(
  address: string,
  background: (work: Promise<unknown>) => void,
): Promise<LimitState> {
  const now = Date.now();
  try {
    const { success, limit, remaining, reset, pending } = await limiter().limit(address);
    background(pending);
    return { allowed: success, limit, remaining: Math.max(0, remaining), resetAt: reset };
  } catch (error) {
    warn(error, now);
    return countLocally(address, now);
  }
}
