/** Calls that a route's usual time is made of, and its bounds (ms). */
const CALLS = 100;
const SHORTEST_MS = 1_000;
const LONGEST_MS = 10_000;

/** How long each route's last calls took (ms), by path. One instance's view. */
const lastCalls = new Map<string, number[]>();

/** Notes how long a call of a route took (ms). */
export function noteTime(path: string, ms: number): void {
  const times = lastCalls.get(path) ?? [];
  times.push(ms);
  if (times.length > CALLS) times.shift();
  lastCalls.set(path, times);
}

/** Returns how long most calls of a route take (ms): the 90th percentile of the last hundred, within its bounds. */
export function usualMs(path: string): number {
  const times = (lastCalls.get(path) ?? []).toSorted((a, b) => a - b);
  const p90 = times[Math.ceil(times.length * 0.9) - 1] ?? SHORTEST_MS;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, p90));
}
