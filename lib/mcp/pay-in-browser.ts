import { inputRequired, type CallToolResult, type InputRequiredResult } from "@modelcontextprotocol/server";
import canonicalize from "canonicalize";
import { formatUsd } from "../catalog/money";
import { priceOf } from "../catalog/define";
import { env } from "../env";
import { ApiError, retryAfter } from "../http/api-error";
import { parseArguments } from "../http/body";
import { randomHex } from "../http/digest";
import { isOpen, LINK_OPEN_SEC } from "../http/pay-link-header";
import { fetchAnswer, type Returned } from "../pay-link/fetch-answer";
import { codeOf, linkOf } from "../pay-link/link";
import { sleep } from "../time";
import { unknownTool } from "./catalog-tool";
import { PrepareInput } from "./own-tools";
import { routeArguments } from "./payment";
import { preparePayment } from "./prepare-payment";
import { resultOf, toolResult } from "./result";
import { PAY_REQUEST, type Round } from "./round";
import type { Caller } from "./route-request";
import type { BoundTool } from "./tool-table";

/** How long one round waits for the person, and how often it looks. */
const WAIT_MS = 12_000;
const LOOK_MS = 1_500;
/** Longer addresses are cut by some programs, and read by nobody. */
const MAX_URL = 4_000;
const MAX_NAME = 60;
/** The secret, and the end of its link in seconds. */
const STATE_FORM = /^[0-9a-f]{64}\.[0-9]{10}$/;

/** Some seconds less than an hour: clocks differ, and who ends a link goes by its own. */
const newState = (): string => `${randomHex(32)}.${Math.floor(Date.now() / 1000) + LINK_OPEN_SEC - 60}`;

const partsOf = (state: string): [secret: string, until: string] => [state.slice(0, 64), state.slice(65)];

interface Order {
  tool: BoundTool;
  args: Record<string, unknown>;
  client: string | null;
}

/**
 * Where the person pays. The query has the call. The link, which names the secret by its hash, and the agent's name as it gave
 * it are in the fragment, which browsers send to nobody.
 */
function urlOf({ tool, args, client }: Order, link: string): string {
  const query = new URLSearchParams({ route: tool.entry.path, body: canonicalize(args) ?? "{}" });
  const fragment = new URLSearchParams({
    for: link,
    ...(client === null ? {} : { by: client.slice(0, MAX_NAME) }),
  });
  const url = `${env().PUBLIC_ORIGIN}/pay?${query.toString()}#${fragment.toString()}`;
  if (url.length <= MAX_URL) return url;
  throw new ApiError(
    "payload_too_large",
    "These arguments are too long to be paid for in a browser: shorten them.",
  );
}

async function askPerson(order: Order, state: string): Promise<InputRequiredResult> {
  const { entry, name } = order.tool;
  const link = await linkOf(...partsOf(state));
  const price = formatUsd(priceOf(entry));
  const message = `Pay ${price} for one call of ${name} with a wallet of your browser. The answer comes back here. Pay only if the page shows the code ${codeOf(link)}.`;
  const url = urlOf(order, link);
  return inputRequired({
    inputRequests: { [PAY_REQUEST]: inputRequired.elicitUrl({ message, url }) },
    requestState: state,
  });
}

/** Looks until the person has paid, or this round is over. */
async function awaitAnswer({ tool, args }: Order, state: string) {
  for (const deadline = Date.now() + WAIT_MS; ; await sleep(LOOK_MS)) {
    const fetched = await fetchAnswer(...partsOf(state), tool.entry.path, args);
    if (fetched !== "unpaid" || Date.now() + LOOK_MS > deadline) return fetched;
  }
}

/** Nothing is served for what was returned; who wants an answer has a person pay anew, and not twice by mistake. */
function errorOfReturned(returned: Returned): ApiError {
  const anew =
    "Call this tool anew, without `requestState`, only if an answer is wanted: the person then pays again.";
  return returned.kind === "refunded"
    ? new ApiError(
        "payment_refunded",
        `It was paid, and refunded: the transaction in \`refund\` returned the money to the paying wallet. ${anew}`,
        { details: { refund: returned.refund } },
      )
    : new ApiError(
        "payment_conflict",
        `It was paid, and the money is on its way back to the paying wallet, so nothing is served for it. Call again with the same \`requestState\` later to hear the transaction. ${anew}`,
        { headers: retryAfter(60) },
      );
}

async function continued(order: Order, state: string, declined: boolean) {
  if (!STATE_FORM.test(state))
    throw new ApiError("invalid_request", "`requestState` is not what this tool gave. Call it anew.");
  const fetched = declined
    ? await fetchAnswer(...partsOf(state), order.tool.entry.path, order.args)
    : await awaitAnswer(order, state);
  if (fetched === "gone")
    throw new ApiError("answer_expired", "It was paid, and its answer is no longer kept.");
  if (fetched instanceof Response) return resultOf(fetched);
  if (fetched !== "unpaid") throw errorOfReturned(fetched);
  if (declined)
    throw new ApiError(
      "payment_required",
      "The person declined. No settled payment of theirs for this call is known so far; one that is under way is not undone, and its answer comes by the same `requestState`.",
    );
  if (!isOpen(await linkOf(...partsOf(state)), Date.now()))
    throw new ApiError(
      "payment_required",
      "Nobody paid while the link was open. Call this tool anew, without `requestState`, for another.",
    );
  return askPerson(order, state);
}

/**
 * Has a person pay for one call of a tool, and brings its answer: a first round gives the address of the page that pays,
 * the next ones wait for it. Throws ApiError for what the route refuses anyway, and where the client opens no addresses.
 */
export async function payInBrowser(
  given: Record<string, unknown>,
  tools: ReadonlyMap<string, BoundTool>,
  caller: Caller,
  round: Round,
): Promise<CallToolResult | InputRequiredResult> {
  const { tool: name, arguments: wanted = {} } = parseArguments(PrepareInput, given);
  const tool = tools.get(name);
  if (tool === undefined) throw unknownTool();
  const order = { tool, args: routeArguments(wanted), client: round.client };
  if (!round.opensUrls)
    throw new ApiError(
      "invalid_request",
      "This tool needs a client of protocol revision 2026-07-28 that declares `elicitation.url`: it opens a page for the person behind it. Without one, use svc_prepare_payment and a wallet of your own.",
    );
  if (round.state !== null) return continued(order, round.state, round.declined);
  const prepared = await preparePayment(given, tools, caller);
  if (prepared instanceof Response) return resultOf(prepared);
  return prepared.priceUsdc === 0 ? toolResult({ ...prepared }) : askPerson(order, newState());
}
