/** A time limit by the platform's own timer. The host of plain Node has its own in this file's place (host/timeout-signal.ts). */

/** A signal that is aborted, with a `TimeoutError`, after so many milliseconds. */
export const timeoutSignal = (ms: number): AbortSignal => AbortSignal.timeout(ms);
