import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Answer } from "./answer";

/** The provider's address of a redirection, as an address on this server: a client that follows it stays here. */
function stayHere(location: string, host: string): string {
  const to = URL.canParse(location, `https://${host}`) ? new URL(location, `https://${host}`) : undefined;
  return to ? `/${to.host}${to.pathname}${to.search}` : location;
}

/** Writes an answer and waits until the client has it or has left. */
export async function send(
  response: ServerResponse,
  { status, headers, body }: Answer,
  host: string,
): Promise<void> {
  const { location, ...others } = headers;
  const head = { ...others, ...(location !== undefined && { location: stayHere(location, host) }) };
  if (typeof body === "string" || body instanceof Uint8Array) {
    const bytes = Buffer.from(body);
    response.writeHead(status, { ...head, "content-length": String(bytes.length) });
    response.end(bytes);
    return;
  }
  response.writeHead(status, head);
  response.flushHeaders();
  await pipeline(Readable.from(body, { objectMode: false }), response);
}
