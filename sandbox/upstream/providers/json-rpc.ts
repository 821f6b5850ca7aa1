import { z } from "zod";
import { type Answer, json } from "../http/answer";
import type { UpstreamRequest } from "../http/request";

const call = z.object({ id: z.unknown(), method: z.string(), params: z.unknown() });

/** What a method answers, or undefined for a method that nobody simulates. */
export type RpcMethod = (
  params: unknown,
) => { result: unknown } | { error: { code: number; message: string } };

/** A JSON-RPC node: errors come with status 200. Whole numbers may be bigints and are written as numbers. */
export function answerRpc(request: UpstreamRequest, methods: Readonly<Record<string, RpcMethod>>): Answer {
  const parsed = call.safeParse(parse(request.body.toString()));
  if (!parsed.success)
    return json({ jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid request" } });
  const { id, method, params } = parsed.data;
  const known = Object.hasOwn(methods, method) ? methods[method] : undefined;
  const said = known?.(params) ?? { error: { code: -32601, message: "Method not found" } };
  return {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: stringify({ jsonrpc: "2.0", ...said, id }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // refused as an invalid request
  }
}

/** JSON in which a bigint is a number of all its digits, as the providers write it. */
function stringify(value: unknown): string {
  const mark = "\u0000big:";
  const text = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "bigint" ? `${mark}${inner}` : inner,
  );
  return text.replace(/"\\u0000big:(\d+)"/g, "$1");
}
