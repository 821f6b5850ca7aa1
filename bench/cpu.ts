import { readFileSync } from "node:fs";

/** Clock ticks a second, as Linux counts process times. */
const TICKS = 100;

/** CPU time that a process has used so far, in milliseconds. Throws where the system does not tell (not Linux). */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1000;
}

/** The value below which the share `q` of the values lies (nearest rank); NaN of none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
