import type { Plan } from "./plan";
import { World, type Outcome, type Theatre } from "./world";

/** Runs one plan. `trace` gets a line for each thing that happens; without one, none is written. */
export const runPlan = (
  theatre: Theatre,
  plan: Plan,
  trace: ((line: string) => void) | null = null,
): Promise<Outcome> => new World(theatre, plan, trace).run();

/** The promise that a violation breaks: its text without the case. */
export const promiseOf = (violation: string): string => violation.split(":")[0] ?? violation;

/** A plan's run as text: what broke, and what happened before. */
export async function story(theatre: Theatre, plan: Plan): Promise<string> {
  const lines: string[] = [];
  const { violations } = await runPlan(theatre, plan, (line) => void lines.push(line));
  return [...lines, "", ...violations].join("\n");
}
