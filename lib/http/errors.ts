import { ApiError } from "./api-error";
import { jsonResponse } from "./headers";
import { describe, log } from "./log";

/** Any failure as an answer: ApiErrors as they are, everything else as a 500 that reveals nothing internal. */
export function errorResponse(error: unknown, route: string): Response {
  const known =
    error instanceof ApiError
      ? error
      : new ApiError("internal_error", "The service failed. You were not charged. Try again.", {
          cause: error,
        });
  if (known.status >= 500)
    log.error("call_failed", { route, code: known.code, why: describe(known.cause ?? known) });
  return jsonResponse(known.status, known.toBody(), {
    "cache-control": "no-store",
    ...known.options.headers,
  });
}
