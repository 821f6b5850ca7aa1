import { describe, it } from "vitest";
import { DESKS, isBundle } from "../support/desk-cases";
import { fallbacksOf, isWaiting } from "../support/desk-matrix";
import { openTable, type Row, rowsOf, titled } from "../support/desk-rows";

/**
 * Every place that a desk reads only when another one failed × every way in which it fails in turn. The bundles are left
 * out: each part of them is its own desk's answer, made of the same readings, and the desks are here.
 */
const desks = DESKS.filter((desk) => !isBundle(desk));
const check = openTable("desk-fallbacks.txt");

const rows: Row[] = [];
for (const desk of desks)
  // one after the other: all at once they would keep each other waiting
  for (const { place, behind } of await fallbacksOf(desk)) rows.push(...rowsOf(desk, place, behind));

describe("whatever a place does that stands behind one that is down, a desk answers honestly or refuses", () => {
  it.each(titled(rows.filter(({ fault }) => !isWaiting(fault))))("%s, %s: %s", (...[, , , row]) =>
    check(row),
  );
});

/** These rows wait most of the time, so they wait together. */
describe("however long it takes for it", () => {
  it.concurrent.each(titled(rows.filter(({ fault }) => isWaiting(fault))))("%s, %s: %s", (...[, , , row]) =>
    check(row),
  );
});
