import { ApiError, retryAfter } from "@/lib/http/api-error";
import { rpc, type RpcClient, RpcError } from "@/lib/chains/json-rpc";
import { timeoutSignal } from "@/lib/time";

/** How long one node may take. */
const NODE_TIMEOUT_MS = 3_000;
const RETRY_AFTER_SEC = 5;

/**
 * Asks our nodes in turn, the next where one gives no answer; what a node refuses by a code of its own is final. Throws
 * that RpcError, or ApiError 503, whose text tells nothing of a node: addresses of nodes hold keys.
 */
export const askInTurn =
  (nodes: readonly string[]): RpcClient =>
  async (method, params) => {
    let last: unknown = new Error("no node of this chain is set");
    for (const node of nodes)
      try {
        return await rpc(node, method, params, timeoutSignal(NODE_TIMEOUT_MS));
      } catch (error) {
        if (error instanceof RpcError && error.code !== null) throw error;
        last = error;
      }
    throw new ApiError("data_unavailable", "No node of this chain answers at the moment. Try again.", {
      headers: retryAfter(RETRY_AFTER_SEC),
      cause: last,
    });
  };
