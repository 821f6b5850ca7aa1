import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach } from "vitest";

/** Answers with a JSON-RPC error of this code. */
export class NodeError {
  constructor(readonly code: number) {}
}
/** Cuts the connection after the request was taken. */
export const CUT = Symbol("cut");

/** What a node answers to each method; nothing, and the method is not there. */
export type Answers = Record<string, (params: readonly unknown[]) => unknown>;

const open: { close(): void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** A node that answers as a test tells it, over a real socket: for what a healthy local chain never says. */
export async function scriptedNode(answers: Answers): Promise<string> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] }; // our own request
      const result = answers[method]?.(params);
      if (result === CUT) {
        request.socket.destroy();
        return;
      }
      const error =
        result instanceof NodeError
          ? { code: result.code, message: "Refused" }
          : result === undefined
            ? { code: -32601, message: "Method not found" }
            : null;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...(error === null ? { result } : { error }) }));
    });
  }).listen(0, "127.0.0.1");
  open.push(server);
  await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}
