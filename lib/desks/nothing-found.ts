import { ApiError } from "@/lib/http/api-error";

/**
 * A request that this desk could only answer with nothing: refused, so that nobody pays for it. `field` is the member
 * that selects nothing, `wouldMatch` says what would.
 */
export const nothingFound = (field: string, why: string, wouldMatch: string): ApiError =>
  new ApiError(
    "not_found",
    `${why} What would match: ${wouldMatch}.`,
    { details: { field, wouldMatch } },
    "Nothing is charged.",
  );
