import { isRecord } from "@/lib/is-record";

export class RpcFailed extends Error {
  override name = "RpcFailed";
}

/** One JSON-RPC 2.0 call. Returns `result`; throws RpcFailed with the node's own words when it answers an error. */
export async function callRpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const answer: unknown = await response.json();
  if (!isRecord(answer) || !("result" in answer)) {
    throw new RpcFailed(`${method} failed: ${JSON.stringify(answer).slice(0, 300)}`);
  }
  return answer["result"];
}

/**
 * Waits until a node answers, so that processes may be started in any order. Throws RpcFailed after `timeoutMs`,
 * with the last failure as its cause.
 */
export async function untilAnswering(url: string, method: string, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      await callRpc(url, method, []);
      return;
    } catch (cause) {
      if (Date.now() > deadline)
        throw new RpcFailed(`${url} did not answer within ${timeoutMs} ms`, { cause });
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
