import type { LimitState } from "../store/rate-limit";
import { ApiError, retryAfter } from "./api-error";

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

/** The refusal of a request beyond a limit; the wait is in seconds. */
export const rateLimited = ({ limit, resetAt }: LimitState, now: number): ApiError =>
  new ApiError(
    "rate_limited",
    `More than ${limit} requests a minute came from your address. Wait as Retry-After says.`,
    { headers: retryAfter((resetAt - now) / 1000) },
  );
