import type { Answer } from "./http/answer";
import { type Randomness, randomness } from "./market/random";

/** What every provider is rendered from: one seed, one clock. */
export interface World {
  random: Randomness;
  /** Milliseconds since 1970. */
  now(): number;
  /** Rows of DefiLlama's protocol list. */
  protocolRows: number;
  /** Where the clock stands: answers that were made, by all that was asked. None is made twice. */
  made?: Map<string, Answer | undefined>;
}

export interface WorldOptions {
  seed: number;
  now: () => number;
  protocolRows: number;
}

export const world = ({ seed, now, protocolRows }: WorldOptions): World => ({
  random: randomness(seed),
  now,
  protocolRows,
});

/** Keeps what was made last for a world while the stamp stays the same: the large lists change by the hour. */
export function perStamp<T>(make: (world: World, stamp: number) => T): (world: World, stamp: number) => T {
  const kept = new WeakMap<World, { stamp: number; value: T }>();
  return (of, stamp) => {
    const last = kept.get(of);
    if (last?.stamp === stamp) return last.value;
    const value = make(of, stamp);
    kept.set(of, { stamp, value });
    return value;
  };
}
