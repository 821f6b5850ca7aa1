/**
 * Signals that are aborted by time, with what code does to a signal: the platform's own are dear to make, and so are
 * the errors that they end with, which nobody reads of most.
 */
export class TimeoutSignal {
  aborted = false;
  private readonly listeners = new Set<() => void>();
  private error: DOMException | undefined;

  /** What an aborted signal is aborted with, as the platform's says it. */
  get reason(): unknown {
    if (!this.aborted) return undefined;
    return (this.error ??= new DOMException("The operation was aborted due to timeout", "TimeoutError"));
  }

  addEventListener(_: "abort", listener: () => void): void {
    this.listeners.add(listener);
  }

  removeEventListener(_: "abort", listener: () => void): void {
    this.listeners.delete(listener);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  abort(): void {
    this.aborted = true;
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }
}

const isSignal = (value: unknown): boolean => value instanceof AbortSignal || value instanceof TimeoutSignal;

const notSimulated = (): never => {
  throw new Error("no such signal is simulated");
};

/** What an instance finds as `AbortSignal`. @param after its own clock */
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
