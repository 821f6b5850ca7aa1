import { describe, it } from "vitest";
import { type DeskCase, isWaiting, placesOf } from "../support/desk-matrix";
import { openTable, type Row, rowsOf, titled } from "../support/desk-rows";

/**
 * Every desk × every place that it reads × every way in which a place fails. Which places a desk reads is not written
 * anywhere: the desk is asked once, and the requests are counted.
 */
const files = import.meta.glob<{ cases: readonly DeskCase[] }>("../desks/*.ts", { eager: true });
const desks = Object.values(files).flatMap(({ cases }) => cases);
const check = openTable("desk-failures.txt");

/**
 * The two bundles read the same by the same function, and what the pipeline adds is made of the verdict alone: the brief
 * meets everything, the pipeline every place and every failure, but not every pair.
 */
const isChosen = ({ label }: DeskCase, place: number, failure: number): boolean =>
  label !== "intel-a2a-pipeline" || (place + failure) % 4 === 0;

const rows: Row[] = [];
for (const desk of desks)
  // one after the other: all at once they would keep each other waiting
  for (const [i, place] of (await placesOf(desk)).entries())
    rows.push(...rowsOf(desk, place).filter((_, j) => isChosen(desk, i, j)));

describe("whatever one of its places does, a desk answers honestly or refuses", () => {
  it.each(titled(rows.filter(({ fault }) => !isWaiting(fault))))("%s, %s: %s", (...[, , , row]) =>
    check(row),
  );
});

/** These rows wait most of the time, so they wait together; the others have the machine for themselves. */
describe("however long it takes for it", () => {
  it.concurrent.each(titled(rows.filter(({ fault }) => isWaiting(fault))))("%s, %s: %s", (...[, , , row]) =>
    check(row),
  );
});
