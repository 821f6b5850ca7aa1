import { isPaid, priceOf } from "@/lib/catalog/define";
import type { PublishedRoute } from "@/lib/catalog/document";
import { formatUsd } from "@/lib/catalog/money";
import type { Site } from "../site";
import { refusalName } from "./errors";
import { refTo, type ApiResponse, type Header, type Operation, type Reference } from "./format";
import { headersOf } from "./headers";
import { jsonRpcResponses } from "./json-rpc";
import { parametersOf } from "./parameters";
import { paymentInfo } from "./payment-info";
import { paymentRequiredResponse } from "./payment-required";
import { answerSchema, requestSchema } from "./schemas";
import { securityOf } from "./security";
import { refusalsOf } from "./statuses";

/** `post` and `intel-tvl` → `postIntelTvl`: the method is in it, so that another one at the path changes no id. */
const operationId = ({ method, label }: PublishedRoute): string =>
  method.toLowerCase() +
  label
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

const JUDGED_FIRST =
  "What is sent is judged before a payment is asked for: a request that says anything and is refused gets its 400 or 403 whether it pays or not.";

function describe(entry: PublishedRoute): string {
  if (!isPaid(entry)) return entry.description;
  const price = `Costs ${formatUsd(priceOf(entry))} in USDC a call; no refusal is charged.`;
  return [entry.description, price, ...(entry.gate === "guarded" ? [JUDGED_FIRST] : [])].join("\n\n");
}

/** What comes with a paid answer. A call that was free has no receipt. */
function paidHeaders(entry: PublishedRoute, mpp: boolean): Record<string, Header | Reference> {
  const settled = ["PAYMENT-RESPONSE"] as const;
  const maybe = ["Idempotent-Replayed", ...(mpp ? (["Payment-Receipt"] as const) : [])] as const;
  return entry.sometimesFree ? headersOf([], [...settled, ...maybe]) : headersOf(settled, maybe);
}

const answer = (entry: PublishedRoute, mpp: boolean): ApiResponse => ({
  description: "The answer.",
  headers: isPaid(entry) ? paidHeaders(entry, mpp) : headersOf(),
  content: { "application/json": { schema: answerSchema(entry.output), example: entry.sample.output } },
});

function responses(entry: PublishedRoute, mpp: boolean): Record<string, ApiResponse | Reference> {
  if (entry.wire === "json-rpc") return Object.fromEntries(jsonRpcResponses(entry));
  const refusals = refusalsOf(entry).map((status) => [
    String(status),
    status === 402 ? paymentRequiredResponse(entry, mpp) : refTo("responses", refusalName(status)),
  ]);
  return Object.fromEntries([["200", answer(entry, mpp)], ...refusals]);
}

function requestBody({ input, sample, limits }: PublishedRoute): NonNullable<Operation["requestBody"]> {
  const takesNothing = input.safeParse({}).success; // an empty body is {}
  const size = `A JSON object of at most ${limits.bodyBytes / 1024} KB.`;
  return {
    description: takesNothing ? `${size} An empty body is {}.` : size,
    required: !takesNothing,
    content: { "application/json": { schema: requestSchema(input), example: sample.input } },
  };
}

/** One route of the catalog, all that a caller needs to know of it. `tag` is its group. */
export function operationOf(entry: PublishedRoute, tag: string, site: Site): Operation {
  return {
    operationId: operationId(entry),
    tags: [tag],
    summary: entry.summary,
    description: describe(entry),
    parameters: parametersOf(entry),
    ...(entry.method === "GET" ? {} : { requestBody: requestBody(entry) }),
    responses: responses(entry, site.mpp),
    security: securityOf(entry, site.mpp),
    ...(isPaid(entry) ? { "x-payment-info": paymentInfo(entry, site) } : {}),
    ...(entry.limits.rate === undefined ? {} : { "x-rate-limit": entry.limits.rate }),
  };
}
