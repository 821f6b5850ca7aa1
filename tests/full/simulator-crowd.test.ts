import { expect, it } from "vitest";
import { computeSync } from "../simulator/crypto";
import { crowd, planFor, type Plan } from "../simulator/plan";
import { compile } from "../simulator/program";
import { runPlan } from "../simulator/run";
import { createSetup } from "../simulator/world";

it("a thousand wallets with one rolling balance between them are served for no more than they pay", async () => {
  computeSync();
  const setup = await createSetup(await compile());
  const plan: Plan = { ...planFor(1), focus: null, faultRate: 0, losses: [], buyers: crowd(1, 1_000) };
  const { violations, payments } = await runPlan(setup, plan);
  setup.engine.close();
  expect(violations).toEqual([]);
  expect(payments.made).toBe(1_000);
  // One price is all that they have between them.
  expect(payments.moved).toBeLessThanOrEqual(1);
  expect(payments.served).toBe(payments.moved);
});
