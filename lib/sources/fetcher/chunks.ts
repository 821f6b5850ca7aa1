import { SourceError } from "../source";

/**
 * The chunks of a body, up to `maxBytes` in all. The limit counts what the platform has decompressed, so a small
 * compressed body can't grow without bound. Whoever stops reading early releases the connection.
 */
export async function* limitedChunks(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader(); // not for-await: not every edge runtime iterates streams
  let total = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      total += value.byteLength;
      if (total > maxBytes) throw new SourceError("too_large", `answer over ${maxBytes} bytes`);
      yield value;
    }
  } finally {
    // The connection may be gone already, which is what cancelling it is for.
    await reader.cancel().catch(() => undefined);
  }
}

/** All of a body as text; a byte-order mark is dropped. */
export async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/** All of a body, as it came. */
export async function readBytes(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}
