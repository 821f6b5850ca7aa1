import type { CallToolResult } from "@modelcontextprotocol/server";
import type { PaymentRequired } from "@x402/core/types";
import { isPaid } from "../catalog/define";
import { env } from "../env";
import { clientAddress } from "../http/client-address";
import { parseArguments } from "../http/body";
import { errorResponse } from "../http/errors";
import { keepAlive } from "../http/keep-alive";
import { rateLimited } from "../http/limit-headers";
import { HOLDER_WALLET, readCallHeaders } from "../http/request-headers";
import { notePastTheDoor, notePriceQuestion } from "../http/request-notes";
import { PaymentRefused, REASONS, type Reason } from "../payments/outcome/reasons";
import { countRequest } from "../store/rate-limit";
import { challengeResult, type Unpaid } from "./challenge";
import { holderHeaders, paymentHeaders, routeArguments } from "./payment";
import { resultOf } from "./result";
import { type Caller, routeRequest } from "./route-request";
import type { BoundTool } from "./tool-table";

type Members = Readonly<Record<string, unknown>>;

/** What came of a route's function: its response, or why it wants to be paid. */
export type Outcome = { kind: "answered"; response: Response } | Unpaid;

/** A route's own limit counts its calls however they come. Throws ApiError 429. */
async function countRule({ entry }: BoundTool, { headers }: Caller, isPaidFor: boolean): Promise<void> {
  const { rate } = entry.limits;
  // A call without a payment is no audit yet: the guard counts what it serves free, or refuses.
  if (rate === undefined || (entry.gate === "guarded" && !isPaidFor)) return;
  const state = await countRequest(clientAddress(headers), keepAlive, rate);
  if (!state.allowed) throw rateLimited(state, Date.now());
}

/** A 402's body says why in words for HTTP; that nothing was paid has its own for tools. */
async function unpaid(response: Response): Promise<Unpaid> {
  const { reason, error, x402 } = (await response.json()) as RouteChallenge;
  return {
    ...{ kind: "unpaid", reason },
    ...(error === REASONS.no_payment ? {} : { message: error }),
    ...(x402.extensions?.["sign-in-with-x"] === undefined ? {} : { ofRequest: { ...x402 } }),
  };
}

/** The members of a 402's body that are read here, as challengeParts makes it. */
interface RouteChallenge {
  reason: Reason;
  error: string;
  x402: PaymentRequired;
}

/**
 * Asks a tool's route as HTTP would: the front door's part first (the route's own limit, the headers that every call may
 * have, and the challenge for a call without a payment or a holder's claim where nothing comes before that), then the
 * route's function.
 */
export async function requestRoute(
  tool: BoundTool,
  args: Members,
  payment: Readonly<Record<string, string>>,
  caller: Caller,
): Promise<Outcome> {
  await countRule(tool, caller, Object.keys(payment).length > 0);
  readCallHeaders(caller.headers);
  const isClaimed = tool.entry.holders === "free" && caller.headers.has(HOLDER_WALLET);
  if (tool.entry.gate === "payment-first" && !isClaimed && Object.keys(payment).length === 0)
    return { kind: "unpaid", reason: "no_payment" };
  // A query has no types, so a text for a number would pass there that no JSON body and no tool's schema takes.
  if (tool.entry.method === "GET") parseArguments(tool.entry.input, args);
  const asked = notePastTheDoor(routeRequest(tool.entry, args, payment, caller, env().PUBLIC_ORIGIN));
  const response = await tool.run(caller.asksPrice === true ? notePriceQuestion(asked) : asked);
  return response.status === 402 ? unpaid(response) : { kind: "answered", response };
}

async function outcome(tool: BoundTool, given: Members, meta: Members, caller: Caller): Promise<Outcome> {
  try {
    const payment = isPaid(tool.entry) ? paymentHeaders(given, meta) : {};
    const headers = new Headers(caller.headers);
    for (const [name, value] of Object.entries(holderHeaders(given, headers))) headers.set(name, value);
    return await requestRoute(tool, routeArguments(given), payment, { headers, signal: caller.signal });
  } catch (error) {
    if (error instanceof PaymentRefused)
      return { kind: "unpaid", reason: error.reason, message: error.message };
    throw error;
  }
}

/** Calls a route's tool: its answer, its challenge or its refusal, each as a result. Never throws. */
export async function callRoute(
  tool: BoundTool,
  given: Members,
  meta: Members,
  caller: Caller,
): Promise<CallToolResult> {
  try {
    const came = await outcome(tool, given, meta, caller);
    if (came.kind === "answered") return await resultOf(came.response);
    return await challengeResult(tool.name, came);
  } catch (error) {
    return resultOf(errorResponse(error, tool.entry.path));
  }
}
