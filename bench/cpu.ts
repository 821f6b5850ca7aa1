import { readFileSync } from "node:fs";

/** Clock ticks a second, as Linux counts process times. */
const TICKS = 100;

/** CPU time that a process has used so far, in milliseconds; null where the system does not tell (not Linux). */
export function cpuMs(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1000;
  } catch {
    return null; // there is no /proc on this system
  }
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
