import { ApiError } from "@/lib/http/api-error";
import type { Resolution } from "../dns/judge";
import { resolveTarget } from "../scan-tools";
import { RETRY_SEC, unreachable } from "./preflight";

type Found = Extract<Resolution, { ok: true }>;

/** The addresses of a name that is public. Throws ApiError 403 for one that is not, 503 for one that leads nowhere. */
export async function lookUp(host: string): Promise<Found> {
  const found = await resolveTarget()(host);
  if (found.ok) return found;
  const { reason } = found;
  if (reason === "not_public")
    throw new ApiError(
      "platform_scope_forbidden",
      "This target may not be scanned. Its name leads to an address that is not public.",
      {
        charge: "You were not charged.",
        details: { problems: [{ code: "not_public", message: "The name leads into a private network." }] },
      },
    );
  const message =
    reason === "failed" ? "The target's name could not be looked up." : "The target's name leads nowhere.";
  throw unreachable(reason, message, RETRY_SEC);
}

/**
 * Whether a name could be looked up again. One that has moved out of public space meanwhile makes its report worthless
 * (ApiError 503); one that can't be asked does not.
 */
export async function stillPublic(host: string): Promise<boolean> {
  const again = await resolveTarget()(host);
  if (!again.ok && again.reason === "not_public")
    throw unreachable("not_public", "The target's name moved to an address that is not public.", RETRY_SEC);
  return again.ok;
}
