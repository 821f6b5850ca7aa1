import { TimeoutSignal } from "@/host/timeout-signal";

const isSignal = (value: unknown): boolean => value instanceof AbortSignal || value instanceof TimeoutSignal;

/** What an instance finds as `AbortController`: as light as its signals, see below. */
export class SimulatedController {
  readonly signal = new TimeoutSignal();

  abort(reason?: unknown): void {
    this.signal.abort(reason);
  }
}

const notSimulated = (): never => {
  throw new Error("no such signal is simulated");
};

/**
 * What an instance finds as `AbortSignal`: the platform's own are dear to make, and so are the errors that they end with, which
 * nobody reads of most. @param after its own clock
 */
export const simulatedSignals = (after: (ms: number, run: () => void) => void) => ({
  [Symbol.hasInstance]: isSignal,
  timeout(ms: number): TimeoutSignal {
    const signal = new TimeoutSignal();
    after(ms, () => signal.abort());
    return signal;
  },
  any: notSimulated,
  abort: notSimulated,
});
