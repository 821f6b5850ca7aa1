import type * as z from "zod";
import { isPaid, priceOf, type RouteEntry } from "../catalog/define";
import type { Guard, Handler } from "../handler";
import { ApiError } from "../http/api-error";
import { requireAudience } from "../http/audience";
import { parseArguments, readArguments } from "../http/body";
import { errorResponse } from "../http/errors";
import { keepAlive } from "../http/keep-alive";
import { queryReader } from "../http/query";
import { log } from "../http/log";
import { readCallHeaders } from "../http/request-headers";
import { elapsed } from "../time";
import { makeCall } from "./call";
import type { ChallengeTemplate } from "./challenge/challenge";
import { answerFree } from "./free-call/answer-free";
import { plainWhenPaid } from "./free-call/render";
import { hasPayment } from "./has-payment";
import { missing, type Outcome, refusedByRoute, refusedPayment } from "./outcome";
import { paidCall } from "./paid-call";
import { readIncomingPayment } from "./rails/incoming-payment";
import { merchant } from "./rails/merchant";
import { PaymentRefused } from "./reasons";
import { refusalOf, renderOutcome } from "./render-outcome";

/** A route's function, marked with the path that it serves, so that it can't be bound to another. */
export type RouteFunction<Path extends string> = ((request: Request) => Promise<Response>) & {
  readonly path?: Path;
};

/** What a call's log line has besides status and duration. */
interface Trace {
  payment?: string;
}

type Arguments = Record<string, unknown>;

type ReadArguments = (request: Request) => Promise<Arguments>;

/** How a route's arguments are read. Throws for a GET route whose input no query can be. */
function argumentsReader({ method, input, limits }: RouteEntry): ReadArguments {
  if (method !== "GET") return (request) => readArguments(request, limits.bodyBytes);
  const read = queryReader(input);
  return (request) => Promise.resolve(request).then(({ url }) => read(new URL(url).searchParams));
}

/** A request that was read: what every route takes of it. */
interface ParsedRequest<E extends RouteEntry> {
  args: Arguments;
  input: z.output<E["input"]>;
  idempotencyKey: string | null;
  headers: Headers;
}

function readRequest<E extends RouteEntry>(
  entry: E,
  { headers }: Request,
  args: Arguments,
): ParsedRequest<E> {
  const { idempotencyKey } = readCallHeaders(headers);
  const input = parseArguments<E["input"]>(entry.input, args);
  return { args, input, idempotencyKey, headers };
}

async function serveFree<E extends RouteEntry>(
  entry: E,
  handler: Handler<E>,
  request: Request,
  readArgs: ReadArguments,
): Promise<Response> {
  await requireAudience(entry.audience, request.headers);
  const read = readRequest(entry, request, await readArgs(request));
  return answerFree({ entry, handler, ...read });
}

/**
 * Order: is there a payment at all (402), read the request (400), read the payment (402), then the ledger decides. A
 * guarded route judges what was sent before it asks for a payment; only a call without arguments gets the 402 at once.
 */
async function servePaid<E extends RouteEntry>(
  entry: E,
  handler: Handler<E>,
  request: Request,
  trace: Trace,
  guard: Guard<E> | null,
): Promise<Response | Outcome> {
  const isPaying = hasPayment(request.headers);
  if (guard === null && !isPaying) return refusedPayment("no_payment");
  const args = await readArguments(request, entry.limits.bodyBytes);
  if (!isPaying && Object.keys(args).length === 0) return refusedPayment("no_payment");
  const read = readRequest(entry, request, args);
  if ((await guard?.(read.input, { hasPayment: isPaying })) === "free")
    return answerFree({ entry, handler, ...read });
  const payment = await readIncomingPayment(request.headers, merchant(), priceOf(entry));
  if (payment === null) return refusedPayment("no_payment");
  const call = await makeCall(entry, handler, read, payment, keepAlive);
  if ("kind" in call) return call;
  trace.payment = payment.key;
  return paidCall(call);
}

/** What a paid route has beside its handler. */
interface Paid<E extends RouteEntry> {
  /** What its 402s say, as scripts/render-challenges.ts renders it from the catalog. */
  challenge: ChallengeTemplate;
  guard?: Guard<E>;
}

const wrongMethod = ({ path, method }: RouteEntry, asked: string): ApiError =>
  new ApiError("method_not_allowed", `${path} does not take ${asked}. Use ${method}.`, {
    headers: { allow: `${method}, OPTIONS` },
  });

/** What was thrown around the till: requests and payments are read there, and guards refuse. */
function outcomeOf(error: unknown, { headers }: Request): Outcome {
  if (error instanceof PaymentRefused) return refusedPayment(error.reason, error.message);
  if (error instanceof ApiError) return refusedByRoute(error);
  return missing("service", error, hasPayment(headers) ? "unknown" : "not moved");
}

/** What a caller gets, and what the log calls it where it is a refusal. */
interface Answered {
  response: Response;
  refused: string | undefined;
}

async function answeredFree<E extends RouteEntry>(
  entry: E,
  handler: Handler<E>,
  request: Request,
  readArgs: ReadArguments,
): Promise<Answered> {
  try {
    return { response: await serveFree(entry, handler, request, readArgs), refused: undefined };
  } catch (error) {
    const refused = error instanceof ApiError ? error.code : "internal_error";
    return { response: errorResponse(error, entry.path), refused };
  }
}

async function answeredPaid<E extends RouteEntry>(
  entry: E,
  handler: Handler<E>,
  request: Request,
  trace: Trace,
  { challenge, guard }: Paid<E>,
): Promise<Answered> {
  const rendered = async (outcome: Outcome): Promise<Answered> => ({
    response: await renderOutcome(outcome, challenge, keepAlive),
    refused: refusalOf(outcome),
  });
  try {
    const came = await servePaid(entry, handler, request, trace, guard ?? null);
    return came instanceof Response ? { response: came, refused: undefined } : await rendered(came);
  } catch (error) {
    return rendered(outcomeOf(error, request));
  }
}

/**
 * Binds a catalog entry to its handler: the whole of what a route file does. It enforces everything that the front
 * door enforces, in case that never ran. A paid entry needs its challenge, a guarded one its guard, and no other has
 * one. Throws where they don't belong together: a wrong binding must not start.
 */
export function serve<E extends RouteEntry>(
  entry: E,
  handler: Handler<E>,
  paid: Paid<E> | null = null,
): RouteFunction<E["path"]> {
  if ((entry.gate === "guarded") !== (paid?.guard !== undefined))
    throw new Error(`${entry.path}: a guarded route has a guard, and no other has`);
  if ((isPaid(entry) ? entry.path : undefined) !== paid?.challenge.path)
    throw new Error(`${entry.path}: a paid route has its own challenge, and no other has`);
  const readArgs = argumentsReader(entry);
  const served = isPaid(entry) ? plainWhenPaid(entry, handler) : handler;
  return async (request) => {
    // A file may serve several methods: one that is bound to another's entry must not pass for it.
    if (request.method !== entry.method) return errorResponse(wrongMethod(entry, request.method), entry.path);
    const startedAt = elapsed();
    const trace: Trace = {};
    const { response, refused } = await (paid === null
      ? answeredFree(entry, served, request, readArgs)
      : answeredPaid(entry, served, request, trace, paid));
    log.info("call", {
      route: entry.path,
      status: response.status,
      ms: Math.round(elapsed() - startedAt),
      paid: response.headers.has("payment-response"),
      replayed: response.headers.has("idempotent-replayed"),
      ...trace,
      refused,
    });
    return response;
  };
}
