import { once } from "node:events";
import { createServer } from "node:http";

interface RpcCall {
  id: unknown;
  method: string;
  params: readonly unknown[];
}

/** Answers one call in the node's place: with a result, by asking the node, or not at all. */
type Fault = (call: RpcCall, forward: () => Promise<unknown>) => Promise<unknown>;

/** Ends the connection instead of an answer. */
export const LOST = Symbol("lost");

export interface RpcProxy {
  url: string;
  /** Methods that were asked for, in order. */
  asked: string[];
  /** What happens to calls of a method from now on. */
  faults: Map<string, Fault>;
  close(): Promise<void>;
}

/** A JSON-RPC node behind a line that a test can break, method by method. */
export async function startRpcProxy(target: string): Promise<RpcProxy> {
  const asked: string[] = [];
  const faults: RpcProxy["faults"] = new Map();

  async function answer(body: string): Promise<unknown> {
    const call = JSON.parse(body) as RpcCall; // JSON-RPC's own format
    asked.push(call.method);
    const forward = async (): Promise<unknown> => {
      const headers = { "content-type": "application/json" };
      const reply = (await (await fetch(target, { method: "POST", headers, body })).json()) as {
        result?: unknown;
      }; // JSON-RPC's own format
      return reply.result ?? null;
    };
    return (faults.get(call.method) ?? ((_, ask) => ask()))(call, forward);
  }

  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      answer(body).then(
        (result) => {
          if (result === LOST) return void request.socket.destroy();
          response.setHeader("content-type", "application/json");
          response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result }));
        },
        () => request.socket.destroy(),
      );
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    asked,
    faults,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
