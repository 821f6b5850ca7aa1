import { RpcFailure } from "../chains/base";
import { json, type Server } from "./message";

interface Question {
  id: number;
  method: string;
  params: unknown[];
}

/** A chain's node: JSON-RPC 2.0 over HTTP. */
export const rpcServer =
  (ask: (method: string, params: readonly unknown[]) => unknown): Server =>
  ({ body }, reply) => {
    const { id, method, params } = JSON.parse(body) as Question; // the till's own request
    try {
      reply(json(200, { jsonrpc: "2.0", id, result: ask(method, params) }));
    } catch (error) {
      if (!(error instanceof RpcFailure)) throw error;
      reply(json(200, { jsonrpc: "2.0", id, error: { code: error.code, message: error.message } }));
    }
  };
