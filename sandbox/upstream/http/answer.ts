/** What goes back to the client, before it meets a socket. */
export interface Answer {
  status: number;
  /** Lower-case names. The length is set when the body's is known. */
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | AsyncIterable<Uint8Array>;
}

export function json(value: unknown, status = 200, type = "application/json; charset=utf-8"): Answer {
  return { status, headers: { "content-type": type }, body: JSON.stringify(value) };
}

export function text(type: string, body: string, status = 200): Answer {
  return { status, headers: { "content-type": type }, body };
}

/** `to` as the provider writes it: on the way out it is turned into an address on this server. */
export function redirect(status: 301 | 302 | 307 | 308, to: string): Answer {
  return { status, headers: { location: to, "content-type": "text/html; charset=utf-8" }, body: "" };
}

/** The whole body, however it comes. */
export async function collect(answer: Answer): Promise<Buffer> {
  if (typeof answer.body === "string") return Buffer.from(answer.body);
  if (answer.body instanceof Uint8Array) return Buffer.from(answer.body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
