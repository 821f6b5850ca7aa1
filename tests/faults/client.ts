import { decodePaymentResponseHeader } from "@x402/core/http";
import { isRecord } from "@/lib/is-record";
import { post, type Call } from "../support/service";

/** One try of the client, with what it came to. */
export interface Attempt {
  /** The answer's status; `cut` when the connection ended without one. */
  status: number | "cut";
  /** The refusal's code, and of a 402 its reason. */
  code: string | null;
  /** Seconds, from Retry-After. */
  retryAfter: number | null;
  /** Of the receipt that came with a paid answer. */
  transaction: string | null;
  body: string;
}

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

function refusalOf(body: string): string | null {
  try {
    const read: unknown = JSON.parse(body);
    if (!isRecord(read)) return null;
    return text(read["reason"]) ?? text(read["code"]);
  } catch {
    return null; // no refusal of the service's own
  }
}

async function attempt(call: Call): Promise<Attempt> {
  try {
    const response = await post(call);
    const body = await response.text();
    const receipt = response.headers.get("payment-response");
    const wait = response.headers.get("retry-after");
    return {
      status: response.status,
      code: response.status === 200 ? null : refusalOf(body),
      retryAfter: wait === null ? null : Number(wait),
      transaction: receipt === null ? null : decodePaymentResponseHeader(receipt).transaction,
      body,
    };
  } catch {
    // Whatever ended the connection, the client knows no more than that there is no answer.
    return { status: "cut", code: null, retryAfter: null, transaction: null, body: "" };
  }
}

/** Whether asking again may bring another answer: told to wait, cut off, or failed. A 402 and a final no end it. */
const mayPass = ({ status, retryAfter }: Attempt): boolean =>
  status === "cut" || status >= 500 || ((status === 409 || status === 429) && retryAfter !== null);

/** What the client's seconds last: nothing that it is told to wait for takes real time here. */
const SECOND_MS = 100;
/** When it comes back after a connection that was cut, or a failure without a time to wait. */
const AT_ONCE_MS = 100;
/** Longest wait for one answer: more than any call may take. */
const ANSWER_MS = 90_000;
/** It has met something that does not end long before. */
const MAX_TRIES = 60;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface ClientOptions {
  /** Where the service is, asked before each try. */
  origin(): Promise<string>;
  /** Ends the try under way, as a client that hangs up does. */
  hangUp(): AbortSignal;
  /** What happens between two tries. */
  between(attempts: readonly Attempt[]): Promise<void>;
}

/**
 * A patient, correct client: it sends the same request with the same payment again for as long as that may pass, and
 * never signs another. `tries`: how often at most.
 */
export async function persist(
  call: Omit<Call, "origin">,
  { origin, hangUp, between }: ClientOptions,
  tries = MAX_TRIES,
): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (;;) {
    const signal = AbortSignal.any([hangUp(), AbortSignal.timeout(ANSWER_MS)]);
    const last = await attempt({ ...call, origin: await origin(), signal });
    attempts.push(last);
    await between(attempts);
    if (!mayPass(last) || attempts.length >= tries) return attempts;
    await sleep(last.retryAfter === null ? AT_ONCE_MS : last.retryAfter * SECOND_MS);
  }
}
