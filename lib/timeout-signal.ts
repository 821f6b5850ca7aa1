/** A time limit by the platform's own timer. The host of plain Node has its own in this file's place (host/timeout-signal.ts). */

/** A signal that is aborted, with a `TimeoutError`, after so many milliseconds. */
export const timeoutSignal = (ms: number): AbortSignal => AbortSignal.timeout(ms);

/** As `timeoutSignal`, until `end` is called: from then on nothing happens at its time. */
export interface TimeLimit {
  signal: AbortSignal;
  end(): void;
}

export function timeLimit(ms: number): TimeLimit {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError")),
    ms,
  );
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}
