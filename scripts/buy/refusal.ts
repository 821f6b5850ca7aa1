import { isRecord } from "@/lib/is-record";
import { EXIT } from "./exits";
import { printable, printableLine } from "./printable";
import type { Delivery, Reply } from "@/lib/buying/deliver";
import { isTaken, isUntold } from "@/lib/buying/outcome";

/** How a call without an answer ends. */
export interface Ending {
  exit: number;
  /** For a person. */
  text: string;
  /** Whether its payment must be sent again, and no other signed, when the command is repeated. */
  keep: boolean;
}

/** What every refusal of the service has, and whatever else it tells. */
interface ErrorBody {
  error?: unknown;
  code?: unknown;
  reason?: unknown;
  [more: string]: unknown;
}

/** The ApiError body's members, of whatever type; null for anything else. */
function errorOf({ text }: Reply): ErrorBody | null {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : null;
  } catch {
    return null; // not JSON: shown as it came
  }
}

/** The service's message in a line, then the rest of its answer. */
function messageOf(reply: Reply): string {
  const body = errorOf(reply);
  if (body === null) return `HTTP ${reply.status}${reply.text === "" ? "" : `\n${printable(reply.text)}`}`;
  const { error, code, ...more } = body;
  const first = [
    `HTTP ${reply.status}`,
    ...(typeof code === "string" ? [` ${printableLine(code)}`] : []),
    ...(typeof error === "string" ? [`: ${printableLine(error)}`] : []),
  ].join("");
  // A 402's other members are the offers, which are no news.
  const silent = reply.status === 402 || Object.keys(more).length === 0;
  return silent ? first : `${first}\n${printable(JSON.stringify(more, null, 2))}`;
}

const AGAIN = "Run the same command again: it sends the same payment, never a second one.";

/** A refusal of a call without a payment. */
export function endUnpaid(reply: Reply): Ending {
  const unavailable = reply.status === 429 || reply.status >= 500;
  const text = `${messageOf(reply)}\nNothing was charged.`;
  return { exit: unavailable ? EXIT.unavailable : EXIT.refused, text, keep: false };
}

function endOfNoMoney(reply: Reply, payer: string): string {
  const { reason } = errorOf(reply) ?? {};
  const hint =
    reason === "insufficient_funds"
      ? [`The wallet ${payer} holds too little USDC on this network, or has no USDC account there.`]
      : [];
  const because = typeof reason === "string" ? [`Reason: ${printableLine(reason)}.`] : [];
  return [messageOf(reply), ...because, ...hint, "Nothing was charged."].join("\n");
}

/** How a paid call without an answer ends. */
export function endPaid({ reply, why, lost }: Delivery, payer: string): Ending {
  if (reply === null)
    return {
      exit: EXIT.open,
      text: `The payment was sent, but no answer came (${why}). Whether it moved is not known here. ${AGAIN}`,
      keep: true,
    };
  if (reply.status === 402) return { exit: EXIT.unpaid, text: endOfNoMoney(reply, payer), keep: false };
  const { code, credited, error } = errorOf(reply) ?? {};
  // What has moved without an answer says so, whatever its status is of.
  const isOver = reply.status === 410 || code === "payment_spent" || code === "payment_refunded";
  if (credited === true || (reply.status === 409 && !isOver && !isTaken(code)))
    return { exit: EXIT.open, text: `${messageOf(reply)}\n${AGAIN}`, keep: true };
  if (isOver)
    return {
      exit: EXIT.refused,
      text: `${messageOf(reply)}\nThis payment buys no other answer.`,
      keep: false,
    };
  if (reply.status === 429 || reply.status >= 500)
    return lost || (typeof error === "string" && isUntold(error))
      ? {
          exit: EXIT.open,
          text: `${messageOf(reply)}\nWhether the payment moved is not known here. ${AGAIN}`,
          keep: true,
        }
      : {
          exit: EXIT.unavailable,
          text: `${messageOf(reply)}\nNothing was charged. ${AGAIN}`,
          keep: true,
        };
  // A redirect, a page of a proxy's: what the service itself made of the payment is not in it.
  if (reply.status < 400 || typeof code !== "string")
    return {
      exit: EXIT.open,
      text: `${messageOf(reply)}\nThat is no answer of the service's own. Whether the payment moved is not known here. ${AGAIN}`,
      keep: true,
    };
  return lost && !isTaken(code)
    ? {
        exit: EXIT.open,
        text: `${messageOf(reply)}\nAn answer was lost before: whether the payment moved is not known here. ${AGAIN}`,
        keep: true,
      }
    : { exit: EXIT.refused, text: `${messageOf(reply)}\nNothing was charged.`, keep: false };
}
