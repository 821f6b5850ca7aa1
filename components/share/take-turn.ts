import { clientAddress } from "@/lib/http/client-address";
import { keepAlive } from "@/lib/http/keep-alive";
import { rateLimited } from "@/lib/http/limit-headers";
import { countRequest, type Rule } from "@/lib/store/rate-limit";
import { now } from "@/lib/time";

/** Drawing a picture takes more than any other free answer. */
export const DRAWING: Rule = { name: "share-image", perMinute: 60 };
export const READING: Rule = { name: "share-page", perMinute: 120 };

/** Counts a request against a limit. Throws ApiError 429 beyond it. */
export async function takeTurn(request: Request, rule: Rule): Promise<void> {
  const state = await countRequest(clientAddress(request.headers), keepAlive, rule);
  if (!state.allowed) throw rateLimited(state, now());
}
