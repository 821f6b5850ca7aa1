import type { CallToolResult } from "@modelcontextprotocol/server";
import { base64ToText } from "../http/base64";
import { isRecord } from "../is-record";
import { RECEIPT_MEMBER } from "./receipt-member";

type Body = Record<string, unknown>;

/** A result whose text says the same as its structured content, for clients that read only one of them. */
export const toolResult = (body: Body, more: Partial<CallToolResult> = {}): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(body) }],
  structuredContent: body,
  ...more,
});

/** What the route's function wrote into a receipt header. */
const fromHeader = (header: string | null): unknown =>
  header === null ? undefined : JSON.parse(base64ToText(header));

/** The answer with its receipts: in `_meta`, where x402 and MPP look for them, and in the answer, where a model sees them. */
function paidResult(answer: Body, { headers }: Response, settlement: unknown): CallToolResult {
  const mpp = fromHeader(headers.get("payment-receipt"));
  const receipt = {
    x402: settlement,
    ...(mpp === undefined ? {} : { mpp }),
    replayed: headers.has("idempotent-replayed"),
  };
  return toolResult(
    { ...answer, [RECEIPT_MEMBER]: receipt },
    {
      _meta: {
        "x402/payment-response": settlement,
        ...(mpp === undefined ? {} : { "org.paymentauth/receipt": mpp }),
      },
    },
  );
}

/**
 * A refusal as a result: the ApiError body, which the model that called can read and mend. What HTTP says in
 * Retry-After is in `retryAfterSec`.
 */
export function refusalResult(body: Body, headers: Headers): CallToolResult {
  const wait = headers.get("retry-after");
  return toolResult(wait === null ? body : { ...body, retryAfterSec: Number(wait) }, { isError: true });
}

/** A route's answer or refusal, other than a 402, as its tool's result. Throws when it is no JSON object. */
export async function resultOf(response: Response): Promise<CallToolResult> {
  const body: unknown = await response.json();
  if (!isRecord(body)) throw new Error(`the route answered ${response.status} without an object`);
  if (!response.ok) return refusalResult(body, response.headers);
  const settlement = fromHeader(response.headers.get("payment-response"));
  return settlement === undefined ? toolResult(body) : paidResult(body, response, settlement);
}
