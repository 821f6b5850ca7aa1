import { isRecord } from "@/lib/is-record";
import type { RpcClient } from "@/lib/chains/json-rpc";

const TIME_LIMIT_MS = 15_000;
/** JSON-RPC's own code for a transaction that its simulation refuses. */
const WOULD_FAIL = -32_002;

/** The service's own refusal to ask or send, in its words; or that no answer came. */
export class ChainRefused extends Error {
  override name = "ChainRefused";
  constructor(
    message: string,
    /** Whether the chain itself would refuse the transaction. */
    readonly wouldFail: boolean,
  ) {
    super(message);
  }
}

const NO_ANSWER = "This browser got no answer. Nothing is lost: try again.";

/** The words of a refusal, of JSON-RPC's form or of the service's. */
function refusalIn(reply: unknown, status: number): ChainRefused {
  const error = isRecord(reply) ? reply.error : null;
  if (isRecord(error) && typeof error.message === "string")
    return new ChainRefused(error.message, error.code === WOULD_FAIL);
  return new ChainRefused(typeof error === "string" ? error : `The service answered ${status}.`, false);
}

/** Asks the chain through this service, since this page may ask nobody else. Throws ChainRefused. */
export const askChain =
  (path: string): RpcClient =>
  async (method, params) => {
    const sent = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    })
      .then(async (response) => ({ status: response.status, reply: (await response.json()) as unknown }))
      .catch(() => null); // offline, too slow, or no JSON: one remedy
    if (sent === null) throw new ChainRefused(NO_ANSWER, false);
    if (!isRecord(sent.reply) || !("result" in sent.reply)) throw refusalIn(sent.reply, sent.status);
    return sent.reply.result;
  };
