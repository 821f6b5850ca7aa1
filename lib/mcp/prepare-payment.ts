import type * as z from "zod";
import { isPaid } from "../catalog/define";
import { parseArguments } from "../http/body";
import { HOLDER_WALLET } from "../http/request-headers";
import { HOW_TO_PAY, NOTHING_TO_PAY, unknownTool } from "./catalog-tool";
import { requestRoute, type Outcome } from "./call-route";
import { toolChallenge } from "./challenge";
import { judgeArguments } from "./judge-arguments";
import { PrepareInput, type PrepareOutput } from "./own-tools";
import { routeArguments } from "./payment";
import type { Caller } from "./route-request";
import type { BoundTool } from "./tool-table";

type Prepared = z.output<typeof PrepareOutput>;

const nothingToPay = (tool: string, args: Record<string, unknown>): Prepared => ({
  ok: true,
  tool,
  priceUsdc: 0,
  arguments: args,
  x402: null,
  mpp: [],
  howToPay: [NOTHING_TO_PAY],
});

/** What the route says to the call without a payment; a free route is not asked. */
async function unpaidOutcome(
  tool: BoundTool,
  args: Record<string, unknown>,
  caller: Caller,
): Promise<Outcome | null> {
  const { entry } = tool;
  judgeArguments(entry, args);
  const headers = new Headers(caller.headers);
  headers.delete(HOLDER_WALLET); // what a holder has free is not used up by asking what it costs
  const asking: Caller = { headers, signal: caller.signal, asksPrice: true };
  return isPaid(entry) ? requestRoute(tool, args, {}, asking) : null;
}

/**
 * What a call of a tool costs now: the arguments are judged first, by the route's schema, what it needs and its own guards, so that
 * nobody signs for a call that would be refused. Returns the route's refusal as it is; throws ApiError 400 and 429.
 */
export async function preparePayment(
  given: Record<string, unknown>,
  tools: ReadonlyMap<string, BoundTool>,
  caller: Caller,
): Promise<Prepared | Response> {
  const { tool: name, arguments: wanted = {} } = parseArguments(PrepareInput, given);
  const tool = tools.get(name);
  if (tool === undefined) throw unknownTool();
  const args = routeArguments(wanted);
  const outcome = await unpaidOutcome(tool, args, caller);
  if (outcome === null) return nothingToPay(name, args);
  if (outcome.kind === "answered") return outcome.response.ok ? nothingToPay(name, args) : outcome.response;
  const { priceUsdc, x402, mpp } = await toolChallenge(name, outcome);
  return { ok: true, tool: name, priceUsdc, arguments: args, x402, mpp, howToPay: HOW_TO_PAY };
}
