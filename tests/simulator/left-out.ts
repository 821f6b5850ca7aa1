import { planFor } from "./draw";
import { compile } from "./program";
import { promiseOf, runPlan } from "./run";
import { mutationsFor, type Sabotage } from "./sabotage";
import { createSetup, type SharedSetup } from "./world";

/** A till without one of its rules. */
export interface LeftOut {
  /** What of a seed's run tells that the rule is left out; null where nothing does. */
  seenBy(seed: number): Promise<string | null>;
  close(): void;
}

/**
 * Builds the till without a rule. One that is a second lock is left out with the first: what tells of it is a promise
 * that this till breaks, and that it keeps with either of the two.
 */
export async function leaveOut(sabotage: Sabotage): Promise<LeftOut> {
  const { all, either } = mutationsFor(sabotage);
  const without = await createSetup(await compile(all));
  const withOne: SharedSetup[] = [];
  for (const mutation of either) withOne.push(await createSetup(await compile([mutation])));
  return {
    async seenBy(seed) {
      const broken = new Set((await runPlan(without, planFor(seed))).violations);
      for (const setup of broken.size > 0 ? withOne : []) {
        const also = (await runPlan(setup, planFor(seed))).violations.map(promiseOf);
        for (const violation of broken) if (also.includes(promiseOf(violation))) broken.delete(violation);
      }
      return [...broken][0] ?? null;
    },
    close() {
      for (const { engine } of [without, ...withOne]) engine.close();
    },
  };
}
