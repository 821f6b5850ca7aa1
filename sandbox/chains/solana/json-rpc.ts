import { isRecord } from "@/lib/is-record";
import type { Methods } from "./params";
import { RPC_CODES, RpcError } from "./rpc-error";

const MAX_BATCH = 100;

export interface RpcAnswer {
  jsonrpc: "2.0";
  id: unknown;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

const refuse = (id: unknown, { code, message, data }: RpcError): RpcAnswer => ({
  jsonrpc: "2.0",
  id,
  error: { code, message, ...(data !== undefined && { data }) },
});

async function answerOne(request: unknown, methods: Methods): Promise<RpcAnswer> {
  if (!isRecord(request) || typeof request["method"] !== "string") {
    return refuse(null, new RpcError(RPC_CODES.invalidRequest, "Invalid request"));
  }
  const { id = null, method: name, params = [] } = request;
  try {
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (method === undefined) throw new RpcError(RPC_CODES.methodNotFound, `Method not found: ${name}`);
    if (!Array.isArray(params))
      throw new RpcError(RPC_CODES.invalidParams, "Invalid params: expected an array");
    return { jsonrpc: "2.0", id, result: (await method(params)) ?? null };
  } catch (error) {
    if (error instanceof RpcError) return refuse(id, error);
    return refuse(
      id,
      new RpcError(RPC_CODES.internal, error instanceof Error ? error.message : "Internal error"),
    );
  }
}

/** Answers a JSON-RPC 2.0 request or a batch of them. Never throws: whatever is wrong is in the answer. */
export async function answerRpc(body: unknown, methods: Methods): Promise<RpcAnswer | RpcAnswer[]> {
  if (!Array.isArray(body)) return answerOne(body, methods);
  if (body.length === 0 || body.length > MAX_BATCH) {
    return refuse(null, new RpcError(RPC_CODES.invalidRequest, `A batch has 1 to ${MAX_BATCH} requests`));
  }
  return Promise.all(body.map((request) => answerOne(request, methods)));
}
