/**
 * The first `limit` bytes of a body and whether it goes on. The limit counts what the platform has decompressed, chunk
 * by chunk, so that a small compressed body can't grow without bound; the rest is never read.
 */
export async function readPrefix(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<{ bytes: Uint8Array; truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let truncated = false;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    const chunk = part.value.subarray(0, limit - length);
    chunks.push(chunk);
    length += chunk.byteLength;
    truncated = chunk.byteLength < part.value.byteLength;
    if (!truncated) continue;
    await reader?.cancel().catch(() => undefined); // the connection may be gone, which is what cancelling is for
    break;
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return { bytes, truncated };
}
