import { isRecord } from "@/lib/is-record";
import { readChallenge, type Offer } from "./offers";

/** What came of asking for a paid answer without a payment. */
export type Asked =
  | { outcome: "challenged"; offers: Offer[]; json: string; at: Date; tookMs: number }
  /** The service answered, but not with a challenge that can be read. */
  | { outcome: "unexpected"; status: number; message: string; retryAfterSec: number | null }
  /** No answer: offline, refused, or nothing within the time limit. */
  | { outcome: "unreachable" };

/**
 * POSTs an empty request to a paid route and waits up to `timeLimitMs` for the whole answer. Never throws: each way
 * that this can end is an outcome to show.
 */
export async function askWithoutPaying(address: string, timeLimitMs: number): Promise<Asked> {
  const started = performance.now();
  let response: Response;
  let body: string;
  try {
    response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
      signal: AbortSignal.timeout(timeLimitMs),
    });
    body = await response.text();
  } catch {
    return { outcome: "unreachable" }; // fetch says no more to a page than that it failed
  }
  const tookMs = Math.round(performance.now() - started);

  const header = response.headers.get("payment-required");
  if (response.status !== 402 || header === null) return unexpected(response, messageOf(body));
  try {
    return { outcome: "challenged", ...(await readChallenge(header)), at: new Date(), tookMs };
  } catch {
    return unexpected(response, "The offers in its PAYMENT-REQUIRED header could not be read.");
  }
}

function unexpected(response: Response, message: string): Asked {
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  const retryAfterSec = Number.isInteger(retryAfter) && retryAfter > 0 ? retryAfter : null;
  return { outcome: "unexpected", status: response.status, message, retryAfterSec };
}

/** The `error` of an ApiError body; something of our own for a body from elsewhere, such as a proxy's page. */
function messageOf(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    if (isRecord(parsed) && typeof parsed.error === "string") return parsed.error;
  } catch {
    // Not JSON, so not an answer of the service's own: the sentence below says so.
  }
  return "The answer carried no offer and no explanation.";
}
