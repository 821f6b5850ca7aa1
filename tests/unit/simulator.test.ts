import { beforeAll, describe, expect, it } from "vitest";
import { computeSync } from "../simulator/crypto";
import { crowd, planFor } from "../simulator/draw";
import { FAULTS, RAILS, type Plan } from "../simulator/plan";
import { compile } from "../simulator/program";
import { promiseOf, runPlan, story } from "../simulator/run";
import { SABOTAGES } from "../simulator/sabotage";
import { shrink } from "../simulator/shrink";
import { createSetup, type SharedSetup } from "../simulator/world";

/** Each run is a whole world; a busy machine takes its time. */
const PATIENCE_MS = 300_000;

let setup: SharedSetup;
beforeAll(async () => {
  computeSync();
  setup = await createSetup(await compile());
}, PATIENCE_MS);

describe("the simulator", () => {
  it(
    "replays a seed exactly, in another build and after other seeds",
    async () => {
      const seeds = [3, 11, 25];
      const first = await Promise.all([story(setup, planFor(3))]);
      for (const seed of seeds) await runPlan(setup, planFor(seed + 100));
      const other = await createSetup(await compile());
      expect(await story(other, planFor(3))).toBe(first[0]);
      expect(first[0]?.split("\n").length).toBeGreaterThan(20);
      other.engine.close();
    },
    PATIENCE_MS,
  );

  it("sells, and meets faults, in what it draws", async () => {
    const sums = { made: 0, moved: 0, served: 0, faults: 0 };
    for (let seed = 1; seed <= 20; seed += 1) {
      const { payments, faults, violations } = await runPlan(setup, planFor(seed));
      expect(violations).toEqual([]);
      sums.made += payments.made;
      sums.moved += payments.moved;
      sums.served += payments.served;
      sums.faults += faults.length;
    }
    expect(sums.made).toBeGreaterThan(20);
    expect(sums.moved).toBeGreaterThan(10);
    expect(sums.served).toBeGreaterThan(10);
    expect(sums.faults).toBeGreaterThan(20);
  });

  it("draws every kind of trouble, and none only together with another", () => {
    const plans = Array.from({ length: 1_000 }, (_, index) => planFor(index + 1));
    const buyers = plans.flatMap((plan) => plan.buyers);
    expect(new Set(plans.flatMap(({ focus }) => focus?.point ?? [])).size).toBe(21);
    expect(plans.flatMap(({ focus }) => focus?.fault ?? [])).toEqual(expect.arrayContaining([...FAULTS]));
    expect(new Set(buyers.map(({ replayMs }) => replayMs))).toEqual(
      new Set([null, 10, 5_000, 30_000, 3_000_000, 90_000_000]),
    );
    expect(new Set(buyers.map(({ awayMs }) => awayMs))).toContain(400_000);
    expect(new Set(buyers.map(({ copies }) => copies))).toEqual(new Set([1, 2, 3]));
    expect(new Set(buyers.map(({ rail }) => rail))).toEqual(new Set([...RAILS, "own-token"]));
  });

  it("sells for the own token where it is launched, and for nothing else there", async () => {
    const buyers = crowd(1, 1).map((one) => ({ ...one, rail: "own-token" as const, wallet: 0, trick: null }));
    const calm = { faultRate: 0, focus: null, seconds: [], losses: [], newLedger: false, lagRate: 0 };
    const plan = { ...planFor(1), ...calm, buyers, handlerFaultRate: 0, strangerRate: 0, scarce: false };
    let served = 0;
    for (let seed = 1; seed <= 10; seed += 1) {
      const { violations, payments } = await runPlan(setup, { ...plan, seed, launched: true });
      expect({ seed, violations }).toEqual({ seed, violations: [] });
      served += payments.served;
    }
    expect(served).toBeGreaterThan(7);
    const { violations } = await runPlan(setup, { ...plan, launched: false });
    expect(violations).toEqual(["buyer 1 of a crowd is never offered own-token"]);
  });

  it.each([
    ["a payment that others send behind the look at the chain", 31_519],
    ["a credited payment that a request takes over when its call is long over", 33_204],
    ["nodes that lag apart whenever an unknown payment is looked for", 33_943],
    ["nodes that lag apart whenever a payment is looked for that was never recorded as settled", 47_610],
  ])("holds nothing against the till that it could not know or do: %s", async (_, seed) => {
    expect((await runPlan(setup, planFor(seed))).violations).toEqual([]);
  });

  it("serves who paid by another's hand while no node could be read, hours later", async () => {
    const { violations, payments, ms } = await runPlan(setup, planFor(81));
    expect({ violations, payments }).toEqual({ violations: [], payments: { made: 1, moved: 1, served: 1 } });
    expect(ms).toBeGreaterThan(2 * 3_600_000);
  });

  it("recovers in the end what was never recorded, however far nodes had lagged apart", async () => {
    const buyers = crowd(1, 1).map((buyer) => ({ ...buyer, trick: null }));
    const focus = { point: "ledger SETTLED", fault: "unavailable", times: 1 } as const;
    const calm = {
      faultRate: 0,
      seconds: [],
      losses: [],
      newLedger: false,
      lieRate: 0,
      pretenceRate: 0,
      reorganisationRate: 0,
    };
    const lagging = { ...planFor(1), ...calm, buyers, focus, hostileMs: 10_000, lagRate: 0.9 };
    let moved = 0;
    for (let seed = 1; seed <= 20; seed += 1) {
      const { violations, payments } = await runPlan(setup, { ...lagging, seed });
      expect({ seed, violations }).toEqual({ seed, violations: [] });
      moved += payments.moved;
    }
    expect(moved).toBeGreaterThan(10);
  });

  it("refuses a mutation that does not fit the source any more", async () => {
    const mutation = { file: "lib/payments/sell.ts", find: "no such line", replace: "" };
    await expect(compile([mutation])).rejects.toThrow(/does not hold/);
  });

  it(
    "shrinks a seed that breaks a promise to a simpler plan that breaks it, too",
    async () => {
      const sabotage = SABOTAGES.find(({ rule }) => rule === "INTENT puts the payment on the open list");
      if (sabotage === undefined) throw new Error("the rule has another name");
      const broken = await createSetup(await compile([sabotage.mutation]));
      const [plan, outcome] = await firstBroken(broken);
      const small = await shrink(broken, plan, outcome.faults);
      const again = await runPlan(broken, small);
      expect(again.violations.map(promiseOf)).toContain(promiseOf(outcome.violations[0] ?? ""));
      expect(small.buyers).toHaveLength(1);
      expect(small.faults?.length).toBeLessThanOrEqual(outcome.faults.length);
      broken.engine.close();
    },
    PATIENCE_MS,
  );
});

async function firstBroken(of: SharedSetup): Promise<[Plan, Awaited<ReturnType<typeof runPlan>>]> {
  for (let seed = 1; seed <= 500; seed += 1) {
    const outcome = await runPlan(of, planFor(seed));
    if (outcome.violations.length > 0) return [planFor(seed), outcome];
  }
  throw new Error("no seed of 500 breaks a promise");
}
