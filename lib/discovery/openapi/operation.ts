import { type AnswerStatus, isPaid, priceOf } from "@/lib/catalog/define";
import type { PublishedRoute } from "@/lib/catalog/document";
import { formatUsd } from "@/lib/catalog/money";
import { needsInSchema, needsInWords } from "../needs";
import type { Site } from "../site";
import { refusalName, refusalResponse } from "./errors";
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

/** What an answer means by its status. */
const MEANING: Readonly<Record<AnswerStatus, string>> = {
  200: "The answer.",
  201: "Something was made; the answer says what, and `Location` where it is found.",
  202: "Something was begun; the answer says what.",
  304: "You have the answer already: its entity tag is one of `If-None-Match`. No body.",
  409: "The answer: the request is in conflict with what is there, and the answer says how.",
  422: "The answer: the request was understood, and what it says does not hold.",
};

/** What may come with a free answer. */
function freeHeaders(entry: PublishedRoute, status: AnswerStatus): Record<string, Header | Reference> {
  const tagged = entry.answers.includes(304) && (status === 200 || status === 304);
  return headersOf(
    [],
    [
      "Cache-Control",
      ...(tagged ? (["ETag"] as const) : []),
      ...(status === 201 || status === 202 ? (["Location"] as const) : []),
      ...(status === 202 || status === 409 ? (["Retry-After"] as const) : []),
      ...(entry.method === "GET" ? [] : (["Idempotent-Replayed"] as const)),
    ],
  );
}

function answer(entry: PublishedRoute, status: AnswerStatus, mpp: boolean): ApiResponse {
  const headers = isPaid(entry) ? paidHeaders(entry, mpp) : freeHeaders(entry, status);
  const schema = answerSchema(entry.output);
  if (status === 304) return { description: MEANING[status], headers };
  if (status === 200)
    return {
      description: MEANING[status],
      headers,
      content: { "application/json": { schema, example: entry.sample.output } },
    };
  if (!refusalsOf(entry).includes(status))
    return { description: MEANING[status], headers, content: { "application/json": { schema } } };
  const refusal = refusalResponse(status);
  return {
    description: [MEANING[status], refusal.description].join("\n\n"),
    headers: { ...refusal.headers, ...headersOf([], ["Retry-After"]) },
    content: {
      "application/json": { schema: { anyOf: [schema, refusal.content?.["application/json"]?.schema] } },
    },
  };
}

/** A refusal that the route has a word of its own to say of, or the one of all routes. */
function refusal(entry: PublishedRoute, status: number, mpp: boolean): ApiResponse | Reference {
  if (status === 402) return paymentRequiredResponse(entry, mpp);
  if (status !== 500 || entry.ifFailed === undefined) return refTo("responses", refusalName(status));
  const common = refusalResponse(status);
  return { ...common, description: `${common.description} ${entry.ifFailed}` };
}

function responses(entry: PublishedRoute, mpp: boolean): Record<string, ApiResponse | Reference> {
  if (entry.wire === "json-rpc") return Object.fromEntries(jsonRpcResponses(entry));
  const refusals = refusalsOf(entry).map((status) => [String(status), refusal(entry, status, mpp)]);
  const answers = entry.answers.map((status) => [String(status), answer(entry, status, mpp)]);
  return Object.fromEntries([...refusals, ...answers]);
}

function requestBody(entry: PublishedRoute): NonNullable<Operation["requestBody"]> {
  const { input, sample, limits, needs } = entry;
  const takesNothing = needs === undefined && input.safeParse({}).success; // an empty body is {}
  const size = `A JSON object of at most ${limits.bodyBytes / 1024} KB.`;
  return {
    description: [size, takesNothing ? "An empty body is {}." : needsInWords(entry)].join(" ").trim(),
    required: !takesNothing,
    content: {
      "application/json": {
        schema: { ...requestSchema(input), ...needsInSchema(entry) },
        example: sample.input,
      },
    },
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
