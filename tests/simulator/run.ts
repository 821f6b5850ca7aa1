import type { Plan } from "./plan";
import { World, type Outcome, type SharedSetup } from "./world";

/** Runs one plan. `trace` gets a line for each thing that happens. */
export const runPlan = (
  setup: SharedSetup,
  plan: Plan,
  trace: (line: string) => void = () => undefined,
): Promise<Outcome> => new World(setup, plan, trace).run();

/** The promise that a violation breaks: its text without the case. */
export const promiseOf = (violation: string): string => violation.split(":")[0] ?? violation;

/** A plan's run as text: what broke, and what happened before. */
export async function story(setup: SharedSetup, plan: Plan): Promise<string> {
  const lines: string[] = [];
  const { violations } = await runPlan(setup, plan, (line) => void lines.push(line));
  return [...lines, "", ...violations].join("\n");
}
