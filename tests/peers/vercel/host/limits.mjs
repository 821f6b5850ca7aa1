/** What Vercel's documentation says a function and a request to it may be. */
export const LIMITS = {
  /** Of a function's code, compressed, on the smallest plan. */
  codeBytes: 1024 * 1024,
  bodyBytes: 4.5 * 1024 * 1024,
  urlBytes: 14 * 1024,
  headerBytes: 16 * 1024,
  headersBytes: 32 * 1024,
  responseStartMs: 25_000,
};

const bytesOf = (name, value) => Buffer.byteLength(name) + Buffer.byteLength(value);

/** The platform's own refusal of a request that is too large in its head, or null. */
export function refuseHead({ url, rawHeaders }) {
  if (Buffer.byteLength(url) > LIMITS.urlBytes) return { status: 414, code: "URL_TOO_LONG" };
  let all = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const size = bytesOf(rawHeaders[at], rawHeaders[at + 1]);
    all += size;
    if (size > LIMITS.headerBytes || all > LIMITS.headersBytes)
      return { status: 494, code: "REQUEST_HEADER_TOO_LARGE" };
  }
  return null;
}

/** A request's body; null where it is larger than a function may be sent. */
export async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= LIMITS.bodyBytes) chunks.push(chunk);
  }
  return size > LIMITS.bodyBytes ? null : Buffer.concat(chunks);
}
