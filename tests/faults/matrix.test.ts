import { appendFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { STATE_DIR } from "@/sandbox/service";
import { world } from "../support/world";
import { bareRow, COURSES, hasRows, isHealthy, rowsOf, type Course } from "./courses";
import type { Entry } from "./line";
import { openPool } from "./pool";
import { X402 } from "./rail";
import { reportOf } from "./report";
import { titleOf, type Row } from "./row";
import { runRow, type Result } from "./run-row";
import { SCENARIO_ROWS } from "./scenarios";
import { select, SIX } from "./selection";
import type { Slot } from "./slot";
import { lineOf, tableOf } from "./table";

/**
 * Each message of a paid call meets each fault. Which messages there are is not written anywhere: every course is
 * run once and recorded before its rows are made.
 *
 * FAULT_ROWS: `six` (the default), `all`, or a part of the courses' names, such as `base, healthy`. FAULT_SLOTS: how many rows at a time.
 */
const WANTED = process.env.FAULT_ROWS ?? "six";
const SLOTS = Number(process.env.FAULT_SLOTS ?? 6);

/** Row by row while they are done, in the end the table. */
const FILE = path.join(STATE_DIR, "faults.txt");
writeFileSync(FILE, "");

const sandbox = world();
const pool = await openPool(sandbox, SLOTS);
afterAll(() => pool.close());

/** On a busy machine a message may be late by itself, so that a row's fault finds another call than was recorded. */
const TRIES = 3;

async function run(slot: Slot, row: Row): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    const result = await runRow(sandbox, slot, row);
    if (tried === TRIES || result.missed.length === 0) return result;
  }
}

/** What comes by in a course's bare row, when it takes no more tries than it must. */
async function record(slot: Slot, course: Course): Promise<readonly Entry[]> {
  // The first call of an instance does more than the others: it reads sources.
  const healthy = COURSES.find((other) => isHealthy(other) && other.rail === course.rail);
  if (healthy !== undefined) await runRow(sandbox, slot, bareRow(healthy));
  for (let tried = 1; ; tried += 1) {
    const { trace, attempts } = await run(slot, bareRow(course));
    if (tried === TRIES || attempts.length <= course.tries) return trace;
  }
}

/** The bare rows of each course, those that follow from what they record, and the scenarios. */
async function allRows(): Promise<Row[]> {
  const recorded = COURSES.filter(hasRows).filter((course) =>
    WANTED === "six"
      ? isHealthy(course) && X402.includes(course.rail)
      : WANTED === "all" || titleOf(bareRow(course)).includes(WANTED),
  );
  const made = await Promise.all(
    recorded.map(async (course) => rowsOf(course, await pool.use((slot) => record(slot, course)))),
  );
  return [...COURSES.map(bareRow), ...made.flat(), ...SCENARIO_ROWS];
}

const all = await allRows();
const rows =
  WANTED === "six"
    ? select(all, SIX)
    : all.filter((row) => WANTED === "all" || titleOf(row).includes(WANTED));
const results: Result[] = [];

describe("nobody is charged without being served, nor twice", () => {
  it.concurrent.each(rows.map((row) => [titleOf(row), row] as const))("%s", async (_, row) => {
    const result = await pool.use((slot) => run(slot, row));
    results.push(result);
    const broken = result.verdict.complaints.length > 0;
    appendFileSync(FILE, broken ? `${reportOf(result)}\n` : `${lineOf(result)}\n`);
    if (broken) throw new Error(reportOf(result));
  });

  it("and no book waits for the scheduled close unless the ledger itself was hit", () => {
    const needless = results.filter(
      ({ row, closes }) => closes > 0 && !row.abandoned && !row.at.startsWith("ledger "),
    );
    // On a busy machine a reply of the ledger may be late by itself, now and then.
    expect(needless.map(({ row }) => titleOf(row)).slice(Math.ceil(results.length / 50))).toEqual([]);
  });

  afterAll(() => {
    const inOrder = rows.flatMap((row) => results.filter((result) => result.row === row));
    const table = tableOf(inOrder);
    writeFileSync(FILE, table);
    process.stdout.write(`\n${table}\n`);
  });
});
