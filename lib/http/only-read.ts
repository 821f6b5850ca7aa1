import { commonHeaders, preflightHeaders } from "./headers";
import { withImplied } from "./methods";

/** The methods of what is only read. */
export const READING = withImplied(["GET"]);

/** What a page of another site is told before it reads a document with headers of its own, such as If-None-Match. */
export const readingPreflight = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...commonHeaders(),
      ...preflightHeaders(READING),
      "access-control-allow-headers": "Content-Type, If-None-Match, If-Modified-Since",
      allow: READING.join(", "),
    },
  });
