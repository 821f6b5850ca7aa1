import type { CallContext } from "@/lib/handler";
import { SourceError } from "../source";

export interface ReadContext extends Pick<CallContext, "now" | "signal"> {
  /**
   * What to do about a value past its freshness window: `serve` it at once and refresh it behind the answer, or
   * `wait` for the refresh and serve the old value only if that fails.
   */
  stale: "serve" | "wait";
  /** What part of each provider's bucket all calls of this kind may use; without it, the whole. */
  bucketShare?: number;
  /**
   * False when others stand behind all that is read, so that a time-out is not worth a second attempt; without it, a
   * source is asked again when none stands behind it.
   */
  retrySlow?: boolean;
  /**
   * For how many time limits of a provider the call may read, from its start. Two without it: a second provider may stand
   * behind the first. ONE_PROVIDER where the answer hangs on one. What comes later serves the next call.
   */
  patience?: number;
  /** When the call began to read, by `performance.now()`: its clock and its time limit run from there. */
  startedMs: number;
}

/** The rest of one provider's time is for the answer, or its refusal, to be there within it. */
export const ONE_PROVIDER = 0.9;

/** One call's reading. */
export interface Call {
  context: ReadContext;
  /** Time that moves on from the call's own `now`, in whole milliseconds since the epoch. */
  clock: () => number;
  /** Rejects with `timeout` when the call is aborted or has read for long enough. */
  timeUp: Promise<never>;
  isOver: () => boolean;
  /** Lets go of timer and listener. */
  close: () => void;
}

/** Opens a call that may read for `limitMs` from its start. */
export function openCall(context: ReadContext, limitMs: number): Call {
  const { now, signal, startedMs } = context;
  let over = false;
  let end = (): void => undefined;
  const timeUp = new Promise<never>((_, reject) => {
    end = () => {
      over = true;
      reject(new SourceError("timeout", "the call's time was up"));
    };
  });
  timeUp.catch(() => undefined); // nobody may be waiting for it
  const timer = setTimeout(() => end(), Math.max(0, startedMs + limitMs - performance.now()));
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  return {
    context,
    clock: () => Math.floor(now.getTime() + (performance.now() - startedMs)),
    timeUp,
    isOver: () => over,
    close: () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
    },
  };
}
