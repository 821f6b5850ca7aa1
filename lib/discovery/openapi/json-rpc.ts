import type { PublishedRoute } from "@/lib/catalog/document";
import { codesAt, refusalResponse } from "./errors";
import type { ApiResponse, Schema } from "./format";
import { headersOf } from "./headers";
import { answerSchema } from "./schemas";
import { refusalsOf } from "./statuses";

/** A message that asks for no answer (JSON-RPC 2.0, §4.1) gets none. */
const TAKEN: ApiResponse = {
  description: "A notification was taken. There is no body.",
  headers: headersOf(),
};

/** A refusal in the protocol's form (JSON-RPC 2.0, §5.1), whichever method was used. */
const PROTOCOL_ERROR: Schema = {
  type: "object",
  properties: {
    jsonrpc: { type: "string", const: "2.0" },
    id: {
      type: ["string", "integer", "null"],
      description: "The message's; null where it could not be read.",
    },
    error: {
      type: "object",
      properties: {
        code: { type: "integer", description: "The protocol's code." },
        message: { type: "string", description: "What was wrong." },
        data: { description: "More about it." },
      },
      required: ["code", "message"],
    },
  },
  required: ["jsonrpc", "id", "error"],
};

/** A refusal comes from the service in its own form, or from the protocol in its own. */
function refusal(status: number): ApiResponse {
  const ours = codesAt(status).length === 0 ? null : refusalResponse(status);
  const schema = ours?.content?.["application/json"]?.schema;
  if (ours !== null && schema === undefined) return ours;
  return {
    description: ours?.description ?? "The protocol refuses the message; `error` says why.",
    headers: headersOf(),
    content: {
      "application/json": { schema: schema ? { anyOf: [schema, PROTOCOL_ERROR] } : PROTOCOL_ERROR },
    },
  };
}

/** The answers of a route that speaks JSON-RPC. */
export function jsonRpcResponses(entry: PublishedRoute): [status: number, ApiResponse][] {
  const message = answerSchema(entry.output);
  const answer: ApiResponse = {
    description: "The answer.",
    headers: headersOf(),
    content: {
      "application/json": { schema: message, example: entry.sample.output },
    },
  };
  return [
    [200, answer],
    ...(entry.method === "GET" ? [] : [[202, TAKEN] satisfies [number, ApiResponse]]),
    ...refusalsOf(entry).map((status): [number, ApiResponse] => [status, refusal(status)]),
  ];
}
