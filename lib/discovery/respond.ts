import { sha256Hex } from "../http/digest";

/** A discovery document as it is served: to any origin, for a few minutes from caches, and told apart by its content. */
export async function documentResponse(body: string, type: string): Promise<Response> {
  return new Response(body, {
    headers: {
      "content-type": type,
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
      etag: `"${await sha256Hex(body)}"`,
    },
  });
}
