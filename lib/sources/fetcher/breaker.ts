import { type Failure, SourceError } from "../source";

/** Failures in a row after which a provider is left alone. */
const THRESHOLD = 3;
/** A provider's Retry-After counts up to this many times the setting: it must not silence a desk for a day. */
const RETRY_AFTER_CAP = 15;
/** Enough for every host and source; the oldest goes when more are kept. */
const MAX_KEYS = 1_000;

interface State {
  failures: number;
  openUntil: number;
  last: Failure;
  /** The one request that tries again after the pause; others wait for how it goes. */
  probe: Promise<void> | null;
}

export interface Breaker {
  /**
   * Runs `work` unless `key` is being left alone, in which case it throws the last failure again at once.
   * `counts` says which errors count against the key; any other outcome clears it.
   */
  guard<T>(
    key: string,
    clock: () => number,
    counts: (error: SourceError) => boolean,
    work: () => Promise<T>,
  ): Promise<T>;
}

/** Leaves a key alone for `openMs` after three failures in a row, or for as long as the provider asked. */
export function createBreaker(openMs: number): Breaker {
  const states = new Map<string, State>();

  function fail(key: string, error: SourceError, nowMs: number): void {
    const state = states.get(key) ?? { failures: 0, openUntil: 0, last: error.failure, probe: null };
    const asked = Math.min(error.options.retryAfterMs ?? 0, openMs * RETRY_AFTER_CAP);
    state.failures += 1;
    state.last = error.failure;
    if (state.failures >= THRESHOLD || asked > 0) state.openUntil = nowMs + Math.max(openMs, asked);
    states.delete(key);
    states.set(key, state);
    const oldest = states.keys().next().value;
    if (states.size > MAX_KEYS && oldest !== undefined) states.delete(oldest);
  }

  async function run<T>(
    key: string,
    clock: () => number,
    counts: (error: SourceError) => boolean,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      const result = await work();
      states.delete(key);
      return result;
    } catch (error) {
      if (error instanceof SourceError && counts(error)) fail(key, error, clock());
      else states.delete(key);
      throw error;
    }
  }

  return {
    async guard(key, clock, counts, work) {
      const state = states.get(key);
      if (openMs === 0 || state === undefined || state.openUntil === 0) return run(key, clock, counts, work);
      if (clock() < state.openUntil) throw leftAlone(key, state);
      if (state.probe !== null) {
        await state.probe;
        if (states.has(key)) throw leftAlone(key, state);
        return run(key, clock, counts, work);
      }
      const probe = run(key, clock, counts, work);
      state.probe = probe.then(
        () => undefined,
        () => undefined, // the prober itself sees the error; those who wait look at the state
      );
      try {
        return await probe;
      } finally {
        state.probe = null;
      }
    },
  };
}

const leftAlone = (key: string, state: State): SourceError =>
  new SourceError(state.last, `${key} is left alone for a while after failing`);
