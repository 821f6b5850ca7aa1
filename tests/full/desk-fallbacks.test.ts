import { DESKS, isBundle } from "../support/desk-cases";
import { fallbacksOf } from "../support/desk-matrix";
import { openTable, type Row, rowsOf, testRows } from "../support/desk-rows";
import { isTried } from "../support/share";

/**
 * Every place that a desk reads only when another one failed × every way in which it fails in turn. The bundles are left
 * out: each part of them is its own desk's answer, made of the same readings, and the desks are here.
 */
const desks = DESKS.filter((desk) => !isBundle(desk));
const check = openTable("desk-fallbacks.txt");

const rows: Row[] = [];
for (const desk of desks) {
  const fallbacks = await fallbacksOf(desk); // one desk after the other: all at once they would keep each other waiting
  for (const [i, { place, behind }] of fallbacks.entries())
    rows.push(...rowsOf(desk, place, behind).filter((_, j) => isTried(i, fallbacks.length, j)));
}

testRows(
  "whatever a place does that stands behind one that is down, a desk answers honestly or refuses",
  rows,
  check,
);
