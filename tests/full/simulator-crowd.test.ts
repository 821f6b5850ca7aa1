import { expect, it } from "vitest";
import { computeSync } from "../simulator/crypto";
import { crowd, penniless, planFor } from "../simulator/draw";
import type { BuyerPlan, Plan } from "../simulator/plan";
import { compile, type Mutation } from "../simulator/program";
import { runPlan } from "../simulator/run";
import { createSetup } from "../simulator/world";

const CROWD = 1_000;
/** Enough to be told from a few, and quick. */
const POOR = 300;

/** What becomes of a crowd without faults, and how often facilitators are asked to verify. */
async function run(buyers: BuyerPlan[], change: Partial<Plan>, ...left: readonly Mutation[]) {
  computeSync();
  const setup = await createSetup(await compile(left));
  const plan: Plan = { ...planFor(1), focus: null, faultRate: 0, losses: [], buyers, ...change };
  const verified: string[] = [];
  const outcome = await runPlan(setup, plan, (line) => {
    if (/ verify #\d+$/.test(line)) verified.push(line);
  });
  setup.engine.close();
  return { ...outcome, verified: verified.length };
}

it("a thousand wallets with one rolling balance between them are served for no more than they pay", async () => {
  const { violations, payments, verified } = await run(crowd(1, CROWD), {});
  expect(violations).toEqual([]);
  expect(payments.made).toBe(CROWD);
  // One price is all that they have between them.
  expect(payments.moved).toBeLessThanOrEqual(1);
  expect(payments.served).toBe(payments.moved);
  expect(verified).toBeGreaterThan(0);
  expect(verified).toBeLessThanOrEqual(150);
});

it("three hundred wallets that hold nothing cost no facilitator a question, and a first-time buyer no sale", async () => {
  const { violations, payments, verified } = await run(penniless(1, POOR), {});
  expect(violations).toEqual([]);
  expect([payments.moved, payments.served]).toEqual([1, 1]);
  expect(verified).toBe(1);
});

it("without a look at balances facilitators are asked about the same wallets", async () => {
  const { verified } = await run(
    penniless(1, POOR),
    {},
    {
      file: "lib/payments/sell.ts",
      find: "const funds = await fundsFor(call, known);",
      replace: 'const funds: Funds = { kind: "unread", why: "" };',
    },
    {
      file: "lib/payments/facilitators/quota.ts",
      find: "if (hasPaid) return true;",
      replace: "return true;",
    },
  );
  expect(verified).toBeGreaterThan(250);
});

/** A node that gives no answer. */
const SILENT = { faultRate: 1, faultServers: ["base", "base2"], faultKinds: ["refused"] } as const;

it("while no node answers, newcomers share a part of each facilitator's quota", async () => {
  const { verified } = await run(penniless(1, POOR), { ...SILENT, hostileMs: 10 * 60_000 });
  // Two minutes of a quarter of each of two facilitators' quotas, and what they may take at once.
  expect(verified).toBeGreaterThan(0);
  expect(verified).toBeLessThanOrEqual(2 * (2.5 * 150 + 25));
});

it("without that share they use up all of it", async () => {
  const { verified } = await run(
    penniless(1, POOR),
    { ...SILENT, hostileMs: 10 * 60_000 },
    {
      file: "lib/payments/facilitators/quota.ts",
      find: "if (hasPaid) return true;",
      replace: "return true;",
    },
  );
  expect(verified).toBeGreaterThan(2 * (2.5 * 150 + 25));
});
