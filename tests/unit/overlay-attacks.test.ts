import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMPONENT_WEIGHTS } from "@/lib/catalog/intel/signals";
import { component, fresh, honest, lucky, randomFrom, survivors } from "../support/overlay-attacks";

const PAGE = readFileSync(new URL("../../docs/lounge-overlay.md", import.meta.url), "utf8");
/** What moves S at most: the component's weight, where all others are known. */
const inScore = (from: number, to: number): number =>
  Math.round((from - to) * COMPONENT_WEIGHTS.creators * 1e3) / 1e3;

/** The best that a budget buys over ways to give wallets up, as a mean of many lounges. */
function bestOf(dollars: number): number {
  const ways = [7, 8, 9, 12].map((misses) => {
    const random = randomFrom(7);
    const runs = 400;
    let found = 0;
    for (let run = 0; run < runs; run++) found += survivors(dollars, misses, 40, random);
    return found / runs;
  });
  return Math.max(...ways);
}

describe("what an attack moves", () => {
  it.each([
    [2, 0.05],
    [20, 0.45],
    [100, 2],
  ])("%i dollars and a month buy fewer than %f creators with a record, by luck alone", (dollars, most) => {
    const found = bestOf(dollars);
    expect(found).toBeLessThan(most);
    expect(PAGE).toContain(`| ${dollars} $ | ${dollars / 0.02} |`);
  });

  it("without a creator with a record is nothing: a hundred or five thousand fresh wallets make no component", () => {
    expect(component(fresh(100))).toBeNull();
    expect(component(fresh(5_000))).toBeNull();
  });

  it.each([1, 5, 20])(
    "with %i honest creators does not grow with the wallets: five thousand are one",
    (count) => {
      const one = component(honest(count), fresh(1)) ?? Number.NaN;
      expect(component(honest(count))).toBe(1);
      expect(component(honest(count), fresh(100))).toBeCloseTo(one, 10);
      expect(component(honest(count), fresh(5_000))).toBeCloseTo(one, 10);
      expect(PAGE).toContain(`| ${count} | ${one.toFixed(2)} | ${inScore(1, one).toFixed(3)} |`);
    },
  );

  it("by one creator with a hundred signals is that of one signal", () => {
    const hundred = lucky(100).map((view) => ({ ...view, creator: "lucky 0" }));
    expect(component(honest(5), hundred)).toBe(component(honest(5), lucky(1)));
  });

  it.each([1, 2])("by %i lucky survivors is bounded, and on the page", (count) => {
    const moved = component(honest(5), lucky(count)) ?? Number.NaN;
    expect(PAGE).toContain(`| ${count} | ${moved.toFixed(2)} | ${inScore(1, moved).toFixed(3)} |`);
    expect(inScore(1, component(lucky(count)) ?? Number.NaN)).toBe(2 * COMPONENT_WEIGHTS.creators);
  });
});
