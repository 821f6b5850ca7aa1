import { isRecord } from "@/lib/is-record";
import { type Delivery, isBought, type Reply } from "./deliver";

/** What became of a payment that was sent. */
export type Outcome =
  | { kind: "served"; reply: Reply }
  /** It moved nothing, and can't any more. */
  | { kind: "unpaid"; reason: string }
  /** It may have moved: only the same payment, sent again, tells. */
  | { kind: "open"; retryAfterSec: number | null }
  /** It moved nothing yet; the same payment may be sent again. */
  | { kind: "later"; status: number; message: string; retryAfterSec: number | null }
  /** It moved before, and buys no other answer. */
  | { kind: "spent" }
  /** It moved, was not served, and was returned. */
  | { kind: "refunded"; message: string; transaction: string | null }
  | { kind: "answer_gone" }
  /** The request itself is refused; nothing moved. */
  | { kind: "refused"; status: number; message: string };

interface ErrorBody {
  error: string;
  code: string;
  reason: string | null;
  /** It has moved, whatever the status is of: the same payment gets its answer later. */
  credited: boolean;
  /** The service can't tell whether it has moved; read from all of its words, of which `error` is the beginning. */
  untold: boolean;
  /** The transaction that returned what was paid. */
  refund: string | null;
}

const MAX_MESSAGE = 400;

/** Control characters, and those that turn text around or make it invisible: somebody's words stay one line of words. */
const UNPRINTABLE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]+/gu;

/** Words from outside, as a line to show. */
export const asLine = (text: string): string => {
  const line = Array.from(text.replace(UNPRINTABLE, " ").trim());
  return line.length > MAX_MESSAGE ? `${line.slice(0, MAX_MESSAGE).join("")}…` : line.join("");
};

/** Whether the service words a failure as one of which it can't tell whether the payment has moved. */
export const isUntold = (error: string): boolean =>
  /don't sign another/.test(error) && !/not charged|took no payment/.test(error);

/** The service's own refusal; null for an answer that is not its own, such as a proxy's page. */
export function errorIn({ text }: Reply): ErrorBody | null {
  try {
    const body: unknown = JSON.parse(text);
    if (!isRecord(body) || typeof body.code !== "string") return null;
    const { error, code, reason, credited, refund } = body;
    return {
      error: typeof error === "string" ? asLine(error) : "",
      code,
      reason: typeof reason === "string" ? reason : null,
      credited: credited === true,
      untold: typeof error === "string" && isUntold(error),
      refund: typeof refund === "string" ? refund : null,
    };
  } catch {
    return null; // no JSON, so none of its refusals
  }
}

export function retryAfterOf({ headers }: Reply): number | null {
  const seconds = Number(headers.get("retry-after"));
  return Number.isInteger(seconds) && seconds > 0 ? seconds : null;
}

/** Codes of a 409 that is about the request: another one has what it would take, and nothing moved. */
const TAKEN: ReadonlySet<string> = new Set(["duplicate_signal", "already_taken"]);

/** Whether a refusal's code says that others came first, and nothing moved. */
export const isTaken = (code: unknown): boolean => typeof code === "string" && TAKEN.has(code);

/** What a 409 of the service's means for the payment; one whose code is not known here is kept, as it may have moved. */
function conflictOf({ code, error, refund }: ErrorBody, retryAfterSec: number | null): Outcome {
  if (code === "payment_spent") return { kind: "spent" };
  if (code === "payment_refunded") return { kind: "refunded", message: error, transaction: refund };
  return isTaken(code) ? { kind: "refused", status: 409, message: error } : { kind: "open", retryAfterSec };
}

/** Judges the last answer to a payment. */
export function outcomeOf({ reply, lost }: Delivery): Outcome {
  if (reply === null) return { kind: "open", retryAfterSec: null };
  const { status } = reply;
  const retryAfterSec = retryAfterOf(reply);
  const error = errorIn(reply);
  if (isBought(reply)) return { kind: "served", reply };
  if (error === null || error.credited) return { kind: "open", retryAfterSec };
  if (status === 402) return { kind: "unpaid", reason: error.reason ?? "" };
  if (status === 409) return conflictOf(error, retryAfterSec);
  if (status === 410) return { kind: "answer_gone" };
  if (status === 429 || status >= 500)
    return lost || error.untold
      ? { kind: "open", retryAfterSec }
      : { kind: "later", status, message: error.error, retryAfterSec };
  // What is wrong with a request may be said before its payment is looked up: an earlier sending may have moved it.
  return lost ? { kind: "open", retryAfterSec } : { kind: "refused", status, message: error.error };
}

/** Whether the same payment must be sent again, and no other signed, before this one is forgotten. */
export const isOpen = ({ kind }: Outcome): boolean => kind === "open" || kind === "later";
