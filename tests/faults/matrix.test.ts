import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, it } from "vitest";
import { STATE_DIR } from "@/sandbox/service";
import { world } from "../support/world";
import { bareRow, COURSES, HEALTHY, rowsOf } from "./courses";
import { openPool } from "./pool";
import { reportOf } from "./report";
import { titleOf, type Row } from "./row";
import { runRow, type Result } from "./run-row";
import { SCENARIO_ROWS } from "./scenarios";
import { select, SIX } from "./selection";
import { tableOf } from "./table";

/**
 * Each message of a paid call meets each fault. Which messages there are is not written anywhere: every course is
 * run once and recorded before its rows are made.
 */
const ALL = process.env.FAULT_ROWS === "all";
const SLOTS = Number(process.env.FAULT_SLOTS ?? 6);

const sandbox = world();
const pool = await openPool(sandbox, SLOTS);
afterAll(() => pool.close());

const run = (row: Row): Promise<Result> => pool.use((slot) => runRow(sandbox, slot, row));

/** The bare rows of each course, and those that follow from what they record. */
async function allRows(): Promise<Row[]> {
  const courses = (ALL ? COURSES : COURSES.filter((course) => course === HEALTHY)).flatMap((course) =>
    course.chains.map((chain) => ({ course, chain })),
  );
  const made = await Promise.all(
    courses.map(async ({ course, chain }) =>
      rowsOf(
        course,
        chain,
        await pool.use(async (slot) => {
          // The first call of an instance does more than the others: reads sources, sends scripts in full.
          await runRow(sandbox, slot, bareRow(HEALTHY, chain));
          return (await runRow(sandbox, slot, bareRow(course, chain))).trace;
        }),
      ),
    ),
  );
  const bare = COURSES.flatMap((course) => course.chains.map((chain) => bareRow(course, chain)));
  return [...bare, ...made.flat(), ...SCENARIO_ROWS];
}

const all = await allRows();
const rows = ALL ? all : select(all, SIX);
const results: Result[] = [];

describe("nobody is charged without being served, nor twice", () => {
  it.concurrent.each(rows.map((row) => [titleOf(row), row] as const))("%s", async (_, row) => {
    const result = await run(row);
    results.push(result);
    if (result.verdict.complaints.length > 0) throw new Error(reportOf(result));
  });

  afterAll(() => {
    const inOrder = rows.flatMap((row) => results.filter((result) => result.row === row));
    const table = tableOf(inOrder);
    writeFileSync(path.join(STATE_DIR, "faults.txt"), table);
    process.stdout.write(`\n${table}\n`);
  });
});
