export interface Random {
  /** A whole number from 0 up to, not including, n. */
  below(n: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** One or more of something. */
  some<T>(most: number, make: () => T): T[];
}

/** Numbers that a seed repeats (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const below = (n: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
  return {
    below,
    pick: (from) => from[below(from.length)] ?? from[0],
    some: (most, make) => Array.from({ length: 1 + below(most) }, make),
  };
}
