import type * as z from "zod";
import { mayWrite, type RouteEntry } from "@/lib/catalog/define";
import type { Entitlement, Handler, HandlerResult } from "@/lib/handler";
import { firstOf, now, sleep, timeoutSignal } from "@/lib/time";
import { checkAnswer } from "../answers/check-answer";
import { applyOnce, findApplied, Overtaken } from "./apply";
import { findCached, keepCached } from "./cached";
import { isKept, type FreeRequest, nameCall, type Rendered, writes } from "./kept";
import { freeResponse, render } from "./render";

/** A call that nobody pays for, as it was read. */
export interface FreeCall<E extends RouteEntry> extends FreeRequest {
  entry: E;
  handler: Handler<E>;
  input: z.output<E["input"]>;
  url?: string;
  /** What the route's guard found the caller entitled to. */
  entitlement?: Entitlement;
}

async function runHandler<E extends RouteEntry>({
  entry,
  handler,
  input,
  headers,
  entitlement,
  url,
}: FreeCall<E>) {
  const signal = firstOf([timeoutSignal(entry.limits.budgetMs)]); // the platform's own: it goes wherever the handler hands it
  const context = {
    now: new Date(now()),
    signal,
    headers,
    ...(url !== undefined && { url }),
    ...(entitlement !== undefined && { entitlement }),
  };
  const result: HandlerResult<unknown> = await handler(input, context);
  checkAnswer(entry, result.answer);
  return { result, rendered: render(entry, result) };
}

/** How often a handler looks, where calls that write the same overtake it, and what it waits between at most, by looks. */
const MAX_LOOKS = 8;
const PAUSE_MS = 10;

interface Answered {
  rendered: Rendered;
  replayed: boolean;
}

/** A call that changes nothing: nobody is kept from its answer by a store that is down. */
async function answerRead<E extends RouteEntry>(call: FreeCall<E>): Promise<Answered> {
  const { entry } = call;
  const run = async (): Promise<{ result: HandlerResult<unknown>; rendered: Rendered }> => {
    const made = await runHandler(call);
    if (writes(made.result))
      throw new Error(`${entry.method} ${entry.path} changes nothing, and has effects`);
    return made;
  };
  if (entry.method === "GET" || call.idempotencyKey === null)
    return { rendered: (await run()).rendered, replayed: false };
  const name = await nameCall(call);
  const kept = await findCached(entry, name);
  if (kept !== null) return { rendered: kept, replayed: true };
  const { result, rendered } = await run();
  if (isKept(result)) await keepCached(entry, name, rendered);
  return { rendered, replayed: false };
}

/**
 * A call that may change something. Handlers only read, so that copies of one call may run beside each other: the one
 * whose writes come first is applied, and the others answer what it answered. Where nothing is to be written the answer
 * is worth no place in the ledger's database, and is kept as a read's is.
 */
async function answerWrite<E extends RouteEntry>(call: FreeCall<E>): Promise<Answered> {
  const { entry } = call;
  const name = await nameCall(call);
  if (name.named) {
    const [applied, cached] = await Promise.all([findApplied(entry, name), findCached(entry, name)]);
    const kept = applied ?? cached;
    if (kept !== null) return { rendered: kept, replayed: true };
  }
  for (let look = 1; ; look += 1) {
    const { result, rendered } = await runHandler(call);
    const { effects, reserve = [] } = result;
    if (!writes(result)) {
      if (name.named && isKept(result)) await keepCached(entry, name, rendered);
      return { rendered, replayed: false };
    }
    try {
      return await applyOnce(entry, name, { effects, reserve }, rendered);
    } catch (error) {
      if (!(error instanceof Overtaken) || look === MAX_LOOKS) throw error;
      await sleep(Math.random() * look * PAUSE_MS); // those that were overtaken together don't meet again
    }
  }
}

/**
 * Answers a call that nobody pays for. With an Idempotency-Key, on a route that takes a body, the same request gets the
 * first answer for 24 hours. Throws ApiError for what the handler refuses, and 409 and 503 as `applyOnce` does.
 */
export async function answerFree<E extends RouteEntry>(call: FreeCall<E>): Promise<Response> {
  const { rendered, replayed } = await (mayWrite(call.entry) ? answerWrite(call) : answerRead(call));
  return freeResponse(rendered, { replayed, ifNoneMatch: call.headers.get("if-none-match") });
}
