import type { RouteEntry } from "@/lib/catalog/define";
import { readArguments } from "@/lib/http/body";
import { errorResponse } from "@/lib/http/errors";
import { requestFingerprint } from "@/lib/payments/ledger/fingerprint";
import { paidAlready } from "./handed-over";
import { paidUnder } from "./paid-under";

/**
 * The answer to a question for the price under a link that is paid for already: nobody is to sign for it once more. Null where
 * it is not. A request that can't be read is left to its route. Throws ApiError 503 where the ledger can't be read.
 */
export async function refusePaid(
  { path, limits }: RouteEntry,
  link: string,
  request: Request,
): Promise<Response | null> {
  const args = await readArguments(request.clone(), limits.bodyBytes).catch(() => null);
  if (args === null) return null;
  const holder = await paidUnder(link, await requestFingerprint(path, args));
  return holder === null ? null : errorResponse(paidAlready(), path);
}
