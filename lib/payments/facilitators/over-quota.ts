import { isRecord } from "@/lib/is-record";

/** Words in an answer that refuses our account, not the payment. */
const WORDS = /\b(?:quota|billing|invoice|overdue|subscription|plan limit)\b/i;
/** A limit of requests a minute lasts no longer. */
const LONGEST_RATE_MS = 3_600_000;

const saidIn = (body: unknown): string =>
  isRecord(body)
    ? ["error", "message", "errorMessage", "errorType", "detail", "title"]
        .map((name) => body[name])
        .filter((one) => typeof one === "string")
        .join(" ")
    : "";

/**
 * Whether an answer that is no verdict says that our account's quota is used up, or its bill not paid: HTTP 402, a 429 for
 * longer than an hour, or a 403 or 429 that says so in words.
 */
export const isOverQuota = (status: number, retryAfterMs: number, body: unknown): boolean =>
  status === 402 ||
  (status === 429 && retryAfterMs > LONGEST_RATE_MS) ||
  ((status === 403 || status === 429) && WORDS.test(saidIn(body)));
