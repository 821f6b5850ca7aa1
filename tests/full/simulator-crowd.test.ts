import { expect, it } from "vitest";
import { computeSync } from "../simulator/crypto";
import { crowd, planFor } from "../simulator/draw";
import type { Plan } from "../simulator/plan";
import { compile, type Mutation } from "../simulator/program";
import { runPlan } from "../simulator/run";
import { createSetup } from "../simulator/world";

const CROWD = 1_000;
const NEWCOMERS = "lib/payments/ledger/newcomers.ts";

/** What becomes of a thousand wallets that hand one balance on, one after the other. */
async function runCrowd(...left: readonly Mutation[]) {
  computeSync();
  const setup = await createSetup(await compile(left));
  const plan: Plan = { ...planFor(1), focus: null, faultRate: 0, losses: [], buyers: crowd(1, CROWD) };
  const verified: string[] = [];
  const outcome = await runPlan(setup, plan, (line) => {
    if (/ verify #\d+$/.test(line)) verified.push(line);
  });
  setup.engine.close();
  return { ...outcome, verified: verified.length };
}

it("a thousand wallets with one rolling balance between them are served for no more than they pay", async () => {
  const { violations, payments, verified } = await runCrowd();
  expect(violations).toEqual([]);
  expect(payments.made).toBe(CROWD);
  // One price is all that they have between them.
  expect(payments.moved).toBeLessThanOrEqual(1);
  expect(payments.served).toBe(payments.moved);
  // A network's budget, and three at a time after it.
  expect(verified).toBeGreaterThan(0);
  expect(verified).toBeLessThanOrEqual(150);
});

it("without the newcomers' budget facilitators are asked about most of the same thousand", async () => {
  const { verified } = await runCrowd({
    file: NEWCOMERS,
    find: "ofNetwork: 100, inAll: 1_000",
    replace: "ofNetwork: 1e6, inAll: 1e6",
  });
  expect(verified).toBeGreaterThan(500);
});
