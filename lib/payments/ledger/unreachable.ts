import { ApiError, retryAfter } from "@/lib/http/api-error";

/** Answers of the ledger's own failures: 503. What was refused on purpose stays as it is. */
export async function fromLedger<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError("store_unavailable", "The ledger can't be reached at the moment. Try again.", {
      headers: retryAfter(5),
      cause,
    });
  });
}
