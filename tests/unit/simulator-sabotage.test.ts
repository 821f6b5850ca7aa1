import { readFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import { computeSync } from "../simulator/crypto";
import { planFor } from "../simulator/plan";
import { compile } from "../simulator/program";
import { runPlan } from "../simulator/run";
import { SABOTAGES } from "../simulator/sabotage";
import { createSetup, type SharedSetup } from "../simulator/world";

/** A whole service is bundled for each rule. */
const PATIENCE_MS = 120_000;

/** Seeds that are tried besides the row's own, where the code has changed since that was noted. */
const OTHERS = Array.from({ length: 200 }, (_, index) => index + 1);

let whole: SharedSetup;
beforeAll(async () => {
  computeSync();
  whole = await createSetup(await compile());
});

const SEEN = SABOTAGES.flatMap(({ rule, mutation, seed }) =>
  seed === null ? [] : [{ rule, mutation, seed }],
);

it("most left-out rules are detected, and the docs list those that are not", async () => {
  const decisions = await readFile("docs/decisions/till-simulator.md", "utf8");
  const unseen = SABOTAGES.filter(({ seed }) => seed === null);
  expect(SEEN.length).toBeGreaterThan(2 * unseen.length);
  for (const { rule } of unseen) expect(decisions).toContain(`| ${rule} | not seen in 650 runs |`);
});

it.each(SEEN.map(({ rule, ...rest }) => [rule, rest] as const))(
  "the simulator sees when the till no longer keeps this rule: %s",
  async (_, { mutation, seed }) => {
    const setup = await createSetup(await compile([mutation]));
    const breaks = async (one: number): Promise<boolean> =>
      (await runPlan(setup, planFor(one))).violations.length > 0;
    let seenBy: number | null = null;
    for (const one of [seed, ...OTHERS]) {
      if (!(await breaks(one))) continue;
      seenBy = one;
      break;
    }
    setup.engine.close();
    expect(seenBy).not.toBeNull();
    // With the rule, that very seed breaks nothing.
    expect((await runPlan(whole, planFor(seenBy ?? seed))).violations).toEqual([]);
  },
  PATIENCE_MS,
);
