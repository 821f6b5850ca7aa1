import { readFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import { computeSync } from "../simulator/crypto";
import { planFor } from "../simulator/draw";
import { leaveOut } from "../simulator/left-out";
import { compile } from "../simulator/program";
import { runPlan } from "../simulator/run";
import { SABOTAGES } from "../simulator/sabotage";
import { createSetup, type SharedSetup } from "../simulator/world";

/** A whole service is bundled for each rule. */
const PATIENCE_MS = 300_000;

/** Seeds that are tried besides the row's own, where the code has changed since that was noted. */
const OTHERS = Array.from({ length: 200 }, (_, index) => index + 1);

let whole: SharedSetup;
beforeAll(async () => {
  computeSync();
  whole = await createSetup(await compile());
});

it("every rule has a seed that sees it left out, and readers are told so", async () => {
  const decisions = await readFile("docs/decisions/till-simulator.md", "utf8");
  for (const { rule, seed, secondLockOf } of SABOTAGES) {
    expect(seed, rule).toBeGreaterThan(0);
    const reported =
      secondLockOf === undefined ? `${seed}` : `${seed}, both left out: second lock of "${secondLockOf}"`;
    expect(decisions).toContain(`| ${rule} | ${reported} |`);
  }
});

it.each(SABOTAGES.map((sabotage) => [sabotage.rule, sabotage] as const))(
  "the simulator sees when the till no longer keeps this rule: %s",
  async (_, sabotage) => {
    const leftOut = await leaveOut(sabotage);
    let seenBy: number | null = null;
    for (const one of [sabotage.seed, ...OTHERS]) {
      if ((await leftOut.seenBy(one)) === null) continue;
      seenBy = one;
      break;
    }
    leftOut.close();
    expect(seenBy).not.toBeNull();
    // With the rule, that very seed breaks nothing.
    expect((await runPlan(whole, planFor(seenBy ?? sabotage.seed))).violations).toEqual([]);
  },
  PATIENCE_MS,
);
