import { log } from "@/lib/http/log";
import { sleep, within } from "@/lib/time";
import { formOf, type Notice, post, type Posted } from "./forms";

const LIMIT_MS = 5_000;
/** A receiver that asks for a longer pause is asked at the next run. */
const LONGEST_PAUSE_MS = 5_000;

/** What came of one request: null where the receiver took it, else why not, in words without its address. */
interface Came {
  refused: string | null;
  /** So long (ms) the receiver asked for a pause; null where it did not. */
  pauseMs: number | null;
}

/** Of an error its name and code alone: its message may hold the address, which is a secret. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return "failed";
  const { cause } = error;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? ` ${String(cause.code)}` : "";
  return `${error.name}${code}`;
}

async function tryOnce({ url, headers, body }: Posted): Promise<Came> {
  try {
    const response = await within(LIMIT_MS, (signal) =>
      fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
        redirect: "manual", // the address was fixed at start
        signal,
        cache: "no-store",
      }),
    );
    await response.body?.cancel();
    const pause = Number(response.headers.get("retry-after"));
    const pauseMs = response.status === 429 && pause > 0 ? pause * 1000 : null;
    return { refused: response.ok ? null : `HTTP ${response.status}`, pauseMs };
  } catch (error) {
    return { refused: wordsOf(error), pauseMs: null };
  }
}

/** Tells one receiver, with a second try. Gives null where it took the notice, else why not. Never throws. */
export async function tellReceiver(url: string, notice: Notice): Promise<string | null> {
  const form = formOf(url);
  const posted = post(form, url, notice);
  const first = await tryOnce(posted);
  if (first.refused === null) return null;
  const pauseMs = first.pauseMs ?? 500;
  if (pauseMs <= LONGEST_PAUSE_MS) await sleep(pauseMs);
  const { refused } = pauseMs <= LONGEST_PAUSE_MS ? await tryOnce(posted) : first;
  if (refused !== null) log.error("alert_not_sent", { alert: notice.name, form, why: refused });
  return refused;
}

/**
 * Asks the heartbeat's address by GET, or `<address>/fail` by POST where something is critical: a service that watches for
 * silence wakes the owner when this whole service is gone. Never throws.
 */
export async function beat(url: string, isWell: boolean): Promise<void> {
  try {
    const address = new URL(url);
    if (!isWell) address.pathname = `${address.pathname.replace(/\/$/, "")}/fail`;
    const response = await within(LIMIT_MS, (signal) =>
      fetch(address, { method: isWell ? "GET" : "POST", redirect: "manual", signal, cache: "no-store" }),
    );
    await response.body?.cancel();
    if (!response.ok) log.warn("heartbeat_refused", { why: `HTTP ${response.status}` });
  } catch (error) {
    log.warn("heartbeat_refused", { why: wordsOf(error) });
  }
}
