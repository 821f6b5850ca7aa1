import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { MIN_COVERAGE } from "@/lib/catalog/intel/envelope";
import { STATE_DIR } from "@/sandbox/service";
import { askWhile, type DeskCase, FAILURES, isWaiting, placesOf } from "../support/desk-matrix";

/**
 * Every desk × every place that it reads × every way in which a place fails. Which places a desk reads is not written
 * anywhere: the desk is asked once, and the requests are counted.
 */
const files = import.meta.glob<{ cases: readonly DeskCase[] }>("../desks/*.ts", { eager: true });
const desks = Object.values(files).flatMap(({ cases }) => cases);
const rows = (
  await Promise.all(
    desks.map(async (desk) =>
      (await placesOf(desk)).flatMap((place) =>
        Object.entries(FAILURES).map(([failure, fault]) => ({ desk, place, failure, fault })),
      ),
    ),
  )
).flat();

/** Row by row: desk, place, failure, what it led to. */
const FILE = path.join(STATE_DIR, "desk-failures.txt");
mkdirSync(STATE_DIR, { recursive: true });
writeFileSync(FILE, "");

/** An empty list may be the truth, and the first half of a table may hold all that is wanted of it. */
const MAY_BE_WHOLE = new Set(["empty", "truncated"]);

type Row = (typeof rows)[number];
const titled = (some: readonly Row[]) =>
  some.map((row) => [row.desk.name, row.place, row.failure, row] as const);

async function check({ desk, place, failure, fault }: Row): Promise<void> {
  const { sold, coverage, statuses, missing } = await askWhile(desk, place, fault);
  const told = statuses.filter((status) => status !== "ok").join(" ");
  const outcome = sold ? `sold ${coverage}` : `refused ${coverage} (${missing.join(", ")})`;
  appendFileSync(FILE, `${[desk.name, place, failure, outcome, told].join("\t")}\n`);
  expect(coverage >= MIN_COVERAGE).toBe(sold);
  if (!MAY_BE_WHOLE.has(failure)) expect(told, "nobody was told of the failure").not.toBe("");
}

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
