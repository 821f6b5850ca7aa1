import { describe, expect, it } from "vitest";
import { MIN_COVERAGE } from "@/lib/catalog/intel/envelope";
import { askWhile, type DeskCase, FAILURES, placesOf } from "../support/desk-matrix";

/** Of the matrix of failures (tests/full), the one that no desk can mistake: the place is down. */
const files = import.meta.glob<{ cases: readonly DeskCase[] }>("../desks/*.ts", { eager: true });
const desks = Object.values(files).flatMap(({ cases }) => cases);

describe("while any one of its places is down, a desk says so, or refuses", () => {
  it.each(desks.map((desk) => [desk.name, desk] as const))("%s", async (_, desk) => {
    const places = await placesOf(desk);
    expect(places.length).toBeGreaterThan(0);
    for (const place of places) {
      const { sold, coverage, statuses } = await askWhile(desk, place, FAILURES.down ?? { kind: "down" });
      expect(coverage >= MIN_COVERAGE, place).toBe(sold);
      expect(statuses, place).toContain("network");
    }
  });
});
