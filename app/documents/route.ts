import { ApiError } from "@/lib/http/api-error";
import { errorResponse } from "@/lib/http/errors";
import { READING, readingPreflight } from "@/lib/http/only-read";

/** What requests that are no readings of a document get: documents are files, and files answer only GET and HEAD. */
const refuse = (): Response => {
  const error = new ApiError(
    "method_not_allowed",
    "A document is only read. Use GET or HEAD, without a body.",
    {
      headers: { allow: READING.join(", ") },
    },
  );
  return errorResponse(error, "/documents");
};

export const OPTIONS = readingPreflight;
export const GET = refuse;
export const POST = refuse;
export const PUT = refuse;
export const PATCH = refuse;
export const DELETE = refuse;
