/**
 * In the place of lib/timeout-signal.ts in this host's bundle. A sale sets a dozen time limits, nearly all of which end
 * after what they limit: the platform's own signal, and the error that it ends with, are made only where somebody asks for them.
 */

import type { TimeLimit } from "@/lib/timeout-signal";

type Listener = () => void;

/** What code of this project does to a signal; `asPlatforms` is for everybody else. */
export class TimeoutSignal {
  aborted = false;
  #listeners = new Set<Listener>();
  #reason: unknown;
  #controller: AbortController | undefined;

  /** What it is aborted with, as the platform's would be; undefined before. */
  get reason(): unknown {
    if (!this.aborted) return undefined;
    return (this.#reason ??= new DOMException("The operation was aborted due to timeout", "TimeoutError"));
  }

  addEventListener(_: "abort", listener: Listener): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_: "abort", listener: Listener): void {
    this.#listeners.delete(listener);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason as Error;
  }

  /** The platform's signal that is aborted with this one. */
  get asPlatforms(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      if (this.aborted) controller.abort(this.reason);
      else this.addEventListener("abort", () => controller.abort(this.reason));
    }
    return this.#controller.signal;
  }

  /** Once; what listens is told in its order, and then forgotten. */
  abort(reason?: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.#reason = reason;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
  }
}

/** The platform's signal for one that may be of this host's own. */
export const platformSignal = (signal: AbortSignal): AbortSignal =>
  signal instanceof TimeoutSignal ? signal.asPlatforms : signal;

/** The signal stands for an AbortSignal within this bundle: whoever hands it to the platform asks `platformSignal` first (fetch.ts). */
export function timeLimit(ms: number): TimeLimit {
  const signal = new TimeoutSignal();
  const timer = setTimeout(() => signal.abort(), ms).unref();
  return { signal: signal as unknown as AbortSignal, end: () => clearTimeout(timer) };
}

export const timeoutSignal = (ms: number): AbortSignal => timeLimit(ms).signal;
