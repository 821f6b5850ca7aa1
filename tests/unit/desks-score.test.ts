import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clip, clip01, scoreOf } from "@/lib/desks/score";

const factor = (name: string, value: number | null, weight: number) => ({ factor: name, value, weight });

describe("a score", () => {
  it("is the sum of its parts, whatever is unknown and whatever limits it", () => {
    const factors = fc.array(
      fc.record({
        factor: fc.string(),
        value: fc.option(fc.double({ min: -1, max: 1 })),
        weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(factors, fc.integer({ min: 0, max: 100 }), (parts, cap) => {
        const { score, why } = scoreOf(parts, 100, 2, (sum) => Math.min(sum, cap));
        if (score === null) return why.length === 0;
        const sum = why.reduce((total, { contribution }) => total + contribution, 0);
        return Math.abs(sum - score) < 1e-6 && score <= cap;
      }),
    );
  });

  it("shares out the weight of what is unknown, and is none with less than 0.6 of the weights", () => {
    expect(scoreOf([factor("a", 1, 0.6), factor("b", null, 0.4)], 100, 1)).toEqual({
      score: 100,
      why: [{ factor: "a", value: 1, weight: 1, contribution: 100 }],
    });
    expect(scoreOf([factor("a", 1, 0.59), factor("b", null, 0.41)], 100, 1).score).toBeNull();
    // three tenths are not quite 0.3 in floating point: the least share is met all the same
    expect(
      scoreOf([factor("a", 1, 0.1), factor("b", 1, 0.2), factor("c", 1, 0.3), factor("d", null, 0.4)], 1, 2)
        .score,
    ).toBe(1);
  });

  it("takes a quotient by zero for unknown", () => {
    expect(scoreOf([factor("a", 1 / 0, 0.5), factor("b", 0 / 0, 0.5)], 1, 2).score).toBeNull();
  });

  it("shows what a limit takes away as the last part, and is none when the limit says so", () => {
    const { score, why } = scoreOf([factor("a", 0.8, 1)], 100, 1, (sum) => sum / 2);
    expect(score).toBe(40);
    expect(why.at(-1)).toEqual({ factor: "limit", value: null, weight: null, contribution: -40 });
    expect(scoreOf([factor("a", 0.8, 1)], 100, 1, () => null)).toEqual({ score: null, why: [] });
  });

  it("clips", () => {
    expect([clip(-3), clip(0.2), clip(3), clip01(-3), clip01(0.2), clip01(3)]).toEqual([
      -1, 0.2, 1, 0, 0.2, 1,
    ]);
  });
});
