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
import { idempotentAnswer } from "./answers/idempotent-answer";
import { makeCall } from "./call";
import type { ChallengeTemplate } from "./challenge/challenge";
import { challengeResponse } from "./challenge/challenge-response";
import { hasPayment } from "./has-payment";
import { paidCall } from "./paid-call";
import { readIncomingPayment } from "./rails/incoming-payment";
import { merchant } from "./rails/merchant";
import { PaymentRefused } from "./reasons";

/** A route's function, marked with the path that it serves, so that it can't be bound to another. */
export type RouteFunction<Path extends string> = ((request: Request) => Promise<Response>) & {
  readonly path?: Path;
};

/** What a call's log line has besides status and duration. */
interface Trace {
  payment?: string;
  refused?: string;
}

type Arguments = Record<string, unknown>;

const readArgs = async (entry: RouteEntry, request: Request): Promise<Arguments> =>
  entry.method === "GET"
    ? Object.fromEntries(new URL(request.url).searchParams)
    : readArguments(request, entry.limits.bodyBytes);

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

/** Scheduled routes are the operator's: everybody else gets 404. */
async function requireOperator(request: Request): Promise<void> {
  const secret = env().CRON_SECRET;
  const authorization = request.headers.get("authorization") ?? "";
  // Compared as hashes, so that the time taken reveals nothing of the secret.
  const same =
    secret !== undefined && (await sha256Hex(authorization)) === (await sha256Hex(`Bearer ${secret}`));
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
  read: ParsedRequest<E>,
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
  const { text, replayed } = await idempotentAnswer({ entry, args, idempotencyKey, headers }, run);
  return jsonResponse(200, text, { ...noStore, ...(replayed ? { "idempotent-replayed": "true" } : {}) });
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
): Promise<Response> {
  const isPaying = hasPayment(request.headers);
  if (guard === null && !isPaying) throw new PaymentRefused("no_payment");
  const args = await readArgs(entry, request);
  if (!isPaying && Object.keys(args).length === 0) throw new PaymentRefused("no_payment");
  const read = readRequest(entry, request, args);
  if ((await guard?.(read.input, { hasPayment: isPaying })) === "free")
    return answerFree(entry, handler, read);
  const payment = await readIncomingPayment(request.headers, merchant(), priceOf(entry));
  if (payment === null) throw new PaymentRefused("no_payment");
  const call = await makeCall(entry, handler, read, payment, keepAlive);
  trace.payment = payment.key;
  return paidCall(call);
}

/** What a paid route has beside its handler. */
interface Paid<E extends RouteEntry> {
  /** What its 402s say, as scripts/render-challenges.ts renders it from the catalog. */
  challenge: ChallengeTemplate;
  guard?: Guard<E>;
}

/** Turns an error into a response: a paid route answers a missing or refused payment with its challenge. */
function refuse(error: unknown, entry: RouteEntry, challenge: ChallengeTemplate | null): Promise<Response> {
  const toResponse = (reason: unknown): Response => errorResponse(reason, entry.path);
  if (challenge === null || !(error instanceof PaymentRefused)) return Promise.resolve(toResponse(error));
  return challengeResponse(challenge, error.reason, keepAlive, error.message).catch(toResponse);
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
  const { challenge = null, guard = null } = paid ?? {};
  if ((entry.gate === "guarded") !== (guard !== null))
    throw new Error(`${entry.path}: a guarded route has a guard, and no other has`);
  if ((isPaid(entry) ? entry.path : undefined) !== challenge?.path)
    throw new Error(`${entry.path}: a paid route has its own challenge, and no other has`);
  return async (request) => {
    const startedAt = elapsed();
    const trace: Trace = {};
    const response = await (
      isPaid(entry) ? servePaid(entry, handler, request, trace, guard) : serveFree(entry, handler, request)
    ).catch((error: unknown) => {
      trace.refused =
        error instanceof PaymentRefused
          ? error.reason
          : error instanceof ApiError
            ? error.code
            : "internal_error";
      return refuse(error, entry, challenge);
    });
    log.info("call", {
      route: entry.path,
      status: response.status,
      ms: Math.round(elapsed() - startedAt),
      paid: response.headers.has("payment-response"),
      replayed: response.headers.has("idempotent-replayed"),
      ...trace,
    });
    return response;
  };
}
