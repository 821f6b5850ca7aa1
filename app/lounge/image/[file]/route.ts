import { ApiError } from "@/lib/http/api-error";
import { errorResponse } from "@/lib/http/errors";
import { commonHeaders } from "@/lib/http/headers";
import { pictureOf } from "@/lib/lounge/rwa-metadata/png";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word

/** The picture of a certificate: it follows from the hash in its name, and never changes. */
export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const [, hash] = /^([0-9a-f]{64})\.png$/.exec((await params).file) ?? [];
  if (hash === undefined)
    return errorResponse(
      new ApiError("not_found", "Pictures are named by a certificate's hash."),
      "/lounge/image",
    );
  return new Response(pictureOf(hash), {
    headers: {
      ...commonHeaders(),
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
    },
  });
}
