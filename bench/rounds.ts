import { setTimeout as sleep } from "node:timers/promises";
import { cpuMs, median } from "./cpu";
import { runLoad, type LoadRequest } from "./load";
import { fixed, printTable } from "./table";

/** One server and the request that it is measured by. */
export interface Subject {
  name: string;
  pid: number;
  shot(index: number): LoadRequest;
}

export interface Plan {
  rounds: number;
  warmUp: number;
  perRound: number;
  /** Requests under way at a time. */
  concurrency: number;
  /** The status that every answer has. */
  expected: number;
  /** How long what is done behind the answers may take, in milliseconds: its CPU time counts too. */
  behindMs?: number;
}

export interface Measured {
  /** CPU time of the server's process a request, in milliseconds. */
  cpu: number;
  perSecond: number;
  /** Time to a whole answer, in milliseconds. */
  p50: number;
}

/** Parts of a round; in each of them every contestant has its turn. */
const TURNS = 6;

/** One turn: CPU time, time, and each request's time. */
async function takeTurn({ pid, shot }: Subject, count: number, { concurrency, expected, behindMs }: Plan) {
  const before = cpuMs(pid);
  const { seconds, ms } = await runLoad(shot, count, concurrency, expected);
  if (behindMs !== undefined) await sleep(behindMs);
  return { cpu: cpuMs(pid) - before, seconds, ms };
}

/**
 * Measures the contestants by short turns, so that whatever else the machine does hits all of them alike. Medians of
 * the rounds.
 */
export async function measureRounds<C extends Subject>(
  subjects: readonly C[],
  plan: Plan,
): Promise<Map<C, Measured>> {
  const { rounds, warmUp, perRound } = plan;
  const taken = new Map(subjects.map((one) => [one, [] as Measured[]]));
  for (const one of subjects) await takeTurn(one, warmUp, plan);
  const perTurn = Math.ceil(perRound / TURNS);
  for (let round = 0; round < rounds; round += 1) {
    const sums = new Map(subjects.map((one) => [one, { cpu: 0, seconds: 0, ms: [] as number[] }]));
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const [one, sum] of sums) {
        const { cpu, seconds, ms } = await takeTurn(one, perTurn, plan);
        sum.cpu += cpu;
        sum.seconds += seconds;
        sum.ms.push(...ms);
      }
    }
    for (const [one, { cpu, seconds, ms }] of sums)
      taken.get(one)?.push({ cpu: cpu / ms.length, perSecond: ms.length / seconds, p50: median(ms) });
  }
  const middle = (results: Measured[]): Measured => ({
    cpu: median(results.map(({ cpu }) => cpu)),
    perSecond: median(results.map(({ perSecond }) => perSecond)),
    p50: median(results.map(({ p50 }) => p50)),
  });
  return new Map([...taken].map(([one, results]) => [one, middle(results)]));
}

/** Prints what was measured, a line for each contestant under its name; `what` heads the names. */
export function printMeasured(title: string, what: string, measured: ReadonlyMap<Subject, Measured>): void {
  printTable(
    title,
    [what, "CPU ms", "per second", "p50 ms"],
    [...measured].map(([{ name }, { cpu, perSecond, p50 }]) => [
      name,
      fixed(cpu, 3),
      fixed(perSecond, 0),
      fixed(p50, 1),
    ]),
  );
}
