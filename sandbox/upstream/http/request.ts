import type { IncomingMessage } from "node:http";
import { withoutSecrets } from "./secrets";

/** One request to a provider, read from `/<host>/<path>?<query>`. */
export interface UpstreamRequest {
  method: string;
  /** Lower case. */
  host: string;
  /** Decoded, with its leading slash: what patterns are compared with. */
  path: string;
  /** Without "?" and without keys and tokens: what patterns are compared with, and what may be logged. */
  query: string;
  search: URLSearchParams;
  /** Path and query as they were sent, for forwarding. May hold secrets. */
  target: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

export class BadRequest extends Error {
  override name = "BadRequest";
}

const MAX_BODY = 1 << 20;

/** Reads a request. Throws BadRequest when its body is over 1 MiB. */
export async function readRequest(message: IncomingMessage): Promise<UpstreamRequest> {
  const { host, target } = splitHost(message.url ?? "/");
  const mark = target.indexOf("?");
  const rawPath = mark < 0 ? target : target.slice(0, mark);
  const rawQuery = mark < 0 ? "" : target.slice(mark + 1);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const incoming: AsyncIterable<Uint8Array> = message;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size > MAX_BODY) throw new BadRequest(`the body is over ${MAX_BODY} bytes`);
    chunks.push(chunk);
  }
  return {
    method: message.method ?? "GET",
    host,
    path: decoded(rawPath),
    query: withoutSecrets(rawQuery),
    search: new URLSearchParams(rawQuery),
    target,
    headers: Object.fromEntries(
      Object.entries(message.headers).map(([name, value]) => [name, String(value ?? "")]),
    ),
    body: Buffer.concat(chunks),
  };
}

/** "/api.llama.fi/v2/chains?x" → the host and "/v2/chains?x". */
function splitHost(url: string): { host: string; target: string } {
  const end = url.slice(1).search(/[/?]/);
  if (end < 0) return { host: url.slice(1).toLowerCase(), target: "/" };
  const rest = url.slice(1 + end);
  return {
    host: url.slice(1, 1 + end).toLowerCase(),
    target: rest.startsWith("/") ? rest : `/${rest}`,
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a stray "%" is compared as it stands
  }
}
