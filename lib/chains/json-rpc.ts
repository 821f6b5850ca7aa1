import { readReply } from "@/lib/http/read-reply";
import { isRecord } from "@/lib/is-record";
import { within } from "@/lib/time";

/** JSON-RPC 2.0 over HTTP, for the few calls that the till makes to a chain. */

export class RpcError extends Error {
  override name = "RpcError";
  constructor(
    message: string,
    /** The node's own code; null when it gave none that can be read. */
    readonly code: number | null = null,
    /** HTTP status, where that was the answer; null else. */
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

/** The node has more to say than is read: who can, asks for less. */
export class ReplyTooLong extends RpcError {
  override name = "ReplyTooLong";
}

/**
 * Whether a node might answer a narrower question. Nodes bound what they list by blocks or by results, each in words and with
 * a code of its own, and some with status 400 or 413. Who has had too many questions, or fails, would refuse any.
 */
export const mayAskForLess = (error: unknown): boolean =>
  error instanceof RpcError &&
  (error instanceof ReplyTooLong ||
    error.code !== null ||
    (error.status !== null && error.status >= 400 && error.status < 500 && error.status !== 429));

const codeOf = (error: unknown): number | null =>
  isRecord(error) && typeof error.code === "number" ? error.code : null;

const TIMEOUT_MS = 3_000;

/**
 * Logs whose data is zero: transfers of nothing, which anybody can have a token log in anybody's name. A block holds some ten
 * thousand of them.
 */
const NOTHING = /\{[^{}]*"data"\s*:\s*"0x0+"[^{}]*\}/g;
const MAX_LOGS_BYTES = 64 * 1024 * 1024;

/**
 * A reply of logs as text, in which those of nothing are `null`, so that nobody can make it too long with them. Null where it is
 * longer than `limit` all the same.
 */
async function readLogs(body: ReadableStream<Uint8Array> | null, limit: number): Promise<string | null> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let [kept, read, rest] = [0, 0, ""];
  /** Without what may be a log that has not come to its end. */
  const take = (text: string): void => {
    const end = text.lastIndexOf("}") + 1;
    const part = text.slice(0, end).replace(NOTHING, "null");
    parts.push(part);
    kept += part.length;
    rest = text.slice(end);
  };
  const reader = body?.getReader();
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    read += part.value.byteLength;
    take(rest + decoder.decode(part.value, { stream: true }));
    if (kept + rest.length > limit || read > MAX_LOGS_BYTES) {
      await reader?.cancel();
      return null;
    }
  }
  return parts.join("") + rest + decoder.decode();
}

async function readText(response: Response, method: string): Promise<string> {
  const text =
    method === "eth_getLogs"
      ? await readLogs(response.body, MAX_REPLY_BYTES)
      : await readReply(response, MAX_REPLY_BYTES).then((bytes) => bytes && new TextDecoder().decode(bytes));
  if (text === null) throw new ReplyTooLong(`${method}: more than ${MAX_REPLY_BYTES} bytes`);
  return text;
}

/** A thousand signatures, those of a full block, or its logs are far less, unless somebody takes pains. */
const MAX_REPLY_BYTES = 4 * 1024 * 1024;

async function ask(
  url: string,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    // Behind a redirect, "no connection" would be said of another node than the one that has had the request.
    redirect: "manual",
    signal,
    cache: "no-store",
  });
  if (!response.ok) throw new RpcError(`${method}: HTTP ${response.status}`, null, response.status);
  const reply: unknown = JSON.parse(await readText(response, method));
  if (!isRecord(reply)) throw new RpcError(`${method}: not a JSON-RPC reply`);
  if (reply.error)
    throw new RpcError(`${method}: ${JSON.stringify(reply.error).slice(0, 200)}`, codeOf(reply.error));
  if (!("result" in reply)) throw new RpcError(`${method}: no result`);
  return reply.result;
}

/** The `result` of one call, unchecked: callers parse it. Among logs, `null` stands for one of nothing. Throws RpcError for anything but a result. */
export const rpc = (
  url: string,
  method: string,
  params: readonly unknown[],
  signal?: AbortSignal,
): Promise<unknown> =>
  signal === undefined
    ? within(TIMEOUT_MS, (own) => ask(url, method, params, own))
    : ask(url, method, params, signal);

/** Calls one node; code with several calls takes this instead of an address. */
export type RpcClient = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** Calls to the node at `url`; with a signal they share its time limit instead of having their own. */
export const rpcClient =
  (url: string, signal?: AbortSignal): RpcClient =>
  (method, params) =>
    rpc(url, method, params, signal);
