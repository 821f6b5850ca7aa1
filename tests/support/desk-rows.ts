import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { MIN_COVERAGE } from "@/lib/catalog/intel/coverage";
import type { Fault } from "@/sandbox/upstream/faults/fault";
import { STATE_DIR } from "@/sandbox/service";
import { askWhile, type DeskCase, DOWN, FAILURES, type Faults, isWaiting, type Outcome } from "./desk-matrix";

/** One request: a desk, a place that fails in one way, and what is down besides. */
export interface Row {
  desk: DeskCase;
  place: string;
  failure: string;
  fault: Fault;
  behind: Faults;
}

/** A row for each way in which a place fails. */
export const rowsOf = (desk: DeskCase, place: string, behind: Faults = {}): Row[] =>
  Object.entries(FAILURES).map(([failure, fault]) => ({ desk, place, failure, fault, behind }));

/** As `it.each` takes rows: what a title shows of them first. */
const titled = (rows: readonly Row[]) =>
  rows.map((row) => [row.desk.name, row.place, row.failure, row] as const);

/** An empty list may be the truth, and the first half of a table may hold all that is wanted of it. */
const MAY_BE_WHOLE = new Set(["empty", "truncated"]);

const failed = ({ provenance }: Outcome): string[] =>
  provenance.filter(({ status }) => status !== "ok").map(({ id }) => id);

/** Beyond so many times its patience a desk is not asked again. */
const MOST_PATIENT = 9;

/**
 * Asks a desk that is kept waiting. A busy machine may keep it waiting for other places as well, and what it then
 * makes of the rest says nothing of this one: it is asked again, more patiently, while more has failed than fails
 * with the place down.
 */
async function askPatiently(desk: DeskCase, faults: Faults, down: Outcome): Promise<Outcome> {
  const expected = new Set(failed(down));
  for (let times = 1; ; times *= 3) {
    const outcome = await askWhile({ ...desk, patienceMs: desk.patienceMs * times }, faults);
    if (times === MOST_PATIENT || failed(outcome).every((id) => expected.has(id))) return outcome;
  }
}

/**
 * Opens a table of its own in the sandbox's folder, a line a row: desk, place, failure, whether it is sold (and so
 * charged) at which coverage, what the sources said. Returns what asks for a row, judges it and writes its line.
 */
export function openTable(file: string): (row: Row) => Promise<void> {
  const table = path.join(STATE_DIR, file);
  mkdirSync(STATE_DIR, { recursive: true });
  writeFileSync(table, "");
  const whileDown = new Map<string, Promise<Outcome>>();
  const downOf = ({ desk, place, behind }: Row): Promise<Outcome> => {
    const key = `${desk.name} ${place}`;
    const known = whileDown.get(key) ?? askWhile(desk, { ...behind, [place]: DOWN });
    whileDown.set(key, known);
    return known;
  };

  return async (row) => {
    const { desk, place, failure, fault, behind } = row;
    const down = await downOf(row);
    const { sold, coverage, statuses, missing } = isWaiting(fault)
      ? await askPatiently(desk, { ...behind, [place]: fault }, down)
      : await askWhile(desk, { ...behind, [place]: fault });
    const reported = statuses.filter((status) => status !== "ok").join(" ");
    const outcome = sold ? `charged\t${coverage}\t` : `free\t${coverage}\t${missing.join(", ")}`;
    appendFileSync(table, `${[desk.name, place, failure, reported, outcome].join("\t")}\n`);

    expect(coverage >= MIN_COVERAGE).toBe(sold);
    if (MAY_BE_WHOLE.has(failure)) expect(coverage).toBeGreaterThanOrEqual(down.coverage);
    else expect(reported, "nobody was told of the failure").not.toBe("");
    // However a place fails at once, nothing of it is used: the answer is that of a place that is down. One that is
    // waited for may take the time of what would have been read after it, too.
    if (isWaiting(fault)) expect(coverage).toBeLessThanOrEqual(down.coverage);
    else if (!MAY_BE_WHOLE.has(failure))
      expect({ sold, coverage, missing }).toEqual({
        sold: down.sold,
        coverage: down.coverage,
        missing: down.missing,
      });
  };
}

/** Tests all rows of a table. Those that wait most of the time wait together; the others go one after the other. */
export function testRows(promise: string, rows: readonly Row[], check: (row: Row) => Promise<void>): void {
  describe(promise, () => {
    it.each(titled(rows.filter(({ fault }) => !isWaiting(fault))))("%s, %s: %s", (...[, , , row]) =>
      check(row),
    );
  });

  describe("however long it takes for it", () => {
    it.concurrent.each(titled(rows.filter(({ fault }) => isWaiting(fault))))("%s, %s: %s", (...[, , , row]) =>
      check(row),
    );
  });
}
