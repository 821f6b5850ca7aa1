import { isRecord } from "@/lib/is-record";
import { listen } from "@/sandbox/host/listen";
import { readJson } from "@/sandbox/host/read-json";

/** What a node answers to a call: its result, or an error. */
export type RpcAnswer =
  | { result: unknown }
  /** `status`: by which it says so, where that is not 200. */
  | { error: { code: number; message: string; data?: string }; status?: number };

export interface ScriptedRpc {
  url: string;
  /** Methods that were called, in order. */
  calls: string[];
  close(): Promise<void>;
}

/** A JSON-RPC node that says what a test wants it to say; null: HTTP 503. */
export async function startScriptedRpc(
  answer: (method: string, params: readonly unknown[]) => RpcAnswer | null | Promise<RpcAnswer | null>,
): Promise<ScriptedRpc> {
  const calls: string[] = [];
  const { url, close } = await listen(0, (request, response) => {
    void readJson(request, 100_000).then(async (body) => {
      const { id, method, params } = isRecord(body) ? body : {};
      calls.push(String(method));
      const said = await answer(String(method), Array.isArray(params) ? params : []);
      const status = said !== null && "status" in said ? said.status : 200;
      response.writeHead(said === null ? 503 : (status ?? 200), { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...said }));
    });
  });
  return { url, calls, close };
}
