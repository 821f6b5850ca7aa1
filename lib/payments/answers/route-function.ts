import type * as z from "zod";
import type { RouteEntry } from "@/lib/catalog/define";
import { ApiError } from "@/lib/http/api-error";
import { parseArguments, refuseQuery } from "@/lib/http/body";
import { errorResponse } from "@/lib/http/errors";
import { keepAlive } from "@/lib/http/keep-alive";
import { log } from "@/lib/http/log";
import { routeMethod, withImplied } from "@/lib/http/methods";
import { AGENT_ID, readCallHeaders } from "@/lib/http/request-headers";
import { sendAlarms } from "@/lib/store/alarms";
import { countEvent, noteEnd } from "@/lib/store/counters";
import { elapsed } from "@/lib/time";
import { sayUnchecked } from "./check-answer";

/** A route's function, marked with the path that it serves, so that it can't be bound to another. */
export type RouteFunction<Path extends string> = ((request: Request) => Promise<Response>) & {
  readonly path?: Path;
};

/** What a caller gets, and what the call's log line has besides status and duration. */
export interface Answered {
  response: Response;
  /** What the log calls a refusal; nothing where the call was answered. */
  refused?: string | undefined;
  /** Key of the payment that came with the call, as far as one was read. */
  payment?: string | undefined;
}

export type Arguments = Record<string, unknown>;

/** A request that was read: what every route takes of it. */
export interface ParsedRequest<E extends RouteEntry> {
  args: Arguments;
  input: z.output<E["input"]>;
  idempotencyKey: string | null;
  headers: Headers;
  url: string;
}

/** Reads arguments by the entry's schema. Throws ApiError 400 for what it does not take. */
export function parseRequest<E extends RouteEntry>(
  entry: E,
  { headers, url }: Request,
  args: Arguments,
): ParsedRequest<E> {
  const { idempotencyKey } = readCallHeaders(headers);
  if (entry.method !== "GET") refuseQuery(entry.input, url);
  const input = parseArguments<E["input"]>(entry.input, args);
  return { args, input, idempotencyKey, headers, url };
}

/** Longer than any id; what a caller sends must not fill the log. */
const MAX_LOGGED = 40;

/** The agent that the caller says to be: for the log, where it is of an id's form. */
function agentIn(headers: Headers): { agent?: string } {
  const id = headers.get("x-agent-id");
  return id !== null && AGENT_ID.test(id) ? { agent: id.slice(0, MAX_LOGGED) } : {};
}

const wrongMethod = ({ path, method }: RouteEntry, asked: string): ApiError =>
  new ApiError("method_not_allowed", `${path} does not take ${asked}. Use ${method}.`, {
    headers: { allow: withImplied([method]).join(", ") },
  });

/** How calls that brought a payment end, by route: for its status. What was bought before is no sale, and no failure. */
function countSale({ label }: RouteEntry, { status, headers }: Response): void {
  if (headers.has("idempotent-replayed")) return;
  if (status !== 200 && status < 500) return;
  const succeeded = status === 200;
  noteEnd("paid", succeeded);
  noteEnd(`route:${label}`, succeeded);
  countEvent(`sale:${label}:${succeeded ? "answered" : "failed"}`, keepAlive);
}

/** The function of a route: it takes the entry's method only, and logs a line a call. */
export function routeFunction<E extends RouteEntry>(
  entry: E,
  answer: (request: Request) => Promise<Answered>,
): RouteFunction<E["path"]> {
  return async (request) => {
    sayUnchecked();
    // A file may serve several methods: one that is bound to another's entry must not pass for it.
    if (routeMethod(request.method) !== entry.method)
      return errorResponse(wrongMethod(entry, request.method), entry.path);
    const startedAt = elapsed();
    const { response, refused, payment } = await answer(request);
    if (payment !== undefined) countSale(entry, response);
    countEvent(`status:${response.status}`, keepAlive);
    log.info("call", {
      route: entry.path,
      status: response.status,
      ms: Math.round(elapsed() - startedAt),
      paid: response.headers.has("payment-response"),
      replayed: response.headers.has("idempotent-replayed"),
      ...(payment === undefined ? {} : { payment }),
      ...agentIn(request.headers),
      refused,
    });
    sendAlarms(keepAlive);
    return response;
  };
}
