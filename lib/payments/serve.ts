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
import { makeCall } from "./call";
import { challengeResponse } from "./challenge-response";
import { bringsPayment } from "./brings-payment";
import { readTender } from "./credentials";
import { keptAnswer } from "./kept-answer";
import { merchant } from "./merchant";
import { paidCall } from "./paid-call";
import { PaymentRefused, type Reason } from "./reasons";
import type { ChallengeTemplate } from "./challenge";
import { renderTemplate } from "./template";

/** A route's function, marked with the path that it serves, so that it can't be bound to another. */
export type RouteFunction<Path extends string> = ((request: Request) => Promise<Response>) & {
  readonly path?: Path;
};

/** What the log line of a call tells besides its answer. */
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
    const signal = AbortSignal.timeout(entry.limits.budgetMs);
    const { answer } = await handler(input, { now: new Date(), signal, headers });
    if (env().VALIDATE_OUTPUT) entry.output.parse(answer);
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
): Promise<Response> {
  const brings = bringsPayment(request.headers);
  if (guard === null && !brings) throw new PaymentRefused("no_payment");
  const args = await readArgs(entry, request);
  if (!brings && Object.keys(args).length === 0) throw new PaymentRefused("no_payment");
  const read = readRequest(entry, request, args);
  if ((await guard?.(read.input, { brings })) === "free") return answerFree(entry, handler, read);
  const tender = await readTender(request.headers, merchant(), priceOf(entry));
  if (tender === null) throw new PaymentRefused("no_payment");
  const call = await makeCall(entry, handler, read, tender, keepAlive);
  trace.payment = tender.key;
  return paidCall(call);
}

/**
 * A route's own 402s. What the catalog says of them is rendered at the first, since most of a route's 402s come from
 * the front door; only that one needs the challenges of all routes beforehand.
 */
function challenger(entry: RouteEntry): (reason: Reason, message: string) => Promise<Response> {
  let template: ChallengeTemplate | undefined;
  return (reason, message) =>
    challengeResponse((template ??= renderTemplate(entry)), reason, keepAlive, message).catch(
      (error: unknown) => errorResponse(error, entry.path),
    );
}

/**
 * Binds a catalog entry to its handler: the whole of what a route file does. It enforces everything that the front
 * door enforces, in case that never ran. A guarded entry needs its guard, and no other has one.
 */
export function serve<E extends RouteEntry>(
  entry: E,
  handler: Handler<E>,
  guard: Guard<E> | null = null,
): RouteFunction<E["path"]> {
  if ((entry.gate === "guarded") !== (guard !== null))
    throw new Error(`${entry.path}: a guarded route has a guard, and no other has`);
  const challenge = challenger(entry);
  return async (request) => {
    const startedAt = performance.now();
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
      return error instanceof PaymentRefused
        ? challenge(error.reason, error.message)
        : errorResponse(error, entry.path);
    });
    log.info("call", {
      route: entry.path,
      status: response.status,
      ms: Math.round(performance.now() - startedAt),
      paid: response.headers.has("payment-response"),
      replayed: response.headers.has("idempotent-replayed"),
      ...trace,
    });
    return response;
  };
}
