/** The milliseconds of computing that some work takes, whatever else the machine computes meanwhile. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
