import { ApiError } from "@/lib/http/api-error";
import { errorResponse } from "@/lib/http/errors";
import { commonHeaders, preflightHeaders } from "@/lib/http/headers";
import { withImplied } from "@/lib/http/methods";

/** What requests that are no readings of a document get: documents are files, and files answer only GET and HEAD. */
const METHODS = withImplied(["GET"]);

const refuse = (): Response => {
  const error = new ApiError(
    "method_not_allowed",
    "A document is only read. Use GET or HEAD, without a body.",
    {
      headers: { allow: METHODS.join(", ") },
    },
  );
  return errorResponse(error, "/documents");
};

export const OPTIONS = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...commonHeaders(),
      ...preflightHeaders(METHODS),
      "access-control-allow-headers": "Content-Type, If-None-Match, If-Modified-Since",
      allow: METHODS.join(", "),
    },
  });

export const GET = refuse;
export const POST = refuse;
export const PUT = refuse;
export const PATCH = refuse;
export const DELETE = refuse;
