import { beforeAll, describe, expect, it } from "vitest";
import { computeSync } from "../simulator/crypto";
import { planFor } from "../simulator/draw";
import { compile } from "../simulator/program";
import { replicated, type Replication } from "../simulator/replicated-store";
import { promiseOf, runPlan } from "../simulator/run";
import { createSetup, type SharedSetup } from "../simulator/world";

/**
 * What a ledger of several copies does to the till's promises, in schedules of the simulator that lose nothing else:
 * docs/operations.md, "Stores", has the numbers. REPLICA_RUNS: how many schedules of each.
 */
const RUNS = Number(process.env.REPLICA_RUNS ?? 40);

let setup: SharedSetup;
beforeAll(async () => {
  computeSync();
  setup = await createSetup(await compile());
});

async function broken(how: Replication | null, seeds: number): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const counts = { payments: 0, moved: 0, served: 0, schedules: 0 };
  for (let seed = 1; seed <= seeds; seed += 1) {
    const plan = { ...planFor(seed), losses: [], newLedger: false };
    // Not all at one moment: while payments are made, which is in the first minute.
    const at = how?.failsOverAtMs === null ? {} : { failsOverAtMs: 1_000 + ((seed * 7_919) % 40_000) };
    const store = how === null ? setup : await replicated(setup, { ...how, ...at });
    const { violations, payments } = await runPlan(store, plan);
    if (how !== null) store.engine.close();
    counts.payments += payments.made;
    counts.moved += payments.moved;
    counts.served += payments.served;
    if (violations.length > 0) counts.schedules += 1;
    for (const promise of new Set(violations.map(promiseOf)))
      found.set(promise, (found.get(promise) ?? 0) + 1);
  }
  process.stdout.write(
    `${JSON.stringify({ ...how, seeds, ...counts, broken: Object.fromEntries(found) })}\n`,
  );
  return found;
}

const LAGS = [1_000, 10_000];

describe("a ledger of several copies", () => {
  it("that is one region's primary keeps every promise", async () => {
    expect([...(await broken(null, RUNS))]).toEqual([]);
  });

  it.each(LAGS)(
    "whose reads are %i ms old charges nobody twice, and leaves nobody unserved",
    async (lagMs) => {
      const found = await broken({ lagMs, readsFromCopy: true, failsOverAtMs: null }, RUNS);
      for (const promise of found.keys()) expect(promise).not.toMatch(/charged|moves a payment|buys two/);
    },
  );

  it.each(LAGS)("that loses its last %i ms in a failover", async (lagMs) => {
    const found = await broken({ lagMs, readsFromCopy: false, failsOverAtMs: 0 }, RUNS);
    for (const promise of found.keys()) expect(promise).not.toMatch(/charged and never served/);
  });
});
