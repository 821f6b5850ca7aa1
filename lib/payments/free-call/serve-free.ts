import { isPaid, type RouteEntry } from "@/lib/catalog/define";
import type { Handler } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { requireAudience } from "@/lib/http/audience";
import { readArguments } from "@/lib/http/body";
import { errorResponse } from "@/lib/http/errors";
import { queryReader } from "@/lib/http/query";
import { type Arguments, parseRequest, routeFunction, type RouteFunction } from "../answers/route-function";
import { answerFree } from "./answer-free";

/** How a route's arguments are read. Throws for a GET route whose input no query can be. */
function argumentsReader({ method, input, limits }: RouteEntry): (request: Request) => Promise<Arguments> {
  if (method !== "GET") return (request) => readArguments(request, limits.bodyBytes);
  const read = queryReader(input);
  return (request) => Promise.resolve(request).then(({ url }) => read(new URL(url).searchParams));
}

/**
 * Binds the entry of a free route to its handler: the whole of what its route file does. It enforces everything that
 * the front door enforces, in case that never ran. Throws for a paid entry and a guarded one: a wrong binding must not start.
 */
export function serveFree<E extends RouteEntry>(entry: E, handler: Handler<E>): RouteFunction<E["path"]> {
  if (isPaid(entry)) throw new Error(`${entry.path}: a paid route is bound by serve, with its challenge`);
  if (entry.gate === "guarded") throw new Error(`${entry.path}: only a paid route is guarded`);
  const readArgs = argumentsReader(entry);
  return routeFunction(entry, async (request) => {
    try {
      await requireAudience(entry.audience, request.headers);
      const parsed = parseRequest(entry, request, await readArgs(request));
      return { response: await answerFree({ entry, handler, ...parsed }) };
    } catch (error) {
      const refused = error instanceof ApiError ? error.code : "internal_error";
      return { response: errorResponse(error, entry.path), refused };
    }
  });
}
