import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { parseAccept } from "hono/utils/accept";
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from "hono/utils/compress";

/** Below this the headers of compression cost what it saves. */
const LEAST_BYTES = 1_024;

const zip = promisify(gzip);

function takesGzip(accept: string | null): boolean {
  if (accept === null) return false;
  const kinds = parseAccept(accept);
  const named = (kind: string) => kinds.find(({ type }) => type.toLowerCase() === kind);
  return ((named("gzip") ?? named("*"))?.q ?? 0) > 0;
}

const isText = ({ headers }: Response): boolean =>
  COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get("content-type") ?? "") && !headers.has("content-encoding");

/** An answer of the API, compressed where that pays and the caller takes it so. It is read whole: none of them streams. */
export async function compressed({ headers: asked, method }: Request, response: Response): Promise<Response> {
  if (!isText(response)) return response;
  const { headers } = response;
  headers.append("vary", "Accept-Encoding");
  if (method === "HEAD" || !takesGzip(asked.get("accept-encoding"))) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  headers.delete("content-length");
  const { status } = response;
  if (bytes.byteLength < LEAST_BYTES) return new Response(bytes, { status, headers });
  headers.set("content-encoding", "gzip");
  const etag = headers.get("etag");
  if (etag !== null && !etag.startsWith("W/")) headers.set("etag", `W/${etag}`);
  return new Response(await zip(bytes), { status, headers });
}
