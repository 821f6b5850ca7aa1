import { readArguments } from "@/lib/http/body";
import { errorResponse } from "@/lib/http/errors";
import { jsonResponse } from "@/lib/http/headers";
import { isListed, withListedOrigins } from "@/lib/http/listed-origins";
import { UNSUPPORTED_VERSION } from "@/lib/chains/ask-transaction";
import { type Answered, parseRequest, routeFunction } from "@/lib/payments/answers/route-function";
import { RpcError } from "@/lib/chains/json-rpc";
import { solanaNodes } from "@/lib/chains/nodes";
import { askInTurn } from "./ask-nodes";
import { solanaRpcEntry } from "./entry";
import { METHODS } from "./methods";
import { RpcRefusal } from "./refusal";

type Id = string | number | null;

const NO_STORE = { "cache-control": "no-store" };

const refusal = (id: Id, status: number, code: number, message: string): Answered => ({
  response: jsonResponse(status, { jsonrpc: "2.0", id, error: { code, message } }, NO_STORE),
  refused: String(code),
});

async function resultOf(name: string, params: readonly unknown[]): Promise<unknown> {
  const method = METHODS.get(name);
  if (method === undefined)
    throw new RpcRefusal(
      "not_allowed",
      `Methods that can be called here: ${[...METHODS.keys()].join(", ")}.`,
    );
  return method(params, askInTurn(solanaNodes()));
}

const REFUSED = "The node refuses this call.";
const HIGHER_VERSION =
  "The transaction's version is above `maxSupportedTransactionVersion`. Ask again with a higher one, up to 255.";

/** Throws ApiError for what is no message, and where no node answers. */
async function answer(request: Request): Promise<Answered> {
  const args = await readArguments(request, solanaRpcEntry.limits.bodyBytes);
  const { input } = parseRequest(solanaRpcEntry, request, args);
  const id = input.id ?? null;
  try {
    if (!isListed(request.headers.get("origin")))
      throw new RpcRefusal("foreign_page", "Pages of other sites use a node of their own.");
    const result = await resultOf(input.method, input.params ?? []);
    return { response: jsonResponse(200, { jsonrpc: "2.0", id, result }, NO_STORE) };
  } catch (error) {
    if (error instanceof RpcRefusal) return refusal(id, error.status, error.code, error.message);
    // The node's own refusal: its code is the protocol's, and its words may be about the node itself.
    if (error instanceof RpcError && error.code !== null)
      return refusal(id, 200, error.code, error.code === UNSUPPORTED_VERSION ? HIGHER_VERSION : REFUSED);
    throw error;
  }
}

/** The route's function, as its file exports it. */
export const solanaRpc = routeFunction(solanaRpcEntry, async (request) => {
  const { response, ...rest } = await answer(request).catch((error: unknown): Answered => ({
    response: errorResponse(error, solanaRpcEntry.path),
  }));
  return { response: withListedOrigins(response, request), ...rest };
});
