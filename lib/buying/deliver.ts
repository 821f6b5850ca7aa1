import { isRecord } from "@/lib/is-record";

/** An answer of the service, read to its end. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
}

/** What became of a payment that was sent, perhaps several times. */
export interface Delivery {
  /** The last answer; null when none came. */
  reply: Reply | null;
  /** Why the last one did not come. */
  why: string;
  /** Whether any attempt ended without an answer, or while the payment was in flight: then the outcome of that one is open. */
  lost: boolean;
}

const ATTEMPTS = 8;
const LONGEST_WAIT_MS = 8_000;
/** What stands between us and the service lost the answer. */
const GATEWAY = [502, 504];

/** Whether it is what was bought: a JSON object, as all paid routes answer, and no network's own page or half an answer with 200. */
export function isBought({ status, text }: Reply): boolean {
  if (status < 200 || status >= 300) return false;
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false; // no JSON, or cut: somebody else's, or not all of it
  }
}

/** What came with 200 in the place of the answer, which waits at the service. */
const isInItsPlace = (reply: Reply): boolean => reply.status >= 200 && reply.status < 300 && !isBought(reply);

/** The service works on the payment, or the chain has not told yet: it may have moved. */
const isInFlight = ({ status, headers }: Reply): boolean =>
  status === 409 && Number(headers.get("retry-after")) > 0;

/** How long to wait before the same payment is sent again; null when the answer is final. Attempts count from 1. */
export function waitBefore(attempt: number, { reply, lost }: Delivery): number | null {
  if (attempt >= ATTEMPTS) return null;
  const backoff = Math.min(LONGEST_WAIT_MS, 500 * 2 ** (attempt - 1));
  if (reply === null || GATEWAY.includes(reply.status) || isInItsPlace(reply)) return backoff;
  const asked = Number(reply.headers.get("retry-after")) * 1_000;
  const wait = Math.min(LONGEST_WAIT_MS, Math.max(backoff, asked || 0));
  // Others refuse before anything moves, unless an earlier attempt may have moved it.
  if (isInFlight(reply)) return wait;
  return lost && (reply.status === 429 || reply.status >= 500) ? wait : null;
}

/**
 * Sends one payment until its answer is here or patience ends. It is always the same payment. `wasSent`: it was sent before, and
 * no outcome of that is known.
 */
export async function deliver(
  send: () => Promise<Reply>,
  pause: (ms: number) => Promise<void>,
  report: (what: string) => void,
  reasonOf: (error: unknown) => string,
  wasSent = false,
): Promise<Delivery> {
  let lost = wasSent;
  for (let attempt = 1; ; attempt += 1) {
    const delivery = await send().then(
      (reply): Delivery => {
        const isOpen = GATEWAY.includes(reply.status) || isInFlight(reply) || isInItsPlace(reply);
        return { reply, why: "", lost: lost || isOpen };
      },
      (error: unknown): Delivery => ({ reply: null, why: reasonOf(error), lost: true }),
    );
    lost = delivery.lost;
    const wait = waitBefore(attempt, delivery);
    if (wait === null) return delivery;
    const what = delivery.reply === null ? `No answer (${delivery.why})` : `HTTP ${delivery.reply.status}`;
    report(`${what}: the same payment is sent again.`);
    await pause(wait);
  }
}
