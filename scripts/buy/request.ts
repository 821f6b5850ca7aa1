import { readLimited } from "@/lib/http/read-limited";
import { EXIT, Stop } from "./exits";
import { printableLine } from "./printable";
import type { Reply } from "@/lib/buying/deliver";

/** Longer than the slowest route may take. */
const ANSWER_TIMEOUT_MS = 45_000;
/** Ten times the largest answer that the service keeps. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * Sends one request of a call, with its payment or without, and reads the answer to its end. Throws what fetch throws
 * when none comes, and Stop for a service that lives elsewhere.
 */
export async function requestOnce(
  { url, body }: { url: string; body: string | undefined },
  method: "GET" | "POST",
  payment: string | null,
): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: "application/json",
      ...(method === "POST" ? { "content-type": "application/json" } : {}),
      ...(payment === null ? {} : { "payment-signature": payment }),
    },
    ...(method === "POST" ? { body: body ?? "{}" } : {}),
    redirect: "manual", // a payment goes where it was meant to go, or nowhere
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  const location = response.headers.get("location");
  if (response.status >= 300 && response.status < 400 && location !== null && payment === null)
    throw new Stop(
      EXIT.failed,
      `The service redirects to ${printableLine(location)}: give that with --origin.`,
    );
  const bytes = await readLimited(response.body, MAX_ANSWER_BYTES);
  if (bytes === null) throw new Error(`an answer of more than ${MAX_ANSWER_BYTES} bytes`);
  return { status: response.status, headers: response.headers, text: new TextDecoder().decode(bytes) };
}
