import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Tallies } from "@/lib/store/rate-limit/tallies";

const MAX = 16;
const open = (tallies: Tallies, count: number, from = 0): void => {
  for (let index = from; index < from + count; index += 1) tallies.open(`address ${index}`, () => true);
};

describe("the tallies of a window", () => {
  it("are never more than their maximum, whatever may be forgotten", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 500, size: "max" }), (mayGo) => {
        const tallies = new Tallies(60_000, MAX);
        mayGo.forEach((may, index) => {
          const address = `address ${index}`;
          const tally = tallies.open(address, () => may);
          expect(tallies.size).toBeLessThanOrEqual(MAX);
          expect(tallies.get(address)).toBe(tally.kept ? tally : undefined);
          expect(tally.kept).toBe(may || index < MAX);
        });
      }),
    );
  });

  it("let the address go that came first of those that may", () => {
    const tallies = new Tallies(60_000, MAX);
    open(tallies, MAX);
    tallies.open("newcomer", ({ address }) => address !== "address 0");
    expect(tallies.get("address 0")).toBeDefined();
    expect(tallies.get("address 1")).toBeUndefined();
    expect(tallies.get("newcomer")?.kept).toBe(true);
  });

  it("are looked at a few at a time, and all of them in turn", () => {
    const tallies = new Tallies(60_000, 1_000);
    open(tallies, 1_000);
    const looks: string[] = [];
    for (let newcomer = 0; newcomer < 125; newcomer += 1) {
      const before = looks.length;
      expect(tallies.open(`newcomer ${newcomer}`, ({ address }) => looks.push(address) < 0).kept).toBe(false);
      expect(looks.length - before).toBeLessThanOrEqual(8);
    }
    expect(new Set(looks).size).toBe(1_000);
  });

  it("make room for a newcomer at the first look where any may go", () => {
    const tallies = new Tallies(60_000, 10_000);
    let looks = 0;
    for (let newcomer = 0; newcomer < 110_000; newcomer += 1)
      tallies.open(`address ${newcomer}`, () => {
        looks += 1;
        return true;
      });
    expect(looks).toBe(100_000);
    expect(tallies.size).toBe(10_000);
  });
});
