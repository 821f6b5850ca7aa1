import type * as z from "zod";
import { isPaid, priceOf, type RouteEntry } from "../catalog/define";
import { env } from "../env";
import type { Guard, Handler } from "../handler";
import { ApiError } from "../http/api-error";
import { parseArguments, readArguments } from "../http/body";
import { sha256Hex } from "../http/digest";
import { errorResponse } from "../http/errors";
import { jsonResponse } from "../http/headers";
import { keepAlive } from "../http/keep-alive";
import { log } from "../http/log";
import { readCallHeaders } from "../http/request-headers";
import { elapsed, now, timeoutSignal } from "../time";
import { checkAnswer } from "./answers/check-answer";
import { keptAnswer } from "./answers/kept-answer";
import { makeCall } from "./call";
import type { ChallengeTemplate } from "./challenge/challenge";
import { hasPayment } from "./has-payment";
import { missing, type Outcome, refusedByRoute, refusedPayment } from "./outcome";
import { paidCall } from "./paid-call";
import { readTender } from "./rails/credentials";
import { merchant } from "./rails/merchant";
import { PaymentRefused } from "./reasons";
import { refusalOf, renderOutcome } from "./render-outcome";

/** A route's function, marked with the path that it serves, so that it can't be bound to another. */
export type RouteFunction<Path extends string> = ((request: Request) => Promise<Response>) & {
  readonly path?: Path;
};

/** What the log line of a call tells besides its answer. */
interface Trace {
  payment?: string;
}

type Arguments = Record<string, unknown>;

const readArgs = async (entry: RouteEntry, request: Request): Promise<Arguments> =>
  entry.method === "GET"
    ? Object.fromEntries(new URL(request.url).searchParams)
    : readArguments(request, entry.limits.bodyBytes);

/** A request that was read: what every route takes of it. */
interface Read<E extends RouteEntry> {
  args: Arguments;
  input: z.output<E["input"]>;
  idempotencyKey: string | null;
  headers: Headers;
}

function readRequest<E extends RouteEntry>(entry: E, { headers }: Request, args: Arguments): Read<E> {
  const { idempotencyKey } = readCallHeaders(headers);
  const input = parseArguments<E["input"]>(entry.input, args);
  return { args, input, idempotencyKey, headers };
}

/** Scheduled routes are the operator's: to everybody else they are not there. */
async function requireOperator(request: Request): Promise<void> {
  const secret = env().CRON_SECRET;
  const brought = request.headers.get("authorization") ?? "";
  // Compared as hashes, so that the time taken tells nothing of the secret.
  const same = secret !== undefined && (await sha256Hex(brought)) === (await sha256Hex(`Bearer ${secret}`));
  if (!same) throw new ApiError("not_found", "There is no such route. The price table is on the home page.");
}

async function serveFree<E extends RouteEntry>(
  entry: E,
  handler: Handler<E>,
  request: Request,
): Promise<Response> {
  if (entry.audience === "operator") await requireOperator(request);
  return answerFree(entry, handler, readRequest(entry, request, await readArgs(entry, request)));
}

async function answerFree<E extends RouteEntry>(
  entry: E,
  handler: Handler<E>,
  read: Read<E>,
): Promise<Response> {
  const { args, input, idempotencyKey, headers } = read;
  const run = async (): Promise<string> => {
    const signal = timeoutSignal(entry.limits.budgetMs);
    const { answer } = await handler(input, { now: new Date(now()), signal, headers });
    checkAnswer(entry, answer);
    return JSON.stringify(answer);
  };
  const noStore = { "cache-control": "no-store" };
  if (entry.method === "GET" || idempotencyKey === null) return jsonResponse(200, await run(), noStore);
  const { text, replayed } = await keptAnswer({ entry, args, idempotencyKey, headers }, run);
  return jsonResponse(200, text, { ...noStore, ...(replayed ? { "idempotent-replayed": "true" } : {}) });
}

/**
 * Order: is there a payment at all (402), read the request (400), read the payment (402), then the ledger decides. A
 * guarded route judges what was sent before it asks for a payment; only a call that says nothing gets the 402 at once.
 */
async function servePaid<E extends RouteEntry>(
  entry: E,
  handler: Handler<E>,
  request: Request,
  trace: Trace,
  guard: Guard<E> | null,
): Promise<Response | Outcome> {
  const brings = hasPayment(request.headers);
  if (guard === null && !brings) return refusedPayment("no_payment");
  const args = await readArgs(entry, request);
  if (!brings && Object.keys(args).length === 0) return refusedPayment("no_payment");
  const read = readRequest(entry, request, args);
  if ((await guard?.(read.input, { brings })) === "free") return answerFree(entry, handler, read);
  const tender = await readTender(request.headers, merchant(), priceOf(entry));
  if (tender === null) return refusedPayment("no_payment");
  const call = await makeCall(entry, handler, read, tender, keepAlive);
  if ("kind" in call) return call;
  trace.payment = tender.key;
  return paidCall(call);
}

/** What a paid route has beside its handler. */
interface Paid<E extends RouteEntry> {
  /** What its 402s say, as scripts/render-challenges.ts renders it from the catalog. */
  challenge: ChallengeTemplate;
  guard?: Guard<E>;
}

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
): Promise<Answered> {
  try {
    return { response: await serveFree(entry, handler, request), refused: undefined };
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
  return async (request) => {
    const startedAt = elapsed();
    const trace: Trace = {};
    const { response, refused } = await (paid === null
      ? answeredFree(entry, handler, request)
      : answeredPaid(entry, handler, request, trace, paid));
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
