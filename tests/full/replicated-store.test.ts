import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { computeSync } from "../simulator/crypto";
import { planFor } from "../simulator/draw";
import { compile } from "../simulator/program";
import { replicated, type Replication } from "../simulator/replicated-store";
import { promiseOf, runPlan } from "../simulator/run";
import { createSetup, type SharedSetup } from "../simulator/world";

/**
 * What a ledger of several copies does to the till's promises, in schedules of the simulator that lose nothing else. The
 * numbers are those that operators read (docs/operations/stores.md, "One region or several"), row by row: a change of the till that
 * moves one is told there.
 */
const PAGE = readFileSync(new URL("../../docs/operations/stores.md", import.meta.url), "utf8");

/** Columns of the table that count schedules, by the promises whose breach each counts. */
const COUNTED: readonly RegExp[] = [
  /^one idempotency key moves \d+ payments$|^a payment moves after its payer was asked for another$/,
  /never served$|^a credited payment is served by nobody/,
  /^one (?:idempotency key|payment) buys two/,
  /^what can be had once is sold twice$/,
  /^"spent" is said of a payment that the service sold for$/,
  /./,
];

interface Row {
  schedules: number;
  payments: number;
  moved: number;
  /** In how many schedules what each of COUNTED names was broken. */
  broken: number[];
}

/** The table's row of that name. */
function stated(name: string): Row {
  const line = PAGE.split("\n").find((text) => text.startsWith(`| ${name} |`));
  if (line === undefined) throw new Error(`docs/operations/stores.md has no row "${name}"`);
  const [schedules = "", payments = "", ...broken] = line
    .split("|")
    .slice(2, -1)
    .map((cell) => cell.trim());
  const [made, moved] = payments.split(", ").map(Number);
  const counts = { payments: made ?? Number.NaN, moved: moved ?? Number.NaN };
  return { schedules: Number(schedules), ...counts, broken: broken.map(Number) };
}

let setup: SharedSetup;
beforeAll(async () => {
  computeSync();
  setup = await createSetup(await compile());
});

async function counted(how: Replication | null, schedules: number): Promise<Row> {
  const row = { schedules, payments: 0, moved: 0, broken: COUNTED.map(() => 0) };
  for (let seed = 1; seed <= schedules; seed += 1) {
    const plan = { ...planFor(seed), losses: [], newLedger: false };
    // Not all at one moment: while payments are made, which is in the first minute.
    const at = how?.failsOverAtMs === null ? {} : { failsOverAtMs: 1_000 + ((seed * 7_919) % 40_000) };
    const store = how === null ? setup : await replicated(setup, { ...how, ...at });
    const { violations, payments } = await runPlan(store, plan);
    if (how !== null) store.engine.close();
    row.payments += payments.made;
    row.moved += payments.moved;
    const promises = violations.map(promiseOf);
    row.broken = row.broken.map((count, index) => {
      const counts = COUNTED[index];
      return promises.some((promise) => counts?.test(promise)) ? count + 1 : count;
    });
  }
  return row;
}

const copies = (lagMs: number): Replication => ({ lagMs, readsFromCopy: true, failsOverAtMs: null });
const failover = (lagMs: number): Replication => ({ lagMs, readsFromCopy: false, failsOverAtMs: 0 });

describe("a ledger of several copies", () => {
  it.each([
    ["one primary that loses nothing", null],
    ["reads 1 s old", copies(1_000)],
    ["reads 10 s old", copies(10_000)],
  ])("keeps every promise with %s", async (name, how) => {
    const row = stated(name);
    expect(row.schedules).toBeGreaterThanOrEqual(40);
    expect(row.broken).toEqual(COUNTED.map(() => 0));
    expect(await counted(how, row.schedules)).toEqual(row);
  });

  it.each([
    ["loses its last second in a failover", failover(1_000)],
    ["loses its last 10 seconds in a failover", failover(10_000)],
  ])("breaks as much as operators are told where it %s, and leaves nobody unserved", async (name, how) => {
    const row = stated(name);
    expect(row.schedules).toBeGreaterThanOrEqual(70);
    expect(row.broken[1]).toBe(0);
    expect(await counted(how, row.schedules)).toEqual(row);
  });
});
