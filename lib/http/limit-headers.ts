import type { LimitState } from "../store/rate-limit";

const seconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1000));

/** On every answer under /api: `X-RateLimit-Limit` as promised, and the fields of draft-ietf-httpapi-ratelimit-headers. */
export function limitHeaders({ limit, remaining, resetAt }: LimitState, now: number): Record<string, string> {
  return {
    "x-ratelimit-limit": String(limit),
    "ratelimit-limit": String(limit),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(seconds(resetAt - now)),
  };
}
