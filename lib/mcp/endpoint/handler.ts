import { hostHeaderValidationResponse, type McpHttpHandler } from "@modelcontextprotocol/server";
import { toolServerName } from "@/lib/discovery/server-card";
import { TOOLS_VERSION } from "@/lib/discovery/site";
import { thisSite } from "@/lib/discovery/this-site";
import { ApiError } from "@/lib/http/api-error";
import { readBody } from "@/lib/http/body";
import { errorResponse } from "@/lib/http/errors";
import { jsonResponse, plainHeaders, preflightHeaders } from "@/lib/http/headers";
import { isListed, originHeaders, ownHostnames } from "@/lib/http/listed-origins";
import { withImplied } from "@/lib/http/methods";
import { isDeeper, MAX_LEVELS } from "@/lib/http/nesting";
import { isRecord } from "@/lib/is-record";
import type { RouteFunction } from "@/lib/payments/answers/route-function";
import { toolCaller } from "../call-tool";
import { discover } from "../discovery/handler";
import { toolHandler } from "../handler";
import { singleReply } from "../single-reply";
import { bindTools, type RouteFiles } from "../tool-table";
import { TOOLS } from "../tools.generated";
import { mcpEntry } from "./entry";

type Path = typeof mcpEntry.path;
const METHODS = withImplied(["GET", "POST"]);

/** Headers that a browser's client of the protocol sends beside those of every route. */
const PROTOCOL_HEADERS = [
  "Accept",
  "MCP-Protocol-Version",
  "Mcp-Method",
  "Mcp-Name",
  "Mcp-Session-Id",
  "Last-Event-ID",
];

/** A refusal in the protocol's own form; `id` is the message's, where that was read and has one. */
function protocolRefusal(status: number, code: number, message: string, id?: unknown): Response {
  const echoed = typeof id === "string" || typeof id === "number" ? id : null;
  return new Response(JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: echoed }), {
    status,
    headers: { "content-type": "application/json" },
  });
}

/**
 * Whether the request was meant for this service, against DNS rebinding: the protocol demands that Origin is checked.
 * Returns the refusal, or null.
 */
function refuseForeignOrigin(request: Request): Response | null {
  if (!isListed(request.headers.get("origin")))
    return protocolRefusal(403, -32_000, "Web pages of this origin may not call the tool endpoint.");
  return hostHeaderValidationResponse(request, ownHostnames()) ?? null;
}

/** The response with the headers of every response under /api, and the request's own origin alone. */
function withHeaders(response: Response, request: Request): Response {
  const headers = new Headers(response.headers);
  headers.delete("access-control-allow-origin");
  headers.delete("connection"); // the SDK's of a stream; whether a connection stays is between client and server
  for (const [name, value] of Object.entries({ ...plainHeaders(), ...originHeaders(request) }))
    headers.set(name, value);
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  return new Response(response.body, { status: response.status, headers });
}

const withErrorResponse =
  (answer: (request: Request) => Response | Promise<Response>): RouteFunction<Path> =>
  async (request) => {
    try {
      return withHeaders(refuseForeignOrigin(request) ?? (await answer(request)), request);
    } catch (error) {
      return withHeaders(errorResponse(error, mcpEntry.path), request);
    }
  };

function answerDiscovery(request: Request): Response {
  if (request.headers.get("accept")?.includes("text/event-stream"))
    throw new ApiError(
      "method_not_allowed",
      "The endpoint sends no stream by itself: POST JSON-RPC messages.",
      {
        headers: { allow: METHODS.join(", ") },
      },
    );
  return jsonResponse(200, discover(thisSite(), TOOLS.length));
}

function preflight(): Response {
  const allowed = preflightHeaders(METHODS);
  const names = [allowed["access-control-allow-headers"], ...PROTOCOL_HEADERS].join(", ");
  return new Response(null, { status: 204, headers: { ...allowed, "access-control-allow-headers": names } });
}

/** The message, parsed; a Response when it can't be. Throws ApiError 400 for one whose sender hung up before its end. */
async function readMessage(request: Request): Promise<Response | { message: unknown }> {
  const limit = mcpEntry.limits.bodyBytes;
  const bytes = await readBody(request, limit);
  if (bytes === null) return protocolRefusal(413, -32_600, `The message is larger than ${limit} bytes.`);
  try {
    return { message: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    return protocolRefusal(400, -32_700, "The message is not JSON in UTF-8."); // which is all there is to say
  }
}

/** What the SDK wants a client of the older revision to accept, both. */
const BOTH = ["application/json", "text/event-stream"];

/**
 * The request without its body, with an `Accept` that the SDK takes. Answers are JSON whatever the client said of streams, and
 * a plain client says nothing of them, or that it takes anything.
 */
function acceptingBoth(request: Request): Request {
  const accepted = request.headers.get("accept") ?? "";
  if (BOTH.every((type) => accepted.includes(type))) return request;
  const headers = new Headers(request.headers);
  headers.set("accept", BOTH.join(", "));
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

/**
 * The endpoint's functions around a handler of the protocol. Batches are refused: no revision that is spoken here has
 * them, and one request is what the limits count.
 */
export function toolEndpointOf(handler: McpHttpHandler) {
  const answerMessage = async (request: Request): Promise<Response> => {
    const read = await readMessage(request);
    if (read instanceof Response) return read;
    if (!isRecord(read.message))
      return protocolRefusal(400, -32_600, "Send one JSON-RPC message a request; batches are not accepted.");
    if (isDeeper(read.message, MAX_LEVELS)) {
      const why = `The message is nested in more than ${MAX_LEVELS} levels.`;
      return protocolRefusal(400, -32_600, why, read.message.id);
    }
    // Nothing that could be listened for is offered, and a stream held open for it would cost an instance.
    if (read.message.method === "subscriptions/listen")
      return protocolRefusal(404, -32_601, "There is nothing to listen for.", read.message.id);
    return singleReply(await handler.fetch(acceptingBoth(request), { parsedBody: read.message }));
  };
  return {
    GET: withErrorResponse(answerDiscovery),
    POST: withErrorResponse(answerMessage),
    OPTIONS: withErrorResponse(preflight),
  };
}

/** The tool endpoint's functions, as its route file exports them. */
export const toolEndpoint = (files: RouteFiles) =>
  toolEndpointOf(
    toolHandler({
      name: toolServerName(thisSite()),
      version: TOOLS_VERSION,
      maxBodyBytes: mcpEntry.limits.bodyBytes,
      call: toolCaller(bindTools(files)),
    }),
  );
