import type { IncomingMessage } from "node:http";

export class BodyRefused extends Error {
  override name = "BodyRefused";
  constructor(
    readonly status: 400 | 413,
    message: string,
  ) {
    super(message);
  }
}

/** The request's body as JSON. Throws BodyRefused when it is longer than `maxBytes` or no JSON. */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new BodyRefused(413, `The body is longer than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new BodyRefused(400, "The body is not JSON."); // the parser's words would quote the body
  }
}
