import { cpuMs, median } from "./cpu";
import { volley, type Shot } from "./load";

/** One server and the request that it is measured by. */
export interface Contestant {
  name: string;
  pid: number;
  shot(index: number): Shot;
}

export interface Plan {
  rounds: number;
  warmUp: number;
  perRound: number;
  /** Requests under way at a time. */
  concurrency: number;
  /** The status that every answer has. */
  expected: number;
}

export interface Measured {
  /** CPU time of the server's process a request, in milliseconds. */
  cpu: number;
  perSecond: number;
  /** Time to a whole answer, in milliseconds. */
  p50: number;
}

/**
 * Measures the contestants in turn, round by round, so that whatever else the machine does hits all of them alike.
 * Medians of the rounds.
 */
export async function measureRounds<C extends Contestant>(
  contestants: readonly C[],
  { rounds, warmUp, perRound, concurrency, expected }: Plan,
): Promise<Map<C, Measured>> {
  const taken = new Map(contestants.map((one) => [one, [] as Measured[]]));
  for (const { shot } of contestants) await volley(shot, warmUp, concurrency, expected);
  for (let round = 0; round < rounds; round += 1) {
    for (const [one, results] of taken) {
      const before = cpuMs(one.pid);
      const { seconds, ms } = await volley((index) => one.shot(index), perRound, concurrency, expected);
      const cpu = (cpuMs(one.pid) - before) / perRound;
      results.push({ cpu, perSecond: perRound / seconds, p50: median(ms) });
    }
  }
  const middle = (results: Measured[]): Measured => ({
    cpu: median(results.map(({ cpu }) => cpu)),
    perSecond: median(results.map(({ perSecond }) => perSecond)),
    p50: median(results.map(({ p50 }) => p50)),
  });
  return new Map([...taken].map(([one, results]) => [one, middle(results)]));
}
