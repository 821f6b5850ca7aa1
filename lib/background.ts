import { describe, log } from "./http/log";
import { sleep } from "./time";

/** Keeps a process alive until work ends that no answer waits for. */
export type Keep = (work: Promise<unknown>) => void;

/** Takes such work of a call: what has begun, or a function that begins it behind the answer. */
export type Background = (work: Promise<unknown> | (() => Promise<unknown>)) => void;

/** Begins work that nobody waits for: only the log can tell that it failed, even where its module could not be loaded. */
const begun = (work: () => Promise<unknown>): Promise<unknown> =>
  work().catch((error: unknown) => log.warn("background_failed", { why: describe(error) }));

/**
 * The background of one call: functions are held back until the call is answered, so that they take none of the answer's
 * time. They run even when the caller hangs up. (A framework's own hook for the end of a response may never fire then.)
 */
export function behindAnswer(keep: Keep): { background: Background; answered(): void } {
  const held: (() => Promise<unknown>)[] = [];
  let isAnswered = false;
  return {
    background(work) {
      if (typeof work !== "function") keep(work);
      else if (isAnswered) keep(begun(work));
      else held.push(work);
    },
    answered() {
      isAnswered = true;
      // Not at once: the answer is on its way only when this turn is over.
      for (const work of held.splice(0)) keep(sleep(0).then(() => begun(work)));
    },
  };
}
