import { readdirSync, readFileSync } from "node:fs";

/**
 * CPU time that a process has used so far, in milliseconds: the scheduler's own count, summed over its threads. (The
 * process's `stat` counts in steps of 10 ms.) Throws where the system does not tell (not Linux).
 */
export function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

/** The value below which the share `q` of the values lies (nearest rank); NaN of none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** CPU time of `check` in this process, warm, in milliseconds: the median of batches. Throws where it does not hold. */
export async function ownCpuMs(check: () => Promise<boolean>): Promise<number> {
  const batches: number[] = [];
  for (let batch = 0; batch < 6; batch += 1) {
    const before = process.cpuUsage();
    for (let asked = 0; asked < 50; asked += 1)
      if (!(await check())) throw new Error("what is measured does not hold");
    const { user, system } = process.cpuUsage(before);
    if (batch > 0) batches.push((user + system) / 1000 / 50);
  }
  return median(batches);
}
