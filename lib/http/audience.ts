import type { Audience } from "../catalog/define";
import { env } from "../env";
import { ApiError } from "./api-error";
import { sha256Hex } from "./digest";

/** What a path that nobody serves is answered, and a route that is not the caller's: they can't be told apart. */
export const notFound = (): ApiError =>
  new ApiError(
    "not_found",
    "There is no such route. GET /api/resources lists what is for sale, /openapi.json every route.",
  );

/**
 * Throws the ApiError 404 of an unknown path for a caller who does not bring the secret of a route's audience as a
 * bearer token, and for everybody where that secret is not set.
 */
export async function requireAudience(audience: Audience, headers: Headers): Promise<void> {
  if (audience === "public") return;
  const { CRON_SECRET, OPERATOR_SECRET } = env();
  const secret = audience === "schedule" ? CRON_SECRET : OPERATOR_SECRET;
  // The scheme's name is written in any case (RFC 9110 §11.1), the secret as it stands.
  const brought = (headers.get("authorization") ?? "").replace(/^bearer +/i, "Bearer ");
  // Compared as hashes, so that the time taken reveals nothing of the secret.
  const [given, wanted] = await Promise.all([sha256Hex(brought), sha256Hex(`Bearer ${secret ?? ""}`)]);
  if (secret === undefined || given !== wanted) throw notFound();
}
