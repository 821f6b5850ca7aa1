import { LINK_HEADER } from "@/lib/http/pay-link-header";
import type { Reply } from "./deliver";
import type { NamedCall } from "./call";
import { type KeyValue, pageStorage } from "./storage";

/** What a purchase needs of the browser that it runs in. */
export interface Browser {
  storage: KeyValue;
  /** Runs work that no other tab does at the same time; null where one does. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T | null>;
  now(): number;
  pause(ms: number): Promise<void>;
  /** POSTs a call, with a payment or without, and reads the answer to its end. Throws where none comes. */
  send(call: NamedCall, payment: string | null): Promise<Reply>;
}

/** Longer than the slowest route may take. */
const ANSWER_TIMEOUT_MS = 45_000;

async function alone<T>(name: string, work: () => Promise<T>): Promise<T | null> {
  // Only secure contexts have locks. Elsewhere no wallet signs, and a kept payment still can't be signed twice in turn.
  const { locks }: { locks?: LockManager } = navigator;
  if (locks === undefined) return work();
  return locks.request(name, { ifAvailable: true }, (lock) => (lock === null ? null : work()));
}

async function send(call: NamedCall, payment: string | null): Promise<Reply> {
  const response = await fetch(call.path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(payment === null ? {} : { "payment-signature": payment }),
      ...(call.link === undefined ? {} : { [LINK_HEADER]: call.link }),
      ...(payment === null || call.proof === undefined ? {} : { "sign-in-with-x": call.proof.header }),
    },
    body: call.body,
    redirect: "error", // a payment goes where it was meant to go, or nowhere
    cache: "no-store",
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The browser that this page is in. */
export const thisBrowser = (): Browser => ({
  storage: pageStorage(),
  alone,
  now: () => Date.now(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  send,
});
