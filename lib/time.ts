import { timeLimit } from "./timeout-signal";

/**
 * The one clock of the till and the store: code that moves money or waits for a store asks here, so that a whole world
 * can live in another time than the machine's. A lint rule keeps every other clock out of `lib/payments` and
 * `lib/store`. Times that instances must agree on are Redis', never an instance's own.
 */

/** Milliseconds since 1970, by this instance's clock. */
export const now = (): number => Date.now();

/** Milliseconds that have passed since some moment, by a clock that nobody sets. */
export const elapsed = (): number => performance.now();

/** Resolves after so many milliseconds. */
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A signal that is aborted with the first of these; `AbortSignal.any` is not everywhere where this runs. */
export function firstOf(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const one of signals) {
    if (one.aborted) controller.abort(one.reason);
    one.addEventListener("abort", () => controller.abort(one.reason), { once: true });
  }
  return controller.signal;
}

/** Work with a signal that is aborted, with a `TimeoutError`, when it takes longer than `ms`. A timer ends with its work. */
export async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = timeLimit(ms);
  try {
    return await work(limit.signal);
  } finally {
    limit.end();
  }
}

export { timeoutSignal } from "./timeout-signal";
